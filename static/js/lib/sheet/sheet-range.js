// A range of cells selected with the mouse; Shift and an arrow key do the same by keyboard. Within one cell, the mouse selects
// text.

/** `extend(from, to)` gets the cell in which the mouse button was pressed and the current one. */
export function dragRange(sheet, signal, extend) {
  sheet.addEventListener("pointerdown", (event) => begin(sheet, event, extend), { signal });
}

function begin(sheet, event, extend) {
  const from = event.target.closest("key-cell");
  if (!from || from.isEditing || event.button || event.shiftKey || event.pointerType === "touch") return;
  const stop = new AbortController();
  let last = from;
  const on = (name, act) => document.addEventListener(name, act, { signal: stop.signal });
  on("pointermove", (moved) => {
    const to = moved.target.closest?.("key-cell");
    if (!to || to === last || !sheet.contains(to)) return;
    last = to;
    sheet.setAttribute("data-ranging", "");
    getSelection().removeAllRanges();
    extend(from, to);
  });
  on("pointerup", () => end(sheet, stop));
  on("pointercancel", () => end(sheet, stop));
}

function end(sheet, stop) {
  stop.abort();
  if (!sheet.hasAttribute("data-ranging")) return;
  sheet.removeAttribute("data-ranging");
  // Releasing the button over the first cell also clicks it: this click does not edit.
  const click = new AbortController();
  document.addEventListener("click", (event) => (event.preventDefault(), event.stopPropagation()), { capture: true, signal: click.signal });
  setTimeout(() => click.abort());
}
