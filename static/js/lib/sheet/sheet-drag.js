// Rows and columns of the key sheet, dragged by their headers to another place; Alt and an arrow key do the same by keyboard.

const SLACK_PIXELS = 5;

/** `move(ids, id, after)` gets the ids in their current order, the dragged one, and the one after which it was dropped. */
export function dragParts(sheet, signal, move) {
  sheet.addEventListener("pointerdown", (event) => begin(sheet, event, move), { signal });
}

function begin(sheet, event, move) {
  const head = event.target.closest("th");
  if (event.button || event.pointerType === "touch" || event.target.closest("button, input")) return;
  if (!head || !sheet.mayEdit) return;
  const isRow = Boolean(head.closest("[data-row]"));
  if (!isRow && !head.dataset.column) return;
  const parts = [...sheet.querySelectorAll(isRow ? "[data-row]" : "[data-column]")].filter((one) => isRow || one.dataset.column);
  const drag = { isRow, parts, own: isRow ? head.closest("[data-row]") : head, start: isRow ? event.clientY : event.clientX, place: -1, isMoved: false };
  const stop = new AbortController();
  const on = (name, act) => document.addEventListener(name, act, { signal: stop.signal });
  on("pointermove", (moved) => over(drag, moved));
  on("pointerup", () => end(drag, move, stop));
  on("pointercancel", () => end({ ...drag, isMoved: false }, move, stop));
  on("keydown", (pressed) => pressed.key === "Escape" && end({ ...drag, isMoved: false }, move, stop));
}

function over(drag, event) {
  const at = drag.isRow ? event.clientY : event.clientX;
  if (!drag.isMoved && Math.abs(at - drag.start) < SLACK_PIXELS) return;
  event.preventDefault();
  drag.isMoved = true;
  drag.own.setAttribute("data-dragged", "");
  drag.place = drag.parts.filter((one) => middle(one, drag.isRow) < at).length;
  for (const one of drag.parts) one.removeAttribute("data-drop");
  if (drag.place < drag.parts.length) drag.parts[drag.place].setAttribute("data-drop", "before");
  else drag.parts.at(-1).setAttribute("data-drop", "after");
}

function middle(element, isRow) {
  const box = element.getBoundingClientRect();
  return isRow ? (box.top + box.bottom) / 2 : (box.left + box.right) / 2;
}

function end(drag, move, stop) {
  stop.abort();
  drag.own.removeAttribute("data-dragged");
  for (const one of drag.parts) one.removeAttribute("data-drop");
  if (!drag.isMoved) return;
  // The link under the pointer was not clicked on purpose; its click comes immediately, or not at all.
  const click = new AbortController();
  document.addEventListener("click", (event) => (event.preventDefault(), event.stopPropagation()), { capture: true, signal: click.signal });
  setTimeout(() => click.abort());
  const ids = drag.parts.map((one) => one.dataset.row ?? one.dataset.column);
  move(ids, ids[drag.parts.indexOf(drag.own)], ids[drag.place - 1] ?? "");
}
