// Two people changed one field, or one removed what the other edits: the texts stand beside the field until this person chooses.
// The choice never takes the focus, so that what is typed meanwhile goes where it was meant to go; it also waits among the edits
// that are not saved.

import { timeOfDay } from "../clock.js";

const GAP = 6;

/**
 * Offer both values of a refused change. `isKept()`: is it still undecided? `written(value)` is a value as text, and
 * `decide(choice)` gets "mine" or "theirs".
 */
export function offer(change, { isKept, written, decide }) {
  const { part, field, message, by, at, is_own: isOwn, theirs } = change.refusal;
  const mine = change.edits.find((one) => one.put === part && one.field === field)?.value;
  const texts = { by: isOwn ? "You, elsewhere, were" : `${by || "Somebody"} was`, said: message, at: clock(at), theirs: written(theirs), mine: written(mine) };
  place({ key: change.key, template: "stale-choice", label: "Changed while you typed", part, field, texts, isKept, decide });
}

/** Is the choice of the change with this key shown? */
export const isOffered = (key) => document.querySelector(`.conflict[data-key="${CSS.escape(key)}"]`) !== null;

/** Who removed a part, as the subject of a sentence. */
export const remover = (refusal) => (refusal.is_own ? "You, elsewhere," : refusal.by || "Somebody");

/**
 * Offer to restore the part of a refused change. `text()` is what the person typed, as it is now; `decide(choice)` gets "mine" or
 * "theirs".
 */
export function offerRestore({ key = "", part, field, refusal }, { isKept, text, decide }) {
  const texts = { by: remover(refusal), removed: refusal.name, at: clock(refusal.at), mine: text() };
  const copied = (choice) => (choice === "copy" ? void navigator.clipboard.writeText(text()) : decide(choice));
  return place({ key, template: "removed-choice", label: "Removed while you typed", part, field, texts, isKept, decide: copied });
}

/** Show a choice beside a field until it is made, or until `isKept()` is false. Returns the element. */
function place({ key, template, label, part, field, texts, isKept, decide }) {
  const spot = `${part}.${field}`;
  for (const older of document.querySelectorAll(".conflict")) if (older.dataset.place === spot) older.remove();
  const box = document.createElement("section");
  Object.assign(box, { className: "conflict", popover: "manual", innerHTML: document.getElementById(template).innerHTML });
  Object.assign(box.dataset, { place: spot, key });
  box.setAttribute("aria-label", label);
  for (const [name, text] of Object.entries(texts)) box.querySelector(`[data-${name}]`).textContent = text;
  document.body.append(box);
  box.showPopover();

  const stop = new AbortController();
  const { signal } = stop;
  const close = () => (stop.abort(), box.remove());
  const move = () => (box.isConnected ? beside(box, elementOf(part, field)) : stop.abort());
  box.addEventListener("click", (event) => {
    const choice = event.target.closest("[data-choice]")?.dataset.choice;
    if (choice === undefined) return;
    if (choice !== "copy") close();
    if (choice !== "later") decide(choice);
  }, { signal });
  document.addEventListener("keysheet:waiting", () => !isKept() && close(), { signal });
  document.addEventListener("scroll", move, { signal, capture: true, passive: true });
  document.addEventListener("htmx:after:swap", move, { signal });
  window.addEventListener("resize", move, { signal });
  move();
  return box;
}

function clock(at) {
  return at ? ` (${timeOfDay(new Date(at))})` : "";
}

/** The element that shows a field: a cell of the sheet, a field of a form, or a value in the grid. */
function elementOf(part, field) {
  const own = document.querySelector(`[data-part="${CSS.escape(part)}"][data-field="${CSS.escape(field)}"]`);
  const name = field.startsWith("values.") ? field.slice("values.".length) : "";
  return own ?? (name ? document.getElementById(`row-${part}`)?.querySelector(`[data-name="${CSS.escape(name)}"]`) : null);
}

/** Below the element, or above it if there is no room; without an element, in the corner above the status bar. */
function beside(box, element) {
  const at = element?.getBoundingClientRect();
  const own = box.getBoundingClientRect();
  const [right, bottom] = [innerWidth - own.width - GAP, innerHeight - own.height - GAP];
  const left = at?.width ? at.left : right;
  const top = at?.width ? (at.bottom + GAP > bottom ? at.top - own.height - GAP : at.bottom + GAP) : bottom - 28;
  box.style.left = `${Math.max(GAP, Math.min(left, right))}px`;
  box.style.top = `${Math.max(GAP, Math.min(top, bottom))}px`;
}
