// Comments that are being sent: text is kept in this browser until the server has stored it, and stored once even if it is sent
// several times.

import { post, sentence } from "./server.js";

const AGAIN_MS = 4000;
const design = () => document.querySelector("[data-design]")?.dataset.design ?? "";
// Also by person: what one person has begun is not sent in the name of the next one who signs in on this machine.
const me = () => document.querySelector("design-comments")?.dataset.me ?? "";
const shelf = () => `keysheet-comment-${design()}-${me()}:`;

let again = 0;
let flushing = null;

/** The unsent text at a place: {text, key, title, comments, address, fields, isSent, refusal}. */
export function draft(place) {
  return JSON.parse(localStorage.getItem(shelf() + place) ?? "null");
}

/** Keep the text at a place; an empty text deletes it. */
export function keep(place, record) {
  if (record?.text) localStorage.setItem(shelf() + place, JSON.stringify(record));
  else localStorage.removeItem(shelf() + place);
  document.dispatchEvent(new CustomEvent("keysheet:drafts"));
}

/** Texts that are not being sent and that no field shows: of a closed dialog, or of a part that is gone. */
export function unshown() {
  const shown = new Set([...document.querySelectorAll("comment-box")].filter((one) => one.checkVisibility()).map((one) => one.place));
  return places().filter((place) => !shown.has(place) && !draft(place).isSent).map((place) => ({ place, ...draft(place) }));
}

/** Send the text at a place: now, or as soon as the server answers. */
export function send(place, { text, address, fields }) {
  const kept = draft(place);
  keep(place, { ...kept, text, key: kept?.key ?? crypto.randomUUID(), address, fields, isSent: true });
  return flush();
}

/** Send everything that waits. */
export function flush() {
  flushing ??= drain().finally(() => {
    flushing = null;
  });
  return flushing;
}

async function drain() {
  for (const place of places()) {
    const record = draft(place);
    if (!record?.isSent) continue;
    const answer = await post(record.address, { ...record.fields, text: record.text, key: record.key });
    if (!answer.status || answer.status >= 500 || answer.status === 429) {
      clearTimeout(again);
      again = setTimeout(flush, AGAIN_MS);
      tell(place, "waits");
      return;
    }
    const isSaid = answer.status < 300;
    const refusal = isSaid ? "" : sentence(answer.text);
    keep(place, isSaid ? null : { ...record, isSent: false, refusal });
    tell(place, isSaid ? "said" : "refused");
  }
}

function places() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(shelf()));
  return names.map((name) => name.slice(shelf().length));
}

function tell(place, state) {
  document.dispatchEvent(new CustomEvent("keysheet:comment", { detail: { place, state } }));
}

window.addEventListener("online", () => flush());
document.addEventListener("keysheet:live", () => flush());
window.addEventListener("load", () => places().length && flush());
