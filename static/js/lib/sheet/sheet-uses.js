// The patterns that use a cell, and the cells that a pattern uses: hovering or focusing one highlights the others. A cell has
// the ids of its patterns, which are those of the outline's rows.

export function lightUses(sheet, signal) {
  const look = (event) => {
    // The sheets of all tables are lit at once, by the first one.
    if (sheet !== document.querySelector("key-sheet")) return;
    const target = event.target.closest?.("key-cell, [id^='outline-']");
    light(target);
  };
  document.addEventListener("pointerover", look, { signal });
  document.addEventListener("focusin", look, { signal });
}

function light(target) {
  const cells = target?.matches("key-cell") ? [] : cellsOf(target?.id.slice("outline-".length));
  const rows = target?.matches("key-cell") ? rowsOf(target) : [];
  for (const old of document.querySelectorAll("[data-lit-use]")) if (!cells.includes(old) && !rows.includes(old)) old.removeAttribute("data-lit-use");
  for (const one of [...cells, ...rows]) one.setAttribute("data-lit-use", "");
}

function cellsOf(pattern) {
  return pattern ? [...document.querySelectorAll(`key-cell[data-uses~="${CSS.escape(pattern)}"]`)] : [];
}

function rowsOf(cell) {
  const ids = (cell.dataset.uses ?? "").split(" ").filter(Boolean);
  return ids.map((id) => document.getElementById(`outline-${id}`)).filter(Boolean);
}
