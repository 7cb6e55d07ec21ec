// What the page says to the server outside of htmx's attributes.

import { tall } from "./grid-window.js";

const headers = () => ({ "X-CSRFToken": document.body.dataset.csrf, "HX-Request": "true" });

/** POST form fields; the answer has `status`, `text`, `revision` (0 where none was made). */
export async function post(address, fields) {
  const response = await fetch(address, { method: "POST", headers: headers(), body: new URLSearchParams(fields) });
  return read(response);
}

/** GET a fragment. */
export async function get(address) {
  return read(await fetch(address, { headers: headers() }));
}

async function read(response) {
  const text = response.status === 204 ? "" : await response.text();
  return { status: response.status, text, part: response.headers.get("Keysheet-Part") ?? "", revision: Number(response.headers.get("Keysheet-Revision") ?? 0) };
}

/** Where this page looks, as a query: its address, where the grid's window begins, how tall it is, and what is folded in it. */
export function place() {
  const query = new URLSearchParams(location.search);
  const element = document.querySelector("item-grid");
  const grid = element?.dataset;
  for (const [name, value] of [["first", Number(grid?.first ?? 0)], ["folded", grid?.folded], ["tall", tall(element)]])
    if (value) query.set(name, value);
    else query.delete(name);
  return query.size ? `?${query}` : "";
}

/** The text of an error response, parsed in a separate document in which no script runs and nothing is loaded. */
export function sentence(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const said = page.querySelector(".refusal") ?? page.querySelector("main") ?? page.body;
  return said.textContent.replace(/\s+/g, " ").trim();
}

/** Put a fragment in the place of an element, keeping focus, scrolling and what is being typed. */
export function morph(target, text) {
  return window.htmx.swap({ target, text, swap: "outerMorph", sourceElement: target, request: {}, response: {} });
}

/** The same for what is inside an element. */
export function morphInside(target, text) {
  return window.htmx.swap({ target, text, swap: "innerMorph", sourceElement: target, request: {}, response: {} });
}

/** Show a fragment in the page's one dialog. */
export function show(text) {
  const dialog = document.getElementById("dialog");
  dialog.innerHTML = text;
  window.htmx.process(dialog);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** Show a message in the status bar; it stays until the next one. */
export function say(sentence, isGrave = false) {
  const place = document.getElementById("said");
  if (!place) return;
  place.textContent = place.title = sentence;
  place.classList.toggle("refusal", isGrave);
}
