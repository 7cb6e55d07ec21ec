// Targets of navigation keys in a table of cells, and the cells between two. Pure, for `node --test` (tests/js).

const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -1],
  End: [0, 1],
};

/**
 * `columns` contains, for each row of the table, the stacked cells of each column: rows[r][c] is the number of cells there. A
 * position is {row, column, line}. The result is the next position, or the same one at an edge. Home and End go to the ends of
 * the row, as an arrow key with `isFar` does.
 */
export function move(rows, from, key, isFar = false) {
  const [down, right] = STEPS[key] ?? [0, 0];
  const step = () => (right ? sideways(rows, from, right) : upright(rows, from, down));
  if (!isFar && key !== "Home" && key !== "End") return step();
  for (let next = step(); !same(next, from); next = step()) from = next;
  return from;
}

function upright(rows, from, down) {
  const line = from.line + down;
  if (line >= 0 && line < count(rows, from.row, from.column)) return { ...from, line };
  for (let row = from.row + down; row >= 0 && row < rows.length; row += down) {
    const lines = count(rows, row, from.column);
    if (lines) return { row, column: from.column, line: down > 0 ? 0 : lines - 1 };
  }
  return from;
}

function sideways(rows, from, right) {
  for (let column = from.column + right; column >= 0 && column < rows[from.row].length; column += right) {
    const lines = count(rows, from.row, column);
    if (lines) return { row: from.row, column, line: Math.min(from.line, lines - 1) };
  }
  return from;
}

/** The next or the previous cell in reading order, as for Tab. */
export function next(rows, from, isBack = false) {
  const step = isBack ? -1 : 1;
  const line = from.line + step;
  if (line >= 0 && line < count(rows, from.row, from.column)) return { ...from, line };
  const width = rows[from.row].length;
  for (let at = from.row * width + from.column + step; at >= 0 && at < rows.length * width; at += step) {
    const [row, column] = [Math.floor(at / width), at % width];
    const lines = count(rows, row, column);
    if (lines) return { row, column, line: isBack ? lines - 1 : 0 };
  }
  return from;
}

/** The first or the last of all cells. */
export function corner(rows, isLast = false) {
  const all = rows.flatMap((columns, row) => columns.flatMap((lines, column) => (lines ? [{ row, column, line: isLast ? lines - 1 : 0 }] : [])));
  return all.at(isLast ? -1 : 0) ?? null;
}

/**
 * The cells between two, as a spreadsheet would select them: one list per visible line, with a position per column, or null if
 * that column is empty on the line.
 */
export function between(rows, one, other) {
  const [top, bottom] = [height(rows, one), height(rows, other)].sort((a, b) => a - b);
  const [left, right] = [one.column, other.column].sort((a, b) => a - b);
  const lines = [];
  for (let y = top; y <= bottom; y += 1) {
    const { row, line } = lineAt(rows, y);
    const found = [];
    for (let column = left; column <= right; column += 1) found.push(line < count(rows, row, column) ? { row, column, line } : null);
    lines.push(found);
  }
  return lines;
}

/** The position `down` lines and `right` columns from another; null without a cell. */
export function offset(rows, from, down, right) {
  const place = lineAt(rows, height(rows, from) + down);
  const column = from.column + right;
  return place && column < rows[place.row].length ? { ...place, column } : null;
}

function tall(columns) {
  return Math.max(1, ...columns);
}

/** The line of a position in the whole table. */
function height(rows, { row, line }) {
  return rows.slice(0, row).reduce((sum, columns) => sum + tall(columns), line);
}

function lineAt(rows, y) {
  let left = y;
  for (const [row, columns] of rows.entries()) {
    if (left < tall(columns)) return { row, line: left };
    left -= tall(columns);
  }
  return null;
}

function same(one, other) {
  return one.row === other.row && one.column === other.column && one.line === other.line;
}

function count(rows, row, column) {
  return rows[row]?.[column] ?? 0;
}
