// Tables as spreadsheets put them on the clipboard: tabs between cells, quotes around a cell that contains a tab, a line end or
// a quote. Pure: tests/js.

/** Rows of texts. The line end after the last row does not create a row. */
export function read(text) {
  const rows = [[]];
  const cells = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|\r|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y;
  while (cells.lastIndex < text.length) {
    const [, quoted, bare, end] = cells.exec(text);
    rows.at(-1).push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === "\t" && cells.lastIndex === text.length) rows.at(-1).push("");
    else if (end !== "\t" && end !== "" && cells.lastIndex < text.length) rows.push([]);
  }
  return rows.filter((row, number) => row.length || number === 0);
}

/** The text of rows of texts. */
export function write(rows) {
  return rows.map((row) => row.map(cell).join("\t")).join("\n");
}

function cell(text) {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
