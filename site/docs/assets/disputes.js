// Beside each entry of gold, a link to the issue form that disputes it, filled in. They are added
// when a list is opened: written into every page they would be a quarter of its size.
(() => {
  "use strict";

  const link = (base, fields) => {
    const address = new URL(base);
    for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
    const made = document.createElement("a");
    made.href = address.href;
    made.rel = "nofollow noopener";
    made.className = "dispute";
    made.textContent = "dispute this entry";
    return made;
  };

  const fill = (base, table) => {
    if (table.dataset.disputable === "done") return;
    table.dataset.disputable = "done";
    const names = (table.dataset.fields ?? "").split(" ");
    for (const row of table.tBodies[0].rows) {
      const gold = row.querySelector('td[data-column="gold"]:not(.missing)');
      if (!gold) continue;
      const values = [...gold.querySelectorAll("bdi")].map((part) => part.textContent);
      const entry = names.map((name, place) => `${name}: ${values[place] ?? ""}`).join("\n");
      const { contract } = row.dataset;
      gold.append(link(base, { contract, category: table.dataset.category, entry }));
    }
  };

  for (const scope of document.querySelectorAll("[data-dispute]")) {
    const base = scope.dataset.dispute;
    for (const table of scope.querySelectorAll("table[data-fields]")) {
      const list = table.closest("details");
      list?.addEventListener("toggle", () => list.open && fill(base, table));
      if (!list || list.open) fill(base, table);
    }
    for (const row of scope.querySelectorAll('table[data-table="cases"] tbody tr')) {
      const cell = (name) => row.querySelector(`[data-column="${name}"]`);
      const [name, kind] = ["case", "type"].map((part) => cell(part).textContent);
      cell("clause").append(link(base, { contract: name, category: kind, entry: `case: ${name}` }));
    }
  }
})();
