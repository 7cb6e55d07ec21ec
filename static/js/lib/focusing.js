// Focuses the target of a link: the first of several elements that exists and can be focused.

const TAKES = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]";
// A field begins with its help, which Tab leaves out: what was meant is its control.
const REACHED = `:is(${TAKES}):not([tabindex="-1"])`;

/** Focus the first of these ids (separated by spaces) that can have the focus, or its content; false if none can. */
export function focusOn(ids) {
  for (const id of ids.split(" ").filter(Boolean)) {
    const found = document.getElementById(id);
    const target = found?.matches(TAKES) ? found : (found?.querySelector(REACHED) ?? found?.querySelector(TAKES));
    if (!target) continue;
    for (let above = target.closest("details"); above; above = above.parentElement.closest("details")) above.open = true;
    target.focus();
    target.scrollIntoView({ block: "nearest" });
    return true;
  }
  return false;
}

/** The same after a link: an item that is not in the window of the grid is sought. */
export function goTo(ids) {
  const row = ids.split(" ").find((id) => id.startsWith("row-"));
  if (focusOn(ids)) arrivedAt(document.activeElement.closest("[id]"));
  else if (row) void seek(row);
}

/** Scroll the grid to an item, which gets the focus. */
export async function seek(id) {
  await customElements.whenDefined("item-grid");
  await document.querySelector("item-grid")?.seek(id.slice("row-".length));
  const row = document.getElementById(id);
  if (row) arrivedAt(row);
}

let arrival = null;

/** Light what a link led to until the focus is elsewhere; an update that replaces it for a moment does not end that. */
export function arrivedAt(target) {
  const place = target?.closest(".item, key-cell, [data-pattern-row], .finding") ?? target;
  if (!place) return;
  arrival?.abort();
  arrival = new AbortController();
  const { signal } = arrival;
  const now = () => (place.isConnected || !place.id ? place : document.getElementById(place.id));
  const light = () => now()?.setAttribute("data-arrived", "");
  light();
  signal.addEventListener("abort", () => now()?.removeAttribute("data-arrived"));
  document.addEventListener("htmx:after:swap", light, { signal });
  for (const name of ["focusin", "pointerdown"])
    document.addEventListener(name, (event) => !now()?.contains(event.target) && arrival.abort(), { signal });
}
