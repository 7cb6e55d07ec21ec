// The key sheet of a table as a spreadsheet: keys move between its cells and headers (one is in the tab order); ranges are
// selected, copied, pasted and cleared; rows and columns are added, moved and removed. One action is one change.

import { edit, newId, put } from "../../lib/sync/edits.js";
import { between, corner, move, next } from "../../lib/moves.js";
import { openMenu } from "../../lib/menu.js";
import { nameInput } from "../../lib/name-input.js";
import { say } from "../../lib/sync/server.js";
import { cellActs, headActs, offeredActs } from "../../lib/sheet/sheet-acts.js";
import { dragParts } from "../../lib/sheet/sheet-drag.js";
import { SheetHeads } from "../../lib/sheet/sheet-heads.js";
import * as change from "../../lib/sheet/sheet-edits.js";
import { placeOf, position, sizes } from "../../lib/sheet/sheet-places.js";
import { pasteText } from "../../lib/sheet/sheet-paste.js";
import { MadePart } from "../../lib/sheet/made-part.js";
import { sheetModel } from "../../lib/sheet/sheet-model.js";
import { dragRange } from "../../lib/sheet/sheet-range.js";
import { SheetTables, isActing } from "../../lib/sheet/sheet-tables.js";
import { SheetWidths } from "../../lib/sheet/sheet-widths.js";
import { lightUses } from "../../lib/sheet/sheet-uses.js";
import * as tsv from "../../lib/grid/tsv.js";
import { isTyped } from "../../lib/typing.js";

const MOVES = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]);

class KeySheet extends HTMLElement {
  #kept = "";
  #place = null;
  #made = new MadePart();
  #anchor = "";
  #selected = new Set();

  connectedCallback() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    const on = (target, name, act) => target.addEventListener(name, act, { signal });
    for (const name of ["keydown", "click", "contextmenu", "mousedown"]) on(this, name, (event) => this[name](event));
    on(document, "focusin", (event) => this.entered(event.target));
    on(document, "htmx:after:swap", () => this.arrived());
    on(document, "keysheet:acts", ({ detail }) => isActing(this) && detail.push(...offeredActs(this, document.activeElement?.closest?.("key-cell, [data-head]"))));
    on(document, "keysheet:gone", () => { this.#kept = ""; });
    for (const name of ["copy", "cut", "paste"]) on(document, name, (event) => this.clipped(event));
    lightUses(this, signal);
    this.widths = new SheetWidths(this, signal);
    this.heads = new SheetHeads(this, signal);
    this.tables = new SheetTables(this);
    dragParts(this, signal, (ids, id, after) => this.make(change.movedTo(ids, id, after)));
    dragRange(this, signal, (from, to) => this.draw(from, to));
    this.tables.showPlain();
    this.arrived();
    if (location.hash.startsWith("#cell-")) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.focus();
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  get mayEdit() {
    return this.closest("[data-design]").dataset.mayEdit === "true";
  }

  get model() {
    return sheetModel(this);
  }

  /** Everything that can have the focus, by row, column and line; headers too, unless only cells are requested. */
  stops(kind = "[data-head], key-cell") {
    const rows = [...this.querySelectorAll("table.sheet tr")].map((row) => [...row.cells].map((cell) => (cell.hidden ? [] : [...cell.querySelectorAll(kind)])));
    const width = Math.max(...rows.map((row) => row.length));
    return rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => [])]);
  }

  // Focus.

  entered(element) {
    const stop = this.contains(element) ? element.closest("key-cell, [data-head]") : null;
    if (!stop) {
      if (!this.contains(element)) this.left(element);
      return;
    }
    this.#kept = stop.id;
    this.#place = position(this.stops(), stop);
    for (const other of this.querySelectorAll('key-cell[tabindex="0"], [data-head][tabindex="0"]')) other.tabIndex = -1;
    stop.tabIndex = 0;
  }

  left(element) {
    this.#kept = "";
    if (element.closest?.("key-sheet")) this.select([]);
  }

  /** After a swap, focus and selection stay where they were, or go to the new part. */
  arrived() {
    const made = this.#made.arrived();
    const isLost = document.activeElement === document.body && this.#kept;
    if (made) {
      made.focus();
      // What was made is selected: the inspector shows it.
      if (made.matches("a[data-head]")) made.click();
    } else if (isLost) (document.getElementById(this.#kept) ?? this.nearest())?.focus();
    this.showSelection();
    this.heads.show();
    this.widths.show();
    this.tables.show();
    if (this.querySelector('key-cell[tabindex="0"], [data-head][tabindex="0"]')) return;
    this.querySelector("key-cell, [data-head]")?.setAttribute("tabindex", "0");
  }

  /** The cell at the previous position of the focus. */
  nearest() {
    const rows = this.stops();
    const { row, column, line } = this.#place ?? { row: 0, column: 0, line: 0 };
    const columns = rows[Math.min(row, rows.length - 1)] ?? [];
    const lines = columns[column]?.length ? columns[column] : (columns.find((one) => one.length) ?? []);
    return lines[Math.min(line, lines.length - 1)];
  }

  // Keys.

  keydown(event) {
    const stop = event.target.closest("key-cell, [data-head]");
    if (!stop || event.target.matches("input") || stop.isEditing) return;
    const act = this.actOf(event, stop);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  actOf(event, stop) {
    const isCell = stop.matches("key-cell");
    const isCommand = event.ctrlKey || event.metaKey;
    const ofHeads = isCell ? null : this.heads.actOf(event, stop);
    if (ofHeads) return ofHeads;
    if (MOVES.has(event.key)) return event.altKey ? () => this.shift(stop, event) : () => this.step(stop, event, isCommand);
    if (event.key === "Delete" || (event.key === "Backspace" && isCell)) return () => this.drop(stop, isCommand);
    if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) return () => this.menu(stop);
    if (event.key === "F2" && !event.shiftKey) return () => (isCell ? stop.edit() : this.rename(stop));
    if (event.key === "Enter") return this.entering(stop, isCell, event.shiftKey);
    if (event.key === "Escape") return this.#selected.size ? () => this.select([]) : null;
    if (isCommand && event.key.toLowerCase() === "d" && isCell) return () => this.fillDown(stop);
    if (isCommand && event.key.toLowerCase() === "a") return () => this.select(this.stops("key-cell").flat(2));
    if (this.mayEdit && isTyped(event)) return () => (isCell ? stop.edit(event.key) : this.rename(stop, event.key));
    return null;
  }

  entering(stop, isCell, isShift) {
    if (isCell) return isShift ? () => this.addOverload(stop) : () => stop.edit();
    return stop.matches("a") ? null : () => stop.click();
  }

  step(stop, event, isFar) {
    const isRange = event.shiftKey && stop.matches("key-cell");
    const rows = this.stops(isRange ? "key-cell" : undefined);
    const counts = sizes(rows);
    const from = position(rows, stop);
    const isCorner = isFar && ["Home", "End"].includes(event.key);
    const to = isCorner ? corner(sizes(this.stops("key-cell")), event.key === "End") : move(counts, from, event.key, isFar);
    const own = (isCorner ? this.stops("key-cell") : rows)[to.row][to.column][to.line];
    const target = own === stop && !isRange ? (this.tables.beyond(event.key, from.column) ?? own) : own;
    if (isRange) this.extend(stop, target);
    else this.select([]);
    target.focus();
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** To the next cell in reading order, as Tab does. */
  goNext(cell, isBack) {
    const rows = this.stops("key-cell");
    const to = next(sizes(rows), position(rows, cell), isBack);
    rows[to.row][to.column][to.line].focus();
  }

  // Selection.

  extend(from, to) {
    const anchor = document.getElementById(this.#anchor) ?? from;
    const rows = this.stops("key-cell");
    const lines = between(sizes(rows), position(rows, anchor), position(rows, to));
    this.select(lines.flat().filter(Boolean).map(({ row, column, line }) => rows[row][column][line]));
    this.#anchor = anchor.id;
  }

  /** Dragging from one cell to another extends the range and moves the focus, as Shift and an arrow key do. */
  draw(from, to) {
    this.#anchor = from.id;
    this.extend(from, to);
    to.focus({ preventScroll: true });
    to.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  select(cells) {
    this.#anchor = cells.length ? cells[0].id : "";
    this.#selected = new Set(cells.map((cell) => cell.id));
    this.showSelection();
  }

  showSelection() {
    if (!this.#selected.size && !this.querySelector("[data-selected]")) return;
    for (const cell of this.querySelectorAll("key-cell")) cell.toggleAttribute("data-selected", this.#selected.has(cell.id));
    for (const place of this.querySelectorAll("td[data-place]")) {
      if (place.querySelector("[data-selected]")) place.setAttribute("aria-selected", "true");
      else place.removeAttribute("aria-selected");
    }
  }

  /** The selected cells as lines of a table, null if a line has none; the focused one without a selection. */
  lines(stop) {
    const rows = this.stops("key-cell");
    const chosen = rows.flat(2).filter((cell) => this.#selected.has(cell.id));
    if (!chosen.length) return [[stop]];
    const places = chosen.map((cell) => position(rows, cell));
    const columns = places.map((place) => place.column);
    const ends = [{ ...places[0], column: Math.min(...columns) }, { ...places.at(-1), column: Math.max(...columns) }];
    return between(sizes(rows), ...ends).map((line) => line.map((place) => place && rows[place.row][place.column][place.line]));
  }

  mousedown(event) {
    const cell = event.target.closest("key-cell");
    if (!cell || cell.isEditing || event.button) return;
    const from = document.activeElement?.closest?.("key-cell");
    if (event.shiftKey && this.contains(from)) {
      event.preventDefault();
      this.extend(from, cell);
    } else this.select([]);
  }

  // The clipboard. Chromium dispatches its events on the document, wherever the focus is.

  clipped(event) {
    const stop = document.activeElement?.closest?.("key-cell, [data-head]");
    if (!stop || !this.contains(stop) || document.activeElement.matches("input")) return;
    event.preventDefault();
    if (event.type === "paste") this.paste(stop, event.clipboardData.getData("text/plain"));
    else this.copy(stop, event.clipboardData, event.type === "cut");
  }

  copy(stop, clipboard, isCut) {
    const isWhole = !stop.matches("key-cell") || this.#selected.size === this.querySelectorAll("key-cell").length;
    const rows = isWhole ? change.sheetRows(this.model) : this.lines(stop).map((line) => line.map((cell) => cell?.dataset.text ?? ""));
    clipboard.setData("text/plain", tsv.write(rows));
    const count = rows.length * rows[0].length;
    say(isWhole ? `Copied the whole sheet: ${rows.length - 1} rows.` : `Copied ${count} cell${count === 1 ? "" : "s"}.`);
    if (isCut && !isWhole) void this.clear(stop);
  }

  paste(stop, text) {
    if (!this.allowed() || !text) return;
    const stops = this.stops("key-cell");
    const lines = stop.matches("key-cell") ? this.lines(stop) : [];
    // A range is pasted from its first cell, wherever the drag ended.
    const first = this.#selected.has(stop.id) ? lines[0].find(Boolean) : stop;
    const range = this.#selected.size ? lines.flat().filter(Boolean) : null;
    void pasteText(this, stop, text, { stops, counts: sizes(stops), from: position(stops, first ?? stop), range, placeOf });
  }

  // Actions on the sheet.

  allowed() {
    if (!this.mayEdit) say("You can view this design but not edit it.");
    return this.mayEdit;
  }

  async make(edits, { label = "", said = "", none = "" } = {}) {
    if (!this.allowed()) return false;
    if (!edits.length) {
      if (none) say(none);
      return false;
    }
    const answer = await edit(edits, { label });
    if (answer.ok && said) say(said);
    return answer.ok;
  }

  clear(stop) {
    const cells = this.lines(stop).flat().filter((cell) => cell?.dataset.text);
    return this.make(change.cellEdits(this.model, cells.map((cell) => ({ ...placeOf(cell), text: "" })), newId));
  }

  /** The keys of the first selected entity, or of that of `source`, are copied to the same keys of the other entities. */
  fillDown(stop, source = null) {
    const cells = this.lines(stop).flat().filter(Boolean);
    const keyOf = ({ dataset }) => `${dataset.index} ${dataset.field}`;
    const { dataset: top } = source ?? cells[0];
    const texts = new Map(cells.filter((cell) => cell.dataset.entity === top.entity).map((cell) => [keyOf(cell), cell.dataset.text]));
    const below = cells.filter((cell) => cell.dataset.entity !== top.entity && texts.has(keyOf(cell)));
    const writes = below.map((cell) => ({ ...placeOf(cell), text: texts.get(keyOf(cell)) }));
    if (!writes.length) {
      say("Select the same key of several entities to fill it down.");
      return false;
    }
    const said = `Filled ${writes.length} cell${writes.length === 1 ? "" : "s"} in one change.`;
    return this.make(change.cellEdits(this.model, writes, newId), { said, none: "The cells below have this text already." });
  }

  drop(stop, isWhole) {
    if (stop.matches("key-cell") && !isWhole) return this.clear(stop);
    const parts = stop.matches("key-cell") ? [stop.dataset.part] : this.heads.of(stop);
    const isBase = stop.matches("key-cell") && !stop.dataset.index && stop.closest("td").querySelectorAll("[data-group]").length === 1;
    if (isBase) say("An entity needs a key in its table. Remove the entity instead.");
    else if (parts[0]) return this.make(parts.map((part) => ({ remove: part })), { label: parts.length > 1 ? `removed ${parts.length} parts` : "", said: "Removed. You can undo this." });
    return null;
  }

  /** Alt and an arrow key: rows up and down, columns left and right; with Shift the overloads of one cell. */
  shift(stop, { key, shiftKey }) {
    const step = key === "ArrowDown" || key === "ArrowRight" ? 1 : -1;
    const group = stop.closest("[data-group]");
    if (shiftKey && group) {
      const ids = [...group.parentElement.querySelectorAll("[data-group]")].map((one) => one.dataset.group);
      return this.make(change.moved(ids, group.dataset.group, step));
    }
    const column = stop.dataset.index ?? stop.closest("th[data-column]")?.dataset.column;
    if (shiftKey && column !== undefined && (key === "ArrowLeft" || key === "ArrowRight")) return this.widths.step(column, step);
    const { entities, indexes } = this.heads.kinds;
    const isRow = key === "ArrowUp" || key === "ArrowDown";
    const all = (isRow ? entities : indexes).rows().map((isRow ? entities : indexes).idOf);
    const own = isRow ? stop.closest("[data-row]")?.dataset.row : (stop.dataset.index ?? stop.closest("[data-column]")?.dataset.column);
    const chosen = stop.matches("key-cell") ? [own] : this.heads.of(stop);
    return this.make(change.movedTogether(all, chosen.includes(own) ? chosen : [own], step));
  }

  async addOverload(cell) {
    const { entity, index, group } = placeOf(cell);
    const old = this.model.entities.find((one) => one.id === entity).cells[index][group];
    if (!old.part) {
      cell.edit();
      return;
    }
    const edits = change.anotherOverload(this.model, entity, index, old, newId);
    this.#made.expect(`cell-${edits[0].id}-when`);
    await this.make(edits, { said: "Added an overload. The first overload whose condition is true is written. Enter its condition." });
  }

  /** A new entity at the end, or after another one ('' is the first place). */
  async addRow(name, after = null) {
    const edits = change.newEntity(this.model, name, newId);
    if (after !== null) edits.push({ move: edits[0].id, after });
    this.#made.expect(`head-${edits[0].id}`);
    await this.make(edits, { label: `added entity ${name}` });
  }

  async addColumn(isReserve) {
    const edits = change.newIndex(this.model, newId, { isReserve });
    this.#made.expect(`head-${edits[0].id}`);
    await this.make(edits, { label: `added index ${edits[0].fields.name}` });
  }

  rename(head, typed = null) {
    if (!this.allowed()) return;
    if (head.matches("[data-add-row]")) {
      nameInput(head, { value: "", typed, label: "Name of the new entity", save: (name) => this.addRow(name) });
      return;
    }
    const holder = head.closest("[data-row], [data-column]");
    if (!holder) return;
    const { name, row, column } = holder.dataset;
    const field = { part: row || column || this.dataset.table, field: "name", base: name, shown: name };
    nameInput(head, { value: name, typed, label: `Name of ${name}`, save: (text) => text !== name && put(field, text) });
  }

  /** Ask for the name of a new entity, above or below the one of this header. */
  insertRow(head, isBelow) {
    const ids = this.heads.kinds.entities.rows().map((row) => row.dataset.row);
    const own = ids.indexOf(head.closest("[data-row]").dataset.row);
    const after = isBelow ? ids[own] : (ids[own - 1] ?? "");
    nameInput(head, { value: "", label: "Name of the new entity", save: (name) => this.addRow(name, after) });
  }

  reserve(column) {
    const isReserve = column.hasAttribute("data-reserve");
    return this.make([{ put: column.dataset.column, field: "reserve", value: isReserve ? null : true, base: isReserve || null }]);
  }

  // The mouse, and menus.

  click(event) {
    const more = event.target.closest("[data-menu]");
    if (more) this.menu(more.matches("[data-head]") ? more : more.closest("th").querySelector("[data-head]"), more);
    else if (event.target.closest("[data-add-row]")) this.rename(event.target.closest("[data-add-row]"));
  }

  contextmenu(event) {
    const stop = event.target.closest("key-cell") ?? event.target.closest("th")?.querySelector("[data-head]");
    if (!stop || event.target.matches("input")) return;
    event.preventDefault();
    stop.focus();
    this.menu(stop, stop, { x: event.clientX, y: event.clientY });
  }

  menu(stop, from = stop, at = null) {
    if (stop.dataset.menu !== "sheet" && !this.allowed()) return;
    openMenu(from, stop.matches("key-cell") ? cellActs(this, stop) : headActs(this, stop), at);
  }
}

customElements.define("key-sheet", KeySheet);
