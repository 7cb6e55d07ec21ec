// Requests to the server outside of htmx's attributes.

import { focusQuery } from "../focus-follow.js";
import { tall } from "../grid/grid-window.js";
import { UNANSWERED, UNREACHED } from "./silence.js";
import { isRefused, withToken } from "./tokens.js";

const SIGNED_OUT = "You are signed out. Sign in again in another tab, then try again here.";

/**
 * POST form fields; the answer has `status` (0 if the server does not respond), `text`, `revision` (0 without a new one), `said`
 * (what the server tells), `version` (of a fragment that has one). It never rejects: `sentence(text)` says what happened.
 */
export function post(address, fields) {
  const request = () => withToken(address, { method: "POST", headers: { "HX-Request": "true" }, body: new URLSearchParams(fields) });
  return asked(request, UNANSWERED);
}

/** GET a fragment, with an answer like that of `post`; 204 if it is still the version `has`. */
export function get(address, has = "") {
  const headers = { "HX-Request": "true", ...(has && { "Keysheet-Has": has }) };
  return asked(() => fetch(address, { headers }), UNREACHED);
}

async function asked(request, silence) {
  try {
    const response = await request();
    return response.headers.has("Keysheet-Signed-Out") || isRefused(response) ? failed(401, SIGNED_OUT) : await read(response);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return failed(0, silence);
  }
}

const failed = (status, text) => ({ status, text, part: "", said: "", version: "", revision: 0 });

async function read(response) {
  const text = response.status === 204 ? "" : await response.text();
  const told = (name) => response.headers.get(`Keysheet-${name}`) ?? "";
  return { status: response.status, text, part: told("Part"), said: decodeURIComponent(told("Said")), version: told("Version"), revision: Number(told("Revision")) };
}

/**
 * The position of this page, as a query: its address, the start of the grid's window, its height, the folded collections, and the
 * part that has the focus.
 */
export function place() {
  const query = new URLSearchParams(location.search);
  const element = document.querySelector("item-grid");
  const grid = element?.dataset;
  for (const [name, value] of [["first", Number(grid?.first ?? 0)], ["folded", grid?.folded], ["heads", grid?.heads], ["tall", tall(element)]])
    if (value) query.set(name, value);
    else query.delete(name);
  focusQuery(query);
  return query.size ? `?${query}` : "";
}

/** The text of an error response, parsed in a separate document in which no script runs and nothing is loaded. */
export function sentence(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const said = page.querySelector(".refusal") ?? page.querySelector("main") ?? page.body;
  return said.textContent.replace(/\s+/g, " ").trim();
}

/** Replace an element by a fragment, keeping focus, scroll position and typed text. */
export function morph(target, text) {
  return swapped(target, text, "outerMorph");
}

/** The same for the contents of an element. */
export function morphInside(target, text) {
  return swapped(target, text, "innerMorph");
}

/** The address stays: for a form or a link, htmx would push that of its request, and there is none. */
function swapped(target, text, swap) {
  return window.htmx.swap({ target, text, swap, sourceElement: target, request: {}, response: {}, push: false });
}

/** Show a fragment in the page's one dialog. */
export function show(text) {
  const dialog = document.getElementById("dialog");
  dialog.innerHTML = text;
  window.htmx.process(dialog);
  if (dialog.open) dialog.querySelector("[autofocus]")?.focus();
  else dialog.showModal();
  return dialog;
}

const SHOWN_MS = 10_000;
let fading = 0;

/** Show a message over the status bar. A grave one stays until the next one; any other goes after a while. */
export function say(sentence, isGrave = false) {
  const place = document.getElementById("said");
  if (!place) return;
  clearTimeout(fading);
  place.textContent = sentence;
  place.classList.toggle("refusal", isGrave);
  if (sentence && !isGrave) fading = setTimeout(() => { place.textContent = ""; }, SHOWN_MS);
}

/** A new change begins: the message about an earlier one is out of date. */
export function hush() {
  if (!document.getElementById("said")?.classList.contains("refusal")) say("");
}
