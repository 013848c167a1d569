// Tables are complete without this script. It sorts by exact values (data-value), filters rows,
// switches columns, and keeps the state of a page's main table in the address.
(() => {
  "use strict";

  const address = new URL(location.href);
  const remember = (name, value) => {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
    try {
      history.replaceState(null, "", address.search + location.hash || location.pathname);
    } catch {
      // Pages opened from a disk may not change their address.
    }
  };
  const given = (name) => address.searchParams.get(name) ?? "";
  const all = (scope, query) => [...scope.querySelectorAll(query)];

  // ---- Sorting: what is missing comes last both ways, equals keep their order ----

  const compare = new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare;
  const sort = (table, head, order) => {
    const index = [...head.parentNode.children].indexOf(head);
    const numeric = head.dataset.type === "number";
    const sign = order === "ascending" ? 1 : -1;
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row, place) => {
      row.dataset.place ??= place;
      const raw = row.cells[index].dataset.value;
      return { row, raw, value: numeric ? Number(raw) : raw };
    });
    rows.sort((a, b) => {
      if (a.raw === undefined || b.raw === undefined) {
        if (a.raw !== b.raw) return a.raw === undefined ? 1 : -1;
      } else {
        const way = numeric ? a.value - b.value : compare(a.value, b.value);
        if (way) return sign * way;
      }
      return a.row.dataset.place - b.row.dataset.place;
    });
    body.append(...rows.map(({ row }) => row));
    for (const other of head.parentNode.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", order);
  };

  const reverse = { ascending: "descending", descending: "ascending" };
  const short = { ascending: "asc", descending: "desc" };
  const long = { asc: "ascending", desc: "descending" };
  for (const table of all(document, "table.sortable")) {
    const main = table.hasAttribute("data-main");
    for (const head of all(table, "thead th[data-column]")) {
      head.querySelector("button")?.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        const order = now ? reverse[now] : head.dataset.first;
        sort(table, head, order);
        if (!main) return;
        remember("sort", head.dataset.column);
        remember("order", order === head.dataset.first ? "" : short[order]);
      });
      if (main && given("sort") === head.dataset.column) {
        sort(table, head, long[given("order")] ?? head.dataset.first);
      }
    }
  }

  // ---- Filters and column switches of one scope: its tools and all its tables ----

  const fold = (text) => text.normalize("NFKC").toLocaleLowerCase("en");
  for (const scope of all(document, "[data-scope]")) {
    const controls = all(scope, ".tools [name]:not([type=checkbox])");
    const count = scope.querySelector(".tools .count");
    const apply = () => {
      let shown = 0;
      let total = 0;
      for (const table of all(scope, "table.filtered")) {
        let here = 0;
        for (const row of table.tBodies[0].rows) {
          const keep = controls.every(({ name, value }) =>
            !value || (name === "q" ? fold(row.textContent).includes(fold(value)) : row.dataset[name] === value));
          row.hidden = !keep;
          here += keep;
          total += 1;
        }
        shown += here;
        const part = table.closest("[data-part]");
        const filtering = controls.some(({ value }) => value);
        const folded = table.closest("[data-part] details");
        if (part) part.hidden = !here && filtering;
        if (folded && filtering) folded.open = true;
      }
      if (count) count.textContent = shown === total ? `${total} rows` : `${shown} of ${total} rows`;
    };
    for (const control of controls) {
      const start = given(control.name);
      if (start) control.value = start;
      control.addEventListener("input", () => {
        remember(control.name, control.value);
        apply();
      });
    }
    scope.addEventListener("rows", apply);
    apply();

    const hidden = new Set(given("hide").split(",").filter(Boolean));
    for (const box of all(scope, ".columns input")) {
      const show = () => {
        for (const cell of all(scope, `[data-column="${box.value}"]`)) cell.hidden = !box.checked;
      };
      box.checked = !hidden.has(box.value);
      if (!box.checked) show();
      box.addEventListener("change", () => {
        if (box.checked) hidden.delete(box.value);
        else hidden.add(box.value);
        remember("hide", [...hidden].join(","));
        show();
      });
    }
  }
  document.addEventListener("click", (event) => {
    for (const open of all(document, ".columns[open]")) if (!open.contains(event.target)) open.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") for (const open of all(document, ".columns[open]")) open.open = false;
  });

  // ---- A row in the address stays in sight after sorting; a part in it is unfolded ----

  const show = () => {
    if (location.hash.length < 2) return;
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const closed = target?.closest("[data-part]")?.querySelector("details");
    if (closed) closed.open = true;
    target?.scrollIntoView();
  };
  addEventListener("hashchange", show);
  show();

  // The theme leaves its search dialog without a name.
  document.querySelector('[role="dialog"].md-search')?.setAttribute("aria-label", "Search");
})();
