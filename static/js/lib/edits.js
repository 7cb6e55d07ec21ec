// The one gateway of edits: what is typed goes to the server in order, is kept while there is none, and what two hands did
// to one field is shown to the later one, who chooses. An edit is written as modeler/core/typed_edits.py reads it.

import { say, show } from "./server.js";

const AGAIN_MS = [500, 1000, 2000, 5000, 10_000];
const ID_CHARACTERS = 11;

const workbench = () => document.querySelector("[data-typed]");
const shelf = () => `keysheet-edits-${workbench()?.dataset.design}`;

let sending = null;
let attempts = 0;
const heard = new Map();

/** An id for a part that does not exist yet; `kind` is its first letter's source: "entity", "index", "item"... */
export function newId(kind) {
  return kind[0] + crypto.randomUUID().replaceAll("-", "").slice(0, ID_CHARACTERS);
}

/** The edits that wait, oldest first. They outlive a reload and a closed window. */
export function waiting() {
  return JSON.parse(localStorage.getItem(shelf()) ?? "[]");
}

function keep(list) {
  if (list.length) localStorage.setItem(shelf(), JSON.stringify(list));
  else localStorage.removeItem(shelf());
  document.dispatchEvent(new CustomEvent("keysheet:waiting", { detail: { count: list.length } }));
}

/**
 * Make one change of a list of edits. Resolves when the server has answered: {ok, revision, refusal}. While the server does
 * not answer the promise waits, and so does the change, on this machine.
 */
export function edit(edits, { label = "" } = {}) {
  const key = crypto.randomUUID();
  keep([...waiting(), { key, edits, label }]);
  const answer = new Promise((resolve) => heard.set(key, resolve));
  flush();
  return answer;
}

/** Give one field a value: what `edit` is mostly called for. `field` is {part, field, base, shown}. */
export function put({ part, field, base = null, shown = null }, value, options) {
  return edit([{ put: part, field, value, base, shown }], options);
}

/** Send what waits, one after the other. */
export function flush() {
  sending ??= drain().finally(() => {
    sending = null;
  });
  return sending;
}

async function drain() {
  for (let [first] = waiting(); first; [first] = waiting()) {
    const answer = await send(first);
    if (!answer) {
      later();
      return;
    }
    attempts = 0;
    keep(waiting().filter((one) => one.key !== first.key));
    await answered(first, answer);
  }
}

/** null where the server does not answer, or only its proxy does. */
async function send({ key, edits, label }) {
  const page = workbench();
  if (!page) return null;
  try {
    const response = await fetch(page.dataset.typed, {
      method: "POST",
      headers: { "X-CSRFToken": document.body.dataset.csrf, "Content-Type": "application/json" },
      body: JSON.stringify({ edits, label, key }),
    });
    if (response.status >= 500 || response.status === 429) return null;
    return { status: response.status, body: await response.json().catch(() => ({ message: "This is not saved: sign in again." })) };
  } catch {
    return null;
  }
}

function later() {
  say("Not saved yet: the server does not answer. What you typed is kept here and sent again.", true);
  setTimeout(flush, AGAIN_MS[Math.min(attempts, AGAIN_MS.length - 1)]);
  attempts += 1;
}

async function answered(change, { status, body }) {
  const tell = heard.get(change.key) ?? (() => {});
  heard.delete(change.key);
  if (status === 200) {
    say("");
    document.dispatchEvent(new CustomEvent("keysheet:saved", { detail: { revision: body.revision } }));
    tell({ ok: true, revision: body.revision });
  } else if (status === 409 && "theirs" in body) {
    const choice = await choose(change, body);
    if (choice === "mine") tell(await edit(onto(change.edits, body), { label: change.label }));
    else {
      document.dispatchEvent(new CustomEvent("keysheet:refresh"));
      tell({ ok: false, refusal: { ...body, isSettled: true } });
    }
  } else {
    say(body.message, true);
    tell({ ok: false, refusal: body });
  }
}

/** The same edits, begun from what is there now. */
function onto(edits, { part, field, base, theirs }) {
  return edits.map((one) => (one.put === part && one.field === field ? { ...one, base, shown: theirs } : one));
}

/** Both values, and the person chooses; closing the dialog leaves what is there. */
function choose(change, stale) {
  const mine = change.edits.find((one) => one.put === stale.part)?.value;
  const dialog = show(document.getElementById("stale-choice").innerHTML);
  dialog.querySelector("[data-said]").textContent = stale.message;
  dialog.querySelector("[data-by]").textContent = stale.by || "Somebody";
  dialog.querySelector("[data-theirs]").textContent = written(stale.theirs);
  dialog.querySelector("[data-mine]").textContent = written(mine);
  return new Promise((resolve) => {
    let choice = "theirs";
    dialog.addEventListener("click", (event) => {
      const button = event.target.closest("[data-choice]");
      if (!button) return;
      choice = button.dataset.choice;
      dialog.close();
    });
    dialog.addEventListener("close", () => resolve(choice), { once: true });
  });
}

function written(value) {
  if (value === null || value === undefined || value === "") return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}

window.addEventListener("online", () => flush());
document.addEventListener("keysheet:live", () => flush());
if (document.readyState === "complete") flush();
else window.addEventListener("load", () => waiting().length && flush());
