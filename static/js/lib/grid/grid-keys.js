// What keys do in the grid: the focus moves over collections, items and values, and other windows are requested on the way.

import { isTyped } from "../typing.js";
import { around } from "./grid-window.js";
import { addItem, duplicate } from "./item-acts.js";
import { itemOf } from "./item-cell.js";

/** The action of a key in a cell or at a collection; null if it has none. */
export function actOf(grid, event, cell) {
  const isHead = cell.matches("[data-head]");
  if (event.ctrlKey || event.metaKey) return commands(grid, event, cell, isHead);
  return isHead ? headKeys(grid, event, cell) : cellKeys(grid, event, cell);
}

function commands(grid, event, cell, isHead) {
  return {
    Home: () => goTo(grid, 0, cell),
    End: () => goTo(grid, grid.scrollHeight, cell),
    c: event.altKey ? () => grid.copy("json") : null,
    ...(isHead || !grid.mayEdit
      ? {}
      : {
          d: () => duplicate(grid, grid.chosen),
          Enter: () => addItem(grid, cell.parentElement.dataset.entity, itemOf(cell)),
        }),
  }[event.key];
}

function headKeys(grid, event, head) {
  const isFolded = head.parentElement.getAttribute("aria-expanded") === "false";
  return {
    Enter: () => grid.fold(head),
    " ": () => grid.fold(head),
    ArrowLeft: () => !isFolded && grid.fold(head),
    ArrowRight: () => (isFolded ? grid.fold(head) : head.closest(".block").querySelector(".item > [tabindex]")?.focus()),
    ArrowDown: () => step(grid, head, "[data-head]", 1),
    ArrowUp: () => step(grid, head, "[data-head]", -1),
    PageDown: () => goTo(grid, grid.scrollTop + grid.clientHeight, head),
    PageUp: () => goTo(grid, grid.scrollTop - grid.clientHeight, head),
    o: head.dataset.label ? () => grid.onlyThis(head) : null,
  }[event.key];
}

function cellKeys(grid, event, cell) {
  const row = cell.parentElement;
  const cells = [...row.querySelectorAll("[tabindex]")];
  const at = cells.indexOf(cell);
  const vertical = (by) => () => (event.shiftKey ? stretch(grid, row, by) : step(grid, cell, "[data-item], .head[aria-expanded='false'] [data-head]", by));
  return {
    ArrowDown: vertical(1),
    ArrowUp: vertical(-1),
    ArrowRight: () => cells[at + 1]?.focus(),
    ArrowLeft: () => (cells[at - 1] ?? row.closest(".block").querySelector("[data-head]")).focus({ preventScroll: at === 0 }),
    Home: () => cells[0].focus(),
    End: () => cells.at(-1).focus(),
    PageDown: () => goTo(grid, grid.scrollTop + grid.clientHeight, cell),
    PageUp: () => goTo(grid, grid.scrollTop - grid.clientHeight, cell),
    Enter: () => (cell.matches(".value") ? grid.begin(cell) : grid.choose(row)),
    F2: () => grid.begin(cell.closest(".value")),
    " ": () => grid.toggle(row),
    Escape: grid.selected.size ? () => grid.select([]) : null,
    Delete: () => grid.deleted(cell),
    Backspace: () => grid.deleted(cell),
  }[event.key] ?? (grid.mayEdit && cell.matches(".value") && isTyped(event) ? () => grid.begin(cell, event.key) : null);
}

function stretch(grid, row, by) {
  grid.anchor = grid.selected.size ? grid.anchor : row.id;
  const rows = [...grid.querySelectorAll("[data-item]")];
  const to = rows[rows.indexOf(row) + by] ?? row;
  (grid.cellAt({ row: to.id, column: grid.at?.column }) ?? to).focus({ preventScroll: false });
  grid.extend(to);
}

/** To the next line, which can require another window. */
async function step(grid, cell, wanted, by) {
  const own = cell.closest("[data-item]") ?? cell;
  const next = () => {
    const lines = [...grid.querySelectorAll(`${wanted}, #${CSS.escape(own.id)}`)];
    return lines[lines.indexOf(document.getElementById(own.id)) + by];
  };
  const hasMore = by > 0 ? grid.number("after") > 0 : grid.number("before") > 0;
  if (!next() && hasMore) await grid.load({ first: around(grid, grid.scrollTop) });
  const line = next();
  if (!line) return;
  const to = line.matches("[data-item]") ? grid.cellAt({ row: line.id, column: columnOf(cell) }) : line;
  to.focus({ preventScroll: true });
  follow(grid, to);
}

/** Keep a cell visible next to and below the sticky headers. */
function follow(grid, cell) {
  const [box, own] = [cell.getBoundingClientRect(), grid.getBoundingClientRect()];
  const sticky = cell.matches(".value") ? 46 : 26;
  if (box.top < own.top + sticky) grid.scrollTop -= own.top + sticky - box.top;
  else if (box.bottom > own.bottom - 8) grid.scrollTop += box.bottom - own.bottom + 8;
}

/** To a pixel of the whole grid, keeping the column. */
async function goTo(grid, pixel, cell) {
  const column = columnOf(cell);
  const end = grid.scrollHeight - grid.clientHeight;
  const top = Math.max(0, Math.min(pixel, end));
  grid.scrollTop = top;
  const [first, last] = [grid.number("before"), grid.number("before") + grid.number("drawn")];
  if (top < first || top + grid.clientHeight > last) await grid.load({ first: around(grid, top) });
  const own = grid.getBoundingClientRect();
  const rows = [...grid.querySelectorAll(cell.matches("[data-head]") ? "[data-head]" : "[data-item]")];
  const inSight = rows.filter((row) => row.getBoundingClientRect().bottom > own.top + 54 && row.getBoundingClientRect().top < own.bottom);
  const to = pixel > end ? inSight.at(-1) : inSight[0];
  if (to) (to.matches("[data-item]") ? grid.cellAt({ row: to.id, column }) : to).focus({ preventScroll: true });
}

/** The name of a cell's column. */
export function columnOf(cell) {
  return cell.dataset.name ?? (cell.matches(".who") ? " who" : " key");
}

