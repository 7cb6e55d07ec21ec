// A table pasted into the key sheet: a whole sheet, known by its header row, or cells from the focused one. Where the meaning is not
// clear, nothing is pasted before a person has chosen it.

import * as tsv from "../grid/tsv.js";
import { offset } from "../moves.js";
import { newId } from "../sync/edits.js";
import { say, show } from "../sync/server.js";
import * as change from "./sheet-edits.js";

/** `sheet` is the key-sheet, `stop` what has the focus, `found` its cells: {rows, counts, from, range, placeOf}. */
export function pasteText(sheet, stop, text, found) {
  const rows = tsv.read(text);
  const kind = change.kindOf(sheet.model, rows);
  if (kind === "sheet") return asSheet(sheet, rows);
  if (!stop.matches("key-cell")) {
    say("Select a cell first, or copy a sheet whose first row names the keys and whose first column names entities.");
    return null;
  }
  const body = rows.slice(1);
  if (kind === "unclear") {
    return ask("Its first row has names of keys.", [
      body.length && ["Paste without the first row", () => asCells(sheet, body, found)],
      ["Paste all rows", () => asCells(sheet, rows, found)],
    ]);
  }
  const { lost, count } = targetsOf(rows, found);
  const isSheet = hasKeys(sheet, rows);
  if (!isSheet && lost * 2 <= count) return asCells(sheet, rows, found);
  const why = lost ? `${lost} of its ${count} cells have no place from the selected cell on.` : "Its first row has names of keys.";
  return ask(why, [
    isSheet && ["Paste as a sheet: its first row names keys, its first column entities", () => asSheet(sheet, rows)],
    lost < count && [`Paste the ${count - lost} cell${count - lost === 1 ? "" : "s"} that have a place`, () => asCells(sheet, rows, found)],
  ]);
}

function hasKeys(sheet, rows) {
  if (rows.length < 2 || rows[0].length < 2) return false;
  const { left } = change.sheetEdits(sheet.model, rows, newId);
  return left.length < rows[0].slice(1).filter((title) => title.trim()).length;
}

function asSheet(sheet, rows) {
  const { edits, left } = change.sheetEdits(sheet.model, rows, newId);
  const unused = left.length ? ` Not keys of this table, ignored: ${left.join(", ")}.` : "";
  const said = `Pasted ${rows.length - 1} row${rows.length === 2 ? "" : "s"} in one change.${unused}`;
  return sheet.make(edits, { label: "Paste a sheet", said, none: `The sheet already has these values.${unused}` });
}

function asCells(sheet, rows, found) {
  const { targets, lost } = targetsOf(rows, found);
  const writes = targets.map(([cell, text]) => ({ ...found.placeOf(cell), text: text.trim() }));
  const left = lost ? ` ${lost} had no matching cell.` : "";
  const said = `Pasted ${targets.length} cell${targets.length === 1 ? "" : "s"} in one change.${left}`;
  return sheet.make(change.cellEdits(sheet.model, writes, newId), { said, none: `Nothing to change.${left}` });
}

/** The cells that get a text, and how many texts have none. One text fills a selected range. */
function targetsOf(rows, { stops, counts, from, range }) {
  const count = rows.flat().filter(Boolean).length;
  if (range && rows.length === 1 && rows[0].length === 1) return { targets: range.map((cell) => [cell, rows[0][0]]), lost: 0, count };
  const targets = [];
  let lost = 0;
  for (const [down, row] of rows.entries())
    for (const [right, text] of row.entries()) {
      const place = offset(counts, from, down, right);
      const cell = place && stops[place.row][place.column][place.line];
      if (cell) targets.push([cell, text]);
      else if (text) lost += 1;
    }
  return { targets, lost, count };
}

function ask(why, offered) {
  const dialog = show(document.getElementById("paste-choice").innerHTML);
  dialog.querySelector("[data-why]").textContent = why;
  const ways = dialog.querySelector("[data-ways]");
  for (const [label, act] of offered.filter(Boolean)) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: label });
    button.addEventListener("click", () => {
      dialog.close();
      void act();
    });
    ways.append(button);
  }
  const close = dialog.querySelector("[data-close]");
  close.addEventListener("click", () => dialog.close());
  (ways.querySelector("button") ?? close).focus();
  return null;
}
