// Rows of a list, dragged to another place. Alt and an arrow key do the same by keyboard.

const SLACK_PIXELS = 5;

/** `dropped(row, after)` gets the dragged row and the one after which it was dropped; null is the first place. */
export function draggedRows(list, selector, signal, dropped) {
  list.addEventListener("pointerdown", (event) => begin(list, selector, event, dropped), { signal });
  // The browser's own drag of a link would end this one.
  list.addEventListener("dragstart", (event) => event.target.closest?.(selector) && event.preventDefault(), { signal });
}

function begin(list, selector, event, dropped) {
  const own = event.target.closest(selector);
  if (!own || event.button || event.shiftKey || event.ctrlKey || event.pointerType === "touch" || event.target.closest("button, input, select, textarea")) return;
  const drag = { own, rows: [...list.querySelectorAll(selector)], start: event.clientY, place: -1 };
  const stop = new AbortController();
  const on = (name, act) => document.addEventListener(name, act, { signal: stop.signal });
  on("pointermove", (moved) => over(drag, moved));
  on("pointerup", () => end(drag, stop, dropped));
  on("pointercancel", () => end({ ...drag, place: -1 }, stop, dropped));
  on("keydown", (pressed) => pressed.key === "Escape" && end({ ...drag, place: -1 }, stop, dropped));
}

function over(drag, event) {
  if (drag.place < 0 && Math.abs(event.clientY - drag.start) < SLACK_PIXELS) return;
  event.preventDefault();
  getSelection().removeAllRanges();
  drag.own.setAttribute("data-dragged", "");
  drag.place = drag.rows.filter((one) => middle(one) < event.clientY).length;
  for (const one of drag.rows) one.removeAttribute("data-drop");
  if (drag.place < drag.rows.length) drag.rows[drag.place].setAttribute("data-drop", "before");
  else drag.rows.at(-1).setAttribute("data-drop", "after");
}

function middle(row) {
  const box = row.getBoundingClientRect();
  return (box.top + box.bottom) / 2;
}

function end(drag, stop, dropped) {
  stop.abort();
  drag.own.removeAttribute("data-dragged");
  for (const one of drag.rows) one.removeAttribute("data-drop");
  if (drag.place < 0) return;
  // The link under the pointer was not clicked on purpose; its click comes immediately, or not at all.
  const click = new AbortController();
  document.addEventListener("click", (event) => (event.preventDefault(), event.stopPropagation()), { capture: true, signal: click.signal });
  setTimeout(() => click.abort());
  const above = drag.rows[drag.place - 1] ?? null;
  if (above !== drag.own) dropped(drag.own, above);
}
