// One value of one item, edited in place. Invalid text stays in the field, with the reason.

import { edit, put, shelve } from "../sync/edits.js";
import { isShort, read } from "./item-values.js";
import { get, say, show } from "../sync/server.js";

/** Is it a value that a person enters, rather than one that a key template writes? */
export function isEditable(cell) {
  return cell?.classList.contains("value") && !cell.classList.contains("key");
}

export const itemOf = (cell) => cell.closest("[data-item]").id.slice("row-".length);

/** The contents of a cell: {part, field, base, shown, text, type, isTagged}; a long value is requested from the server. */
export async function contents(cell) {
  const part = itemOf(cell);
  const { name, type } = cell.dataset;
  const field = `values.${name}`;
  if (cell.classList.contains("long")) {
    const address = new URL(`${cell.closest("item-grid").dataset.items}value/`, location.href);
    address.search = new URLSearchParams({ item: part, attribute: name });
    const answer = await get(address);
    if (answer.status !== 200) return null;
    return { part, field, ...JSON.parse(answer.text) };
  }
  const text = cell.textContent;
  const isThere = !cell.classList.contains("none");
  const base = !isThere ? null : "base" in cell.dataset ? JSON.parse(cell.dataset.base) : text;
  return { part, field, base, shown: base, text, type: type || "S", isTagged: "tagged" in cell.dataset };
}

/** Show a whole value to people who cannot edit it. */
export async function open(cell) {
  const found = await contents(cell);
  if (!found) return;
  const dialog = show('<h2 id="dialog-title"></h2><div class="whole-value" tabindex="0"></div><form method="dialog" class="form-actions"><button class="button" autofocus>Close</button></form>');
  dialog.querySelector("h2").textContent = cell.dataset.name;
  dialog.querySelector(".whole-value").textContent = found.text;
}

/** Remove an attribute from its item. */
export async function clear(cell) {
  if (cell.classList.contains("none")) return;
  const { part, field, base, shown } = await contents(cell);
  await put({ part, field, base, shown }, null);
}

// Text typed while a long value is still loading, by cell.
const ahead = new WeakMap();

/**
 * Edit a cell. `left(step)` is called when it ends: 0 stays, 1 and -1 go to the next and the previous attribute. As in a
 * spreadsheet, the caret is at the end of the text, and a typed character replaces it, also after Tab (`isNext`).
 */
export async function editCell(cell, left, typed = "", isNext = false) {
  const isAsked = ahead.has(cell);
  ahead.set(cell, (ahead.get(cell) ?? "") + typed);
  if (isAsked) return;
  const found = await contents(cell);
  const begun = ahead.get(cell);
  ahead.delete(cell);
  if (!found || cell.hasAttribute("data-editing")) return;
  const shown = cell.textContent;
  const field = fieldFor(found);
  field.setAttribute("aria-label", `${cell.dataset.name} of this item`);
  const box = document.createElement("div");
  box.className = "cell-field";
  const hint = Object.assign(document.createElement("div"), { className: "hint" });
  hint.setAttribute("role", "alert");
  box.append(field, hint);
  cell.setAttribute("data-editing", "");
  cell.replaceChildren(box);
  field.focus();
  if (begun) replace(field, begun);
  else field.setSelectionRange?.(isNext ? 0 : field.value.length, field.value.length);
  let isOver = false;

  const close = (text) => {
    isOver = true;
    cell.removeAttribute("data-editing");
    cell.replaceChildren(text);
    // While the cell was edited, updates could not change it: request its region again.
    cell.closest("[data-fragment]")?.setAttribute("data-version", "");
  };
  const save = (step) => {
    if (isOver) return;
    if (field.value === found.text && found.base !== null) {
      close(shown);
      left(step);
      return;
    }
    if (field.value === "" && found.base === null) {
      close(shown);
      left(step);
      return;
    }
    const { value, problem } = read(field.value, found.type, found.isTagged);
    if (problem) {
      hint.textContent = problem;
      field.setAttribute("aria-invalid", "true");
      field.focus();
      return;
    }
    close(field.value);
    cell.classList.toggle("none", value === null);
    left(step);
    void put({ part: found.part, field: found.field, base: found.base, shown: found.shown }, value).then(({ ok, refusal, edits }) => {
      if (!ok && !refusal.isSettled) shelve(edits, refusal);
    });
  };
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") {
      event.preventDefault();
      close(shown);
      left(0);
      document.dispatchEvent(new CustomEvent("keysheet:refresh"));
    } else if (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey)) {
      event.preventDefault();
      save(event.key === "Enter" ? 0 : event.shiftKey ? -1 : 1);
    }
  });
  field.addEventListener("input", () => {
    field.removeAttribute("aria-invalid");
    hint.textContent = "";
  });
  // Leaving with the mouse keeps the typed text; a window that loses the focus leaves the field open.
  field.addEventListener("blur", () => !isOver && document.activeElement !== field && save(null));
}

/** A typed letter starts a new text, or selects a word. */
function replace(field, typed) {
  if (!field.matches("select")) field.value = typed;
  else field.value = [...field.options].find((one) => one.value.startsWith(typed.toLowerCase()))?.value ?? field.value;
}

function fieldFor({ type, text }) {
  if (type === "BOOL") {
    const select = document.createElement("select");
    select.append(...["true", "false"].map((word) => new Option(word, word, false, word === text)));
    if (text === "") select.prepend(new Option("", "", true, true));
    return select;
  }
  const isLine = isShort(type, text);
  const field = document.createElement(isLine ? "input" : "textarea");
  Object.assign(field, { defaultValue: text, value: text, spellcheck: false, autocomplete: "off" });
  if (type === "N") field.inputMode = "decimal";
  return field;
}

/** Remove items: one change for any number of items. */
export function removeItems(ids) {
  if (!ids.length) return Promise.resolve();
  const label = ids.length > 1 ? `removed ${ids.length} items` : "";
  return edit(ids.map((id) => ({ remove: id })), { label }).then(({ ok }) => {
    if (ok) say(`${ids.length > 1 ? `${ids.length} items` : "The item"} removed. You can undo this.`);
  });
}
