// The clipboard of the grid: a value is copied whole and pasted into its cell; selected items are copied as rows or as DynamoDB
// JSON, and tables and JSON are pasted as items.

import { put } from "../sync/edits.js";
import { post, say, sentence } from "../sync/server.js";
import { openPaste } from "./item-acts.js";
import { contents, isEditable } from "./item-cell.js";
import { read } from "./item-values.js";

/** Copy what is selected, else the focused cell. */
export function copied(grid, event) {
  const cell = document.activeElement?.closest?.("item-grid .item > [tabindex]");
  if (!getSelection().isCollapsed || (!cell && !grid.selected.size)) return;
  event.preventDefault();
  if (grid.selected.size) void copyItems(grid);
  else if (cell.classList.contains("long")) void writeLater(contents(cell).then((found) => found?.text ?? ""), "Copied the whole value.");
  else {
    const text = cell.matches(".key-rest") ? cell.title : cell.textContent;
    event.clipboardData.setData("text/plain", cell.classList.contains("none") ? "" : text);
    say("Copied.");
  }
}

/** Copy the chosen items: rows with a header of attributes, or DynamoDB JSON. */
export function copyItems(grid, form = "rows") {
  const ids = grid.chosen;
  const asked = post(`${grid.dataset.items}text/`, [["as", form], ...ids.map((id) => ["item", id])]);
  const text = asked.then((answer) => {
    if (answer.status !== 200) throw new TypeError(sentence(answer.text));
    return answer.text;
  });
  const what = ids.length === 1 ? "the item" : `${ids.length} items`;
  return writeLater(text, `Copied ${what} as ${form === "json" ? "DynamoDB JSON" : "rows for a spreadsheet"}.`);
}

/** The clipboard takes a promise, so that the permission of the key press is not over when the text is there. */
async function writeLater(text, said) {
  try {
    const blob = text.then((one) => new Blob([one], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    say(said);
  } catch (error) {
    say(`Not copied: ${error.message}`, true);
  }
}

/** One value goes into the focused cell, without a question; anything else is previewed as items. */
export function pasted(grid, event) {
  if (event.target.closest("[data-editing]") || !grid.mayEdit) return;
  const text = event.clipboardData.getData("text/plain");
  if (!text.trim()) return;
  event.preventDefault();
  const cell = document.activeElement?.closest?.("item-grid .item > .value");
  if (cell && isSingle(text, cell.dataset.type)) void set(grid, cell, text.replace(/\r?\n$/, ""));
  else void openPaste(text, grid.entity);
}

function isSingle(text, type) {
  if (["L", "M", "SS", "NS", "BS"].includes(type) && !("problem" in read(text, type))) return true;
  return !/[\t\r\n]/.test(text.replace(/\r?\n$/, "")) && !/^\s*[{[]/.test(text);
}

async function set(grid, cell, text) {
  if (!isEditable(cell)) {
    grid.begin(cell);
    return;
  }
  const found = await contents(cell);
  if (!found) return;
  const { value, problem } = read(text, found.type, found.isTagged);
  if (problem) {
    say(`Not pasted: ${problem}`, true);
    return;
  }
  const { ok } = await put({ part: found.part, field: found.field, base: found.base, shown: found.shown }, value);
  if (ok) say(`Pasted into ${cell.dataset.name}. You can undo this.`);
}
