import assert from "node:assert/strict";
import { test } from "node:test";
import { read, write } from "../../static/js/lib/grid/tsv.js";

test("rows and cells, with the line ends of every system", () => {
  assert.deepEqual(read("a\tb\r\nc\td\n"), [["a", "b"], ["c", "d"]]);
});

test("a cell in quotes may hold tabs, line ends and quotes; quotes inside a cell are plain", () => {
  assert.deepEqual(read('"a\tb"\t"c ""d"""\n5"\tx'), [["a\tb", 'c "d"'], ['5"', "x"]]);
});

test("empty cells and lines keep their place", () => {
  assert.deepEqual(read("a\t\t\n\nb"), [["a", "", ""], [""], ["b"]]);
});

test("what is written is read again", () => {
  const rows = [["plain", 'with "quotes"', ""], ["line\nend", "tab\there", '"']];
  assert.deepEqual(read(write(rows)), rows);
});

test("what a spreadsheet would calculate is written as text, and read as it was", () => {
  const rows = [["=1+1", "@A1", "-A1", "'=1", "'a", "-5", "\t=1"]];
  assert.equal(write([rows[0].slice(0, 6)]), "'=1+1\t'@A1\t'-A1\t''=1\t'a\t-5");
  assert.deepEqual(read(write(rows)), rows);
});
