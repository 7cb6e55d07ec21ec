// Tables as spreadsheets put them on the clipboard: tabs between cells, quotes around a cell that contains a tab, a line end or
// a quote. A text that a spreadsheet would calculate has a leading apostrophe there, as in modeler/core/values/cells.py. Pure:
// tests/js.

const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Rows of texts. The line end after the last row does not create a row. */
export function read(text) {
  const rows = [[]];
  const cells = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|\r|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y;
  while (cells.lastIndex < text.length) {
    const [, quoted, bare, end] = cells.exec(text);
    rows.at(-1).push(unguarded(quoted === undefined ? bare : quoted.replaceAll('""', '"')));
    if (end === "\t" && cells.lastIndex === text.length) rows.at(-1).push("");
    else if (end !== "\t" && end !== "" && cells.lastIndex < text.length) rows.push([]);
  }
  return rows.filter((row, number) => row.length || number === 0);
}

/** The text of rows of texts. */
export function write(rows) {
  return rows.map((row) => row.map(cell).join("\t")).join("\n");
}

function unguarded(text) {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

function cell(plain) {
  const text = FORMULA.test(plain) && !NUMBER.test(plain) ? `'${plain}` : plain;
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
