// The right panel follows the focus in the middle: the page reports what has it, beside its address.

const PAUSE_MS = 200;
const NAMES = ["focus", "key", "into"];

/**
 * Report the part that has the focus, after a pause: a person who walks over many cells waits for none of them. Who chooses
 * something during the pause sees the choice.
 */
export function followFocus(workbench, signal) {
  let waiting = 0;
  const entered = (event) => {
    const seen = workbench.querySelector(".middle").contains(event.target) && whatHas(event.target);
    if (!seen) return;
    clearTimeout(waiting);
    const before = selection();
    waiting = setTimeout(() => workbench.isConnected && selection() === before && report(workbench, seen), PAUSE_MS);
  };
  document.addEventListener("focusin", entered, { signal });
  signal.addEventListener("abort", () => clearTimeout(waiting));
}

/** What was reported last, as part of a query. */
export function focusQuery(query) {
  const seen = document.getElementById("workbench")?.dataset ?? {};
  for (const name of NAMES) if (seen[`at${name}`]) query.set(name, seen[`at${name}`]);
}

/** The view and the selected part, as the address says. */
function selection() {
  const query = new URLSearchParams(location.search);
  return [location.pathname, query.get("part"), query.get("pattern")].join();
}

function whatHas(element) {
  const cell = element.closest("key-cell");
  if (cell) return { focus: cell.dataset.part || cell.dataset.entity, key: cell.dataset.field, into: cell.dataset.index };
  const item = element.closest("[data-item]");
  // Items are what a selected pattern reads: among them, its panel is shown.
  if (item) return new URL(location.href).searchParams.has("pattern") ? {} : { focus: item.dataset.entity };
  const row = element.closest("[data-pattern-row]");
  if (row) return { focus: row.dataset.patternRow };
  const head = element.closest("[data-head]")?.closest("[data-row], [data-column]");
  return head ? { focus: head.dataset.row ?? (head.dataset.column || head.closest("key-sheet").dataset.table) } : null;
}

function report(workbench, seen) {
  const { dataset } = workbench;
  if (NAMES.every((name) => (dataset[`at${name}`] ?? "") === (seen[name] ?? ""))) return;
  for (const name of NAMES) dataset[`at${name}`] = seen[name] ?? "";
  document.dispatchEvent(new CustomEvent("keysheet:refresh"));
}
