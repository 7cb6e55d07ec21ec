// Comments that are being sent: text is kept in this browser until the server has stored it, and stored once even if it is sent
// several times.

import { post, sentence } from "./server.js";

const AGAIN_MS = 4000;
const design = () => document.querySelector("[data-design]")?.dataset.design ?? "";
const shelf = () => `keysheet-comment-${design()}:`;

let again = 0;
let flushing = null;

/** The unsent text at a place: {text, key, address, fields, isSent, refusal}. */
export function draft(place) {
  return JSON.parse(localStorage.getItem(shelf() + place) ?? "null");
}

/** Keep the text at a place; an empty text deletes it. */
export function keep(place, record) {
  if (record?.text) localStorage.setItem(shelf() + place, JSON.stringify(record));
  else localStorage.removeItem(shelf() + place);
}

/** Send the text at a place: now, or as soon as the server answers. */
export function send(place, { text, address, fields }) {
  const key = draft(place)?.key ?? crypto.randomUUID();
  keep(place, { text, key, address, fields, isSent: true });
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
