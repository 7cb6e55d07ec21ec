// Places of cells and headers in the key sheet.

/** The place of a cell in the terms of an edit. */
export function placeOf(cell) {
  const group = cell.closest("[data-group]");
  const groups = [...group.parentElement.querySelectorAll("[data-group]")];
  return { entity: cell.dataset.entity, index: cell.dataset.index, group: groups.indexOf(group), field: cell.dataset.field };
}

/** Where a cell or a header is among all of them: {row, column, line}. */
export function position(rows, stop) {
  for (const [row, columns] of rows.entries())
    for (const [column, lines] of columns.entries()) {
      const line = lines.indexOf(stop);
      if (line >= 0) return { row, column, line };
    }
  return { row: 0, column: 0, line: 0 };
}

/** The number of lines of each place. */
export function sizes(rows) {
  return rows.map((columns) => columns.map((lines) => lines.length));
}
