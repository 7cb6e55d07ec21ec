// The only module that sends edits: they go to the server in order and wait while it is unreachable. If two people changed one
// field, the later one chooses. The format of an edit is in modeler/core/edits/edit_types.py.

import { isOffered, offer, offerRestore } from "./conflicts.js";
import { OwnValues } from "./own-values.js";
import { hush, say } from "./server.js";
import { withToken } from "./tokens.js";

const AGAIN_MS = [500, 1000, 2000, 5000, 10_000];
const BUSY = 503;
const SILENT = { status: 0, body: { message: "The server does not respond." } };
const SIGNED_OUT = { status: 0, body: { message: "You are signed out, or signed in with another account. Sign in again in another tab." } };

const workbench = () => document.querySelector("[data-typed]");
// Also by person: the next person who signs in on this machine does not send another person's edits.
const me = () => document.querySelector("design-comments")?.dataset.me ?? "";
const shelf = (name = "edits") => `keysheet-${name}-${workbench()?.dataset.design}-${me()}:`;

let sending = null;
let attempts = 0;
let waited = "";
let order = 0;
const heard = new Map();
const own = new OwnValues();

/**
 * An id for a part that does not exist yet; its first letter is that of `kind`: "entity", "index", "item"... It sorts after those
 * of older parts, as those of designer/page/new_parts.py do.
 */
export function newId(kind) {
  const microseconds = Math.floor((performance.timeOrigin + performance.now()) * 1000).toString(16).padStart(15, "0");
  return `${kind[0]}z${microseconds}${crypto.randomUUID().slice(0, 6)}`;
}

/** Pending edits, oldest first. They survive a reload and a closed window. */
export function waiting() {
  return kept(shelf());
}

/** Edits that were rejected in the background, each with the reason; they stay until they are applied or discarded. */
export function refused() {
  return kept(shelf("refused"));
}

/** One entry per edit, so that two tabs can add and remove without reading each other's entries. */
function kept(prefix) {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix)).sort();
  return names.map((name) => JSON.parse(localStorage.getItem(name) ?? "null")).filter(Boolean);
}

function keep(change, name = "edits") {
  localStorage.setItem(`${shelf(name)}${change.at}-${change.key}`, JSON.stringify(change));
  told();
}

function forget(change, name = "edits") {
  localStorage.removeItem(`${shelf(name)}${change.at}-${change.key}`);
  told();
}

function told() {
  const detail = { count: waiting().length, refused: refused().length };
  document.dispatchEvent(new CustomEvent("keysheet:waiting", { detail }));
}

/** Send a refused edit again, based on the current value if it is known; removed parts are restored in the same change. */
export function applyAgain(change) {
  forget(change, "refused");
  const { refusal } = change;
  const restored = (refusal.restores ?? []).map((part) => ({ restore: part }));
  return edit([...restored, ...("theirs" in refusal ? onto(change.edits, refusal) : change.edits)], { label: change.label });
}

/** Discard a refused edit. */
export function drop(change) {
  forget(change, "refused");
}

/**
 * Make one change of a list of edits. Resolves when the server has answered: {ok, revision, stored, refusal, edits}; `stored` are
 * the fields as stored now, by "part.field". A refusal that `isSettled` is kept and shown already. While the server does not answer, the promise waits, and the change is kept in this
 * browser.
 */
export function edit(edits, { label = "" } = {}) {
  const before = undecided(edits);
  if (before) {
    remind(before);
    return Promise.resolve({ ok: false, refusal: { ...before.refusal, isSettled: true }, edits });
  }
  hush();
  const key = crypto.randomUUID();
  keep({ key, at: now(), edits: edits.map((one) => following(own.begun(one))), label });
  const answer = new Promise((resolve) => heard.set(key, resolve));
  flush();
  return answer;
}

/**
 * The change that wants the same, was refused because of a colleague's, and is not decided: a field that loses the focus saves its
 * text again, also when the person clicks one of the two values.
 */
function undecided(edits) {
  const wanted = wantedBy(edits);
  return refused().find((one) => ("theirs" in one.refusal || "restores" in one.refusal) && wantedBy(one.edits) === wanted);
}

/** What edits do, wherever they begin from. */
function wantedBy(edits) {
  return JSON.stringify(edits.map(({ base, shown, follows, instead, ...one }) => one));
}

/** Keep an edit that was refused and has no field any more that could show it. */
export function shelve(edits, refusal) {
  keep({ key: crypto.randomUUID(), at: now(), edits, label: "", refusal }, "refused");
}

/** A time that sorts as text, and orders the changes of one millisecond. */
function now() {
  order += 1;
  return `${String(Date.now()).padStart(15, "0")}.${String(order).padStart(5, "0")}`;
}

/** What an edit makes of the field that another one sets: {value, base, shown}; undefined if it does not set that field. */
function setting(one, { put, field }) {
  if (one.put === put && one.field === field) return one;
  return one.add && one.id === put && field in one.fields ? { value: one.fields[field], base: null, shown: null } : undefined;
}

/** An edit of a field that a pending change sets begins from that change: its base is known when that change is stored. */
function following(one) {
  const before = "put" in one && waiting().findLast((change) => change.edits.some((other) => setting(other, one)));
  return before ? { ...one, follows: before.key } : one;
}

/** The pending edits that begin from a change get their base: what the server stored, or the base of the refused change. */
function followed({ key, edits }, stored) {
  const settled = ({ follows, ...one }) => {
    const { value, base, shown } = edits.map((other) => setting(other, one)).findLast(Boolean);
    if (!stored) return { ...one, base, shown };
    const name = `${one.put}.${one.field}`;
    return name in stored ? { ...one, base: stored[name], shown: value } : one;
  };
  for (const change of waiting())
    if (change.edits.some((one) => one.follows === key))
      keep({ ...change, edits: change.edits.map((one) => (one.follows === key ? settled(one) : one)) });
}

/** Give one field a value, the most common use of `edit`. `field` is {part, field, base, shown}. */
export function put({ part, field, base = null, shown = null }, value, options) {
  return edit([{ put: part, field, value, base, shown }], options);
}

/** Send pending edits, one after the other; of several tabs, one sends. */
export function flush() {
  sending ??= alone(drain).finally(() => {
    sending = null;
    // Edits since the last check.
    if (waiting().length && !attempts) flush();
  });
  return sending;
}

function alone(act) {
  return navigator.locks ? navigator.locks.request(shelf(), act) : act();
}

async function drain() {
  for (let [first] = waiting(); first; [first] = waiting()) {
    const answer = await send(first);
    if (!answer.status || answer.status === BUSY) {
      later(answer.body.message);
      return;
    }
    attempts = 0;
    await answered(first, answer);
  }
}

/** Status 0 if the application does not answer: it is unreachable, only its proxy answers, or the session has ended. BUSY is an answer. */
async function send({ key, edits, label }) {
  const page = workbench();
  if (!page) return SILENT;
  try {
    const response = await withToken(page.dataset.typed, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ edits, label, key }),
    });
    const isOurs = !response.redirected && response.headers.get("Content-Type")?.startsWith("application/json");
    if (response.status === 429 || (response.status >= 500 && !(isOurs && response.status === BUSY))) return SILENT;
    if (isOurs) return { status: response.status, body: await response.json() };
    return SIGNED_OUT;
  } catch {
    return SILENT;
  }
}

function later(reason) {
  if (!attempts || reason !== waited) say(`Not saved yet. ${reason} Your edit is kept here and sent again.`, true);
  setTimeout(flush, AGAIN_MS[Math.min(attempts, AGAIN_MS.length - 1)]);
  attempts += 1;
  waited = reason;
}

/** An edit is removed from storage when the server has answered: closing the window before that asks for confirmation. */
async function answered(change, { status, body }) {
  const anew = status === 409 && own.anew(change.edits, body);
  if (anew) {
    keep({ ...change, edits: anew });
    return;
  }
  const tell = heard.get(change.key);
  heard.delete(change.key);
  followed(change, status === 200 ? body.stored : null);
  if (status === 200) {
    own.remember(change.edits, body.stored);
    forget(change);
    say("");
    document.dispatchEvent(new CustomEvent("keysheet:saved", { detail: { revision: body.revision } }));
    tell?.({ ok: true, revision: body.revision, stored: body.stored });
  } else if (status === 409 && ("theirs" in body || "restores" in body)) {
    // Kept as not saved before the choice is shown: later edits do not wait for it, and a closed page does not lose it.
    const stale = { ...change, refusal: body };
    for (const older of refused()) if (replaces(stale, older)) forget(older, "refused");
    keep(stale, "refused");
    forget(change);
    remind(stale);
    document.dispatchEvent(new CustomEvent("keysheet:refresh"));
    tell?.({ ok: false, refusal: { ...body, isSettled: true } });
  } else {
    // The person who typed sees the error at the field; for an edit from before a reload, or of a part that is gone, there is no
    // such field.
    const isGone = status === 404 || !tell;
    if (isGone) keep({ ...change, refusal: body }, "refused");
    forget(change);
    say(body.message, true);
    tell?.({ ok: false, refusal: { ...body, isSettled: isGone }, edits: change.edits });
  }
}

/** Does a refused change set all fields that an earlier one of this person set? Then only the later text is wanted. */
function replaces(change, older) {
  return older.at < change.at && older.edits.every((one) => "put" in one && change.edits.some((other) => other.put === one.put && other.field === one.field));
}

/** Ask for the choice of a change that was refused because of a colleague's, once. */
function remind(change) {
  say("Your text is not saved: choose beside the field.", true);
  if (!isOffered(change.key)) choose(change);
}

/** Show that choice. */
function choose(change) {
  const { edits, refusal } = change;
  const isKept = () => refused().some((one) => one.key === change.key);
  const decide = (choice) => void (choice === "mine" ? applyAgain(change) : drop(change));
  if ("theirs" in refusal) {
    offer(change, { isKept, written, decide });
    return;
  }
  const put = edits.find((one) => "put" in one);
  const text = () => (put ? written(put.value) : change.label || `${edits.length} edits`);
  offerRestore({ key: change.key, part: put?.put ?? refusal.path, field: put?.field ?? "", refusal }, { isKept, text, decide });
}

/** The same edits, based on the current values. */
function onto(edits, { part, field, base, theirs }) {
  return edits.map((one) => (one.put === part && one.field === field ? { ...one, base, shown: theirs, instead: undefined } : one));
}

export function written(value) {
  if (value === null || value === undefined || value === "") return "nothing";
  const parts = typeof value === "object" && !Array.isArray(value) ? Object.entries(value) : [];
  const isPlain = parts.length > 0 && parts.every(([, one]) => ["string", "number"].includes(typeof one));
  if (isPlain) return parts.map(([name, one]) => `${name} ${one}`).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

window.addEventListener("online", () => flush());
window.addEventListener("storage", told);
document.addEventListener("keysheet:live", () => flush());
if (document.readyState === "complete") flush();
else window.addEventListener("load", () => waiting().length && flush());
