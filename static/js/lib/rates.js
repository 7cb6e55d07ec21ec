// Rates and returned items of access patterns, edited in a list as in a spreadsheet: Enter and the arrow keys move in a column, Tab
// moves in a row, a pasted column fills the fields below. A field is saved when it is left. Used by the patterns and the cost page.

import { edit } from "./sync/edits.js";
import { say } from "./sync/server.js";
import { begunBase, pastedValues, ratesEdit, textOf } from "./rate-edits.js";

const FIELD = "input[data-rate]";
const STEPS = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

export function editingRates(page, { signal }) {
  const on = (name, act) => page.addEventListener(name, (event) => event.target.matches?.(FIELD) && act(event), { signal });
  on("focusin", ({ target }) => target.select());
  // Until something is typed, the field shows what a colleague enters.
  on("input", ({ target }) => begin(target.closest("td")));
  on("focusout", ({ target }) => {
    if (target.isConnected) void save(page, [target]);
  });
  on("keydown", (event) => pressed(page, event));
  on("paste", (event) => pasted(page, event));
}

/** What is typed begins from what is stored now: what a colleague enters from here on must not be overwritten unseen. */
function begin(cell) {
  if (cell.hasAttribute("data-editing")) return;
  cell.setAttribute("data-editing", "");
  cell.dataset.begun = cell.closest("tr").dataset.base;
}

function pressed(page, event) {
  const { target } = event;
  if (event.key === "Escape") {
    target.value = target.defaultValue;
    target.select();
  } else if (event.key in STEPS) {
    const column = fieldsOf(page, target.dataset.rate);
    const next = column[column.indexOf(target) + (event.shiftKey ? -1 : STEPS[event.key])];
    event.preventDefault();
    if (next) next.focus();
    else void save(page, [target]);
  } else return;
  event.stopPropagation();
}

/** A table from a spreadsheet fills the columns from this field on. */
function pasted(page, event) {
  const rows = pastedValues(event.clipboardData.getData("text/plain"));
  if (rows.length === 1 && rows[0].length === 1) return;
  event.preventDefault();
  const lines = [...page.querySelectorAll("tr[data-rates]")];
  const from = lines.indexOf(event.target.closest("tr"));
  const first = [...lines[from].querySelectorAll(FIELD)].indexOf(event.target);
  const filled = [];
  let lost = 0;
  for (const [down, row] of rows.entries())
    for (const [right, text] of row.entries()) {
      const field = lines[from + down]?.querySelectorAll(FIELD)[first + right];
      if (!field) lost += text ? 1 : 0;
      else {
        field.value = text;
        filled.push(field);
      }
    }
  void save(page, filled, lost);
}

async function save(page, fields, lost = 0) {
  const changed = fields.filter((field) => field.value.trim() !== field.defaultValue);
  const edits = [];
  const rows = new Set(changed.map((field) => field.closest("tr")));
  for (const row of rows) {
    const values = Object.fromEntries([...row.querySelectorAll(FIELD)].map((field) => [field.dataset.rate, field.value]));
    const own = changed.filter((field) => row.contains(field));
    const begun = own.map((field) => [field.dataset.rate, JSON.parse(field.closest("td").dataset.begun ?? row.dataset.base)]);
    const base = begunBase(JSON.parse(row.dataset.base), Object.fromEntries(begun));
    const made = ratesEdit({ part: row.dataset.rates, base, shown: values }, own.map((field) => field.dataset.rate));
    if (made.wrong) {
      refuse(row, made);
      return;
    }
    edits.push(...made.edits);
    row.dataset.base = JSON.stringify(made.base);
  }
  const all = [...rows].flatMap((row) => [...row.querySelectorAll(FIELD)]);
  for (const field of all) settled(field);
  for (const field of changed) delete field.closest("td").dataset.begun;
  if (!edits.length) {
    released(page, fields);
    return;
  }
  const answer = await edit(edits, { label: edits.length > 1 ? `Rates of ${edits.length} access patterns` : "" });
  if (answer.ok && fields.length > 1) say(`Pasted ${changed.length} value${changed.length === 1 ? "" : "s"} in one change.${lost ? ` ${lost} had no matching field.` : ""}`);
  released(page, all);
}

function settled(field) {
  field.removeAttribute("aria-invalid");
  field.value = textOf(field.value);
  field.defaultValue = field.value;
}

/** Updates show their values again, except in the field that has the focus. */
function released(page, fields) {
  for (const field of fields)
    if (field !== document.activeElement) field.closest("td")?.removeAttribute("data-editing");
  page.closest("[data-fragment]")?.setAttribute("data-version", "");
  page.dispatchEvent(new CustomEvent("keysheet:refresh", { bubbles: true }));
}

/** The text stays, with the reason; nothing of it is saved. */
function refuse(row, { wrong, why }) {
  const field = row.querySelector(`[data-rate="${wrong}"]`);
  field.setAttribute("aria-invalid", "true");
  say(why, true);
}

function fieldsOf(page, name) {
  return [...page.querySelectorAll(`input[data-rate="${name}"]`)];
}
