// Where an arrow key leads in a table of cells: pure, so that `node --test` can say it (tests/js).

const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * `columns` holds, for each row of the table, the stacked cells of each column: rows[r][c] is how many cells stand
 * there. A position is {row, column, line}. The answer is the next position, or the same one at an edge.
 */
export function move(rows, from, key) {
  const [down, right] = STEPS[key] ?? [0, 0];
  if (right) return sideways(rows, from, right);
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

function count(rows, row, column) {
  return rows[row]?.[column] ?? 0;
}
