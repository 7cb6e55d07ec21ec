import assert from "node:assert/strict";
import { test } from "node:test";
import { between, corner, move, next, offset } from "../../static/js/lib/moves.js";

// Two rows and two columns; the cell at the top left holds two lines, the one below it three.
const ROWS = [
  [2, 1],
  [3, 0],
];
const at = (row, column, line) => ({ row, column, line });

test("down goes through the lines of a cell before the next row", () => {
  assert.deepEqual(move(ROWS, at(0, 0, 0), "ArrowDown"), at(0, 0, 1));
  assert.deepEqual(move(ROWS, at(0, 0, 1), "ArrowDown"), at(1, 0, 0));
});

test("up arrives at the last line of the row above", () => {
  assert.deepEqual(move(ROWS, at(1, 0, 0), "ArrowUp"), at(0, 0, 1));
});

test("a row that has nothing in the column is passed over", () => {
  assert.deepEqual(move(ROWS, at(0, 1, 0), "ArrowDown"), at(0, 1, 0));
});

test("sideways keeps the line where the other cell has it, else takes its last", () => {
  assert.deepEqual(move(ROWS, at(0, 0, 1), "ArrowRight"), at(0, 1, 0));
  assert.deepEqual(move(ROWS, at(0, 1, 0), "ArrowLeft"), at(0, 0, 0));
});

test("at an edge nothing moves", () => {
  for (const key of ["ArrowUp", "ArrowLeft"]) assert.deepEqual(move(ROWS, at(0, 0, 0), key), at(0, 0, 0));
  assert.deepEqual(move(ROWS, at(1, 0, 2), "ArrowDown"), at(1, 0, 2));
});

test("Home, End and a far arrow go to the edge", () => {
  assert.deepEqual(move(ROWS, at(0, 1, 0), "Home"), at(0, 0, 0));
  assert.deepEqual(move(ROWS, at(0, 0, 1), "End"), at(0, 1, 0));
  assert.deepEqual(move(ROWS, at(0, 0, 0), "ArrowDown", true), at(1, 0, 2));
  assert.deepEqual(corner(ROWS), at(0, 0, 0));
  assert.deepEqual(corner(ROWS, true), at(1, 0, 2));
});

test("the next cell is the next line, then the next column, then the next row", () => {
  assert.deepEqual(next(ROWS, at(0, 0, 0)), at(0, 0, 1));
  assert.deepEqual(next(ROWS, at(0, 0, 1)), at(0, 1, 0));
  assert.deepEqual(next(ROWS, at(0, 1, 0)), at(1, 0, 0));
  assert.deepEqual(next(ROWS, at(1, 0, 0), true), at(0, 1, 0));
  assert.deepEqual(next(ROWS, at(0, 0, 0), true), at(0, 0, 0));
});

test("a range is the lines between two cells, with gaps where a column is shorter", () => {
  assert.deepEqual(between(ROWS, at(0, 0, 1), at(0, 1, 0)), [
    [at(0, 0, 0), at(0, 1, 0)],
    [at(0, 0, 1), null],
  ]);
});

test("an offset counts lines as they are seen, over the rows", () => {
  assert.deepEqual(offset(ROWS, at(0, 0, 0), 3, 0), at(1, 0, 1));
  assert.deepEqual(offset(ROWS, at(0, 0, 0), 0, 1), at(0, 1, 0));
  assert.equal(offset(ROWS, at(0, 0, 0), 9, 0), null);
  assert.equal(offset(ROWS, at(0, 0, 0), 0, 2), null);
});
