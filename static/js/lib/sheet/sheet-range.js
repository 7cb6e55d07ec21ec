// A range of cells selected with the mouse; Shift and an arrow key do the same by keyboard. Within one cell, the mouse selects
// text. Dragged from its lower right corner, a key fills the cells of the other entities below or above; Ctrl D does it by keyboard.

const CORNER_PIXELS = 10;

/** `extend(from, to)` gets the cell in which the mouse button was pressed and the current one. */
export function dragRange(sheet, signal, extend) {
  sheet.addEventListener("pointerdown", (event) => begin(sheet, event, extend), { signal });
}

function begin(sheet, event, extend) {
  const from = event.target.closest("key-cell");
  if (!from || from.isEditing || event.button || event.shiftKey || event.pointerType === "touch") return;
  const stop = new AbortController();
  const fills = sheet.mayEdit && isAtCorner(from, event);
  let last = from;
  const on = (name, act) => document.addEventListener(name, act, { signal: stop.signal });
  on("pointermove", (moved) => {
    const to = moved.target.closest?.("key-cell");
    if (!to || to === last || !sheet.contains(to) || (fills && !isSameKey(from, to))) return;
    last = to;
    sheet.setAttribute("data-ranging", "");
    getSelection().removeAllRanges();
    extend(from, to);
  });
  on("pointerup", () => {
    end(sheet, stop);
    if (fills && last !== from) void sheet.fillDown(from, from);
  });
  on("pointercancel", () => end(sheet, stop));
}

function isAtCorner(cell, { clientX, clientY }) {
  const { right, bottom } = cell.getBoundingClientRect();
  return cell.contains(document.activeElement) && right - clientX < CORNER_PIXELS && bottom - clientY < CORNER_PIXELS;
}

const isSameKey = ({ dataset: one }, { dataset: other }) => one.index === other.index && one.field === other.field;

function end(sheet, stop) {
  stop.abort();
  if (!sheet.hasAttribute("data-ranging")) return;
  sheet.removeAttribute("data-ranging");
  // Releasing the button over the first cell also clicks it: this click does not edit.
  const click = new AbortController();
  document.addEventListener("click", (event) => (event.preventDefault(), event.stopPropagation()), { capture: true, signal: click.signal });
  setTimeout(() => click.abort());
}
