// What a colleague removes while this person is in it. A field that is edited stays where it is, with its text; a focus without
// text is let go, so that the next letter does not land in a neighbor.

import { offerRestore, remover } from "./conflicts.js";
import { waiting, written } from "./edits.js";
import { get, say, show } from "./server.js";

/** Does the new HTML of a region lack a field that is edited? The region then waits until the edit ends. */
export function holds(region, html) {
  const edited = [...region.querySelectorAll("[data-editing]")].filter((one) => one.contains(document.activeElement));
  if (!edited.length) return false;
  const lost = edited.filter((one) => !isIn(html, placeOf(one)));
  for (const one of lost) void tell(one);
  return lost.length > 0;
}

/** Let the focus go if the new HTML lacks the focused part; otherwise the region would focus a neighbor. */
export function letGo(region, html) {
  const focused = document.activeElement?.closest("[data-fragment]") === region ? placeOf(document.activeElement) : null;
  if (!focused || isIn(html, focused)) return;
  document.activeElement.blur();
  document.dispatchEvent(new CustomEvent("keysheet:gone"));
  void sayRemoved(focused);
}

/** Say who removed the part of an element that has left the page. */
export async function sayRemoved(element) {
  const refusal = await removalOf(partOf(element));
  if (refusal) say(`${remover(refusal)} removed ${refusal.name}. Nothing is selected.`);
}

const WRITTEN = "textarea:not([readonly]), input:is([type=text], :not([type])):not([readonly])";

/** The texts that only this page has: edits that are not stored yet, fields that are edited, comments and lines that are not sent. */
export function unsaved() {
  const fields = [...document.querySelectorAll("[data-editing]")].map(inputOf).filter(Boolean);
  const edited = [...new Set([...fields, ...document.querySelectorAll(WRITTEN)])].filter((one) => one.value !== one.defaultValue);
  const kept = waiting().flatMap((change) => change.edits.filter((one) => "put" in one).map((one) => written(one.value)));
  return [...kept, ...edited.map((one) => one.value)].filter(Boolean);
}

/** The design is not shared any more: show the texts that would be lost, to be copied. */
export function lost(texts) {
  const dialog = show(document.getElementById("lost-texts").innerHTML);
  dialog.querySelector("textarea").value = texts.join("\n");
  dialog.addEventListener("close", () => location.reload(), { once: true });
}

const placeOf = (element) => element.closest("[id]");
const isIn = (html, place) => new DOMParser().parseFromString(html, "text/html").getElementById(place.id) !== null;
const inputOf = (element) => element.querySelector("input, textarea, select");

/** The id of the part that an element edits: its own, that of its overload, its entity, or its item. */
function partOf(element) {
  for (const name of ["part", "group", "row", "column", "node"]) {
    const found = element.closest(`[data-${name}]`)?.dataset[name];
    if (found) return found;
  }
  return element.closest("[data-item]")?.id.slice("row-".length) ?? "";
}

/** Who removed a part; null if it is in the design, for example outside the window of the grid. */
export async function removalOf(part) {
  if (!part) return null;
  const address = document.querySelector("[data-removals]").dataset.removals.replace("PART", encodeURIComponent(part));
  const answer = await get(address);
  return answer.status === 200 ? JSON.parse(answer.text) : null;
}

/** Say beside the field who removed it, until the edit ends; when it is saved, the refusal offers to restore the part. */
async function tell(editor) {
  if ("held" in editor.dataset) return;
  editor.dataset.held = "";
  const refusal = await removalOf(partOf(editor));
  if (!refusal || !editor.hasAttribute("data-editing")) return;
  say(`${remover(refusal)} removed ${refusal.name}. Your text stays here; Enter keeps it, Escape discards it.`, true);
  const box = offerRestore(
    { part: partOf(editor), field: editor.dataset.field ?? "", refusal },
    { isKept: () => editor.hasAttribute("data-editing"), text: () => inputOf(editor)?.value ?? "", decide: () => {} },
  );
  box.querySelectorAll("[data-choice]:not([data-choice=copy])").forEach((one) => one.remove());
}
