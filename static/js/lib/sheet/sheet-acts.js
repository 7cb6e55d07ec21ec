// Menu entries for a cell, a row, a column or the whole sheet: [label, keys, action].

import { openMenu } from "../menu.js";
import { put } from "../sync/edits.js";

export function cellActs(sheet, cell) {
  const key = (name, more = {}) => ({ key: name, ...more });
  const several = cell.closest("td").querySelectorAll("[data-group]").length > 1;
  return [
    ["Edit", "Enter", () => cell.edit()],
    ["Copy", "Ctrl C", () => document.execCommand("copy")],
    ["Clear", "Delete", () => sheet.clear(cell)],
    ["Fill the selected cells down", "Ctrl D", () => sheet.fillDown(cell)],
    ...cell.unknown.map((name) => [`Add the attribute ${name}`, "", () => cell.addAttribute(name)]),
    ["Add an overload with a condition", "Shift Enter", () => sheet.addOverload(cell)],
    ["Comment", "Shift F2", () => comment(cell)],
    several && ["Move this overload up", "Alt Shift ↑", () => sheet.shift(cell, key("ArrowUp", { shiftKey: true }))],
    several && ["Move this overload down", "Alt Shift ↓", () => sheet.shift(cell, key("ArrowDown", { shiftKey: true }))],
    (cell.dataset.index || several) && cell.dataset.part && ["Remove this overload", "Ctrl Delete", () => sheet.drop(cell, true)],
  ].filter(Boolean);
}

export function headActs(sheet, head) {
  if (head.dataset.menu === "sheet") return sheetActs(sheet);
  if (head.dataset.menu === "columns") return [["Add a GSI", "", () => sheet.addColumn(false)], ["Add an unused GSI on purpose", "", () => sheet.addColumn(true)]];
  const column = head.closest("[data-column]");
  if (!column) {
    const copy = ["Duplicate", "Ctrl D", () => head.dispatchEvent(new CustomEvent("keysheet:duplicate", { bubbles: true }))];
    const inserts = [["Insert an entity above", "", () => sheet.insertRow(head, false)], ["Insert an entity below", "", () => sheet.insertRow(head, true)]];
    const color = ["Color", "", () => openMenu(head, colorActs(head.closest("[data-row]"), sheet.dataset.colors))];
    return [...inserts, copy, ["Comment", "Shift F2", () => comment(head)], color, ...partActs(sheet, head, ["up", "↑", "ArrowUp"], ["down", "↓", "ArrowDown"])];
  }
  const look = ["Open and show its items", "Enter", () => head.click()];
  const widths = [
    ["Wider", "Alt Shift →", () => sheet.widths.step(column.dataset.column, 1)],
    ["Narrower", "Alt Shift ←", () => sheet.widths.step(column.dataset.column, -1)],
    column.dataset.column && ["Hide this column for me", "", () => sheet.widths.hide(column.dataset.column)],
  ].filter(Boolean);
  if (!column.dataset.column) return [look, ...widths, ["Rename", "F2", () => sheet.rename(head)]];
  const reserve = [column.hasAttribute("data-reserve") ? "Mark this index as used" : "Keep this unused index on purpose", "", () => sheet.reserve(column)];
  const copy = ["Duplicate", "Ctrl D", () => head.dispatchEvent(new CustomEvent("keysheet:duplicate", { bubbles: true }))];
  return [look, copy, ["Comment", "Shift F2", () => comment(head)], reserve, ...widths, ...partActs(sheet, head, ["left", "←", "ArrowLeft"], ["right", "→", "ArrowRight"])];
}

/** Menu entries for the palette: those of the focused cell or header, with its name, and those of the sheet. */
export function offeredActs(sheet, stop) {
  const isOwn = stop && sheet.contains(stop) && !stop.matches("[data-menu], [data-add-row]");
  const own = isOwn && sheet.mayEdit ? (stop.matches("key-cell") ? cellActs(sheet, stop) : headActs(sheet, stop)) : [];
  const name = isOwn ? (stop.getAttribute("aria-label")?.split(":")[0] ?? stop.textContent.trim()) : "";
  return [
    ...own.map(([label, keys, act]) => ({ label: `${label}: ${name}`, keys, act })),
    ...(sheet.mayEdit ? headActs(sheet, sheet.querySelector("[data-menu=columns]")) : []).map(([label, keys, act]) => ({ label, keys, act })),
    ...sheetActs(sheet).slice(1).map(([label, keys, act]) => ({ label, keys, act })),
  ];
}

/** The colors, each with a square of it; the one that the entity has been given is marked. */
function colorActs({ dataset: { row, color } }, colors) {
  const give = (name) => () => void put({ part: row, field: "color", base: color || null, shown: color || null }, name || null);
  const act = (name, label, hue) => [label, name === color ? "✓" : "", give(name), hue];
  return [act("", "Automatic"), ...colors.split(" ").map((name, number) => act(name, capital(name), `hue-${number}`))];
}

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

function comment(stop) {
  stop.dispatchEvent(new CustomEvent("keysheet:comment-on", { bubbles: true }));
}

function partActs(sheet, head, ...ways) {
  return [
    ["Rename", "F2", () => sheet.rename(head)],
    ...ways.map(([where, arrow, key]) => [`Move ${where}`, `Alt ${arrow}`, () => sheet.shift(head, { key })]),
    ["Remove", "Delete", () => sheet.drop(head, true)],
  ];
}

function sheetActs(sheet) {
  const { isPlain } = sheet.tables;
  return [
    // The browser's own command counts as a copy by the person, which needs no permission.
    ["Copy the whole sheet", "Ctrl C", () => document.execCommand("copy")],
    sheet.widths.hidden > 0 && [`Show ${sheet.widths.hidden} hidden column${sheet.widths.hidden === 1 ? "" : "s"}`, "", () => sheet.widths.showAll()],
    [isPlain ? "Show example keys" : "Show templates only", "", () => sheet.tables.keepPlain(!isPlain)],
  ].filter(Boolean);
}
