// A static plot is on the page; this replaces it by an interactive one when a reader asks for it,
// and only then fetches the plotting library and the figure.
(() => {
  "use strict";

  let library;
  const load = (address) => {
    library ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = address;
      script.onload = () => resolve(window.Plotly);
      script.onerror = () => reject(new Error("the plotting library cannot be loaded"));
      document.head.append(script);
    });
    return library;
  };

  const whiskers = (trace, colour) =>
    Object.fromEntries(
      ["error_x", "error_y"]
        .filter((name) => trace[name])
        .map((name) => [name, { ...trace[name], color: colour("quiet") }]),
    );

  // Colours come from the palette, so that a figure follows the page.
  const themed = (figure) => {
    const style = getComputedStyle(document.body);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const axis = { color: colour("quiet"), gridcolor: colour("rule"), linecolor: colour("rule-strong"), zerolinecolor: colour("rule-strong") };
    const layout = { ...figure.layout, paper_bgcolor: "transparent", plot_bgcolor: "transparent" };
    layout.font = { family: style.fontFamily, size: 13, color: colour("ink") };
    layout.hoverlabel = { bgcolor: colour("sheet"), bordercolor: colour("rule-strong"), font: { color: colour("ink") } };
    layout.modebar = { bgcolor: "transparent", color: colour("rule-strong"), activecolor: colour("accent") };
    for (const name of ["xaxis", "yaxis"]) layout[name] = { ...layout[name], ...axis };
    const data = figure.data.map((trace) => ({
      ...trace,
      ...whiskers(trace, colour),
      marker: {
        ...trace.marker,
        color: colour(trace.meta.hollow ? "paper" : trace.meta.colour),
        line: { width: 2, color: colour(trace.meta.colour) },
      },
    }));
    return [data, layout];
  };

  // Only buttons that stay on this page: none that sends data anywhere.
  const settings = {
    displaylogo: false,
    responsive: true,
    modeBarButtons: [["zoom2d", "pan2d", "resetScale2d", "toImage"]],
  };

  for (const button of document.querySelectorAll(".chart button[data-figure]")) {
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        const [Plotly, figure] = await Promise.all([
          load(button.dataset.library),
          fetch(button.dataset.figure).then((answer) => answer.json()),
        ]);
        const place = document.createElement("div");
        place.className = "plot";
        button.closest(".chart").querySelector("svg").replaceWith(place);
        const draw = () => Plotly.react(place, ...themed(figure), settings);
        await draw();
        new MutationObserver(draw).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
        button.remove();
      } catch {
        button.textContent = "The interactive plot cannot be loaded here";
      }
    });
  }
})();
