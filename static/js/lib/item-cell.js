// One value of one item, edited in place. Invalid text stays in the field, with the reason.

import { edit, put } from "./edits.js";
import { isShort, read } from "./item-values.js";
import { get, say, show } from "./server.js";

/** Is it a value that a person gives, and not one that a key template writes? */
export function isEditable(cell) {
  return cell?.classList.contains("value") && !cell.classList.contains("key");
}

export const itemOf = (cell) => cell.closest("[data-item]").id.slice("row-".length);

/** What stands in a cell: {part, field, base, shown, text, type, isTagged}; what is long is asked of the server. */
async function contents(cell) {
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

/** Take an attribute out of its item. */
export async function clear(cell) {
  if (cell.classList.contains("none")) return;
  const { part, field, base, shown } = await contents(cell);
  await put({ part, field, base, shown }, null);
}

// What is typed while a long value is still asked for, by its cell.
const ahead = new WeakMap();

/**
 * Edit a cell. `left(step)` is called when it ends: 0 stays, 1 and -1 go to the next attribute and the one before. A typed
 * character replaces what is there, as in a spreadsheet.
 */
export async function editCell(cell, left, typed = "") {
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
  else field.select?.();
  let isOver = false;

  const close = (text) => {
    isOver = true;
    cell.removeAttribute("data-editing");
    cell.replaceChildren(text);
    // While it was edited nothing that arrived could change this cell: its region is asked for again.
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
    void put({ part: found.part, field: found.field, base: found.base, shown: found.shown }, value);
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
  // Leaving with the mouse keeps what was typed; a window that loses the focus leaves the field where it is.
  field.addEventListener("blur", () => !isOver && document.activeElement !== field && save(null));
}

/** A typed letter begins a text anew, and chooses among words. */
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
  Object.assign(field, { value: text, spellcheck: false, autocomplete: "off" });
  if (type === "N") field.inputMode = "decimal";
  return field;
}

/** Remove items: one change, however many. */
export function removeItems(ids) {
  if (!ids.length) return Promise.resolve();
  const label = ids.length > 1 ? `removed ${ids.length} items` : "";
  return edit(ids.map((id) => ({ remove: id })), { label }).then(({ ok }) => {
    if (ok) say(`${ids.length > 1 ? `${ids.length} items` : "The item"} removed. You can undo this.`);
  });
}
