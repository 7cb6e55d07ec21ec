import assert from "node:assert/strict";
import { test } from "node:test";
import { parsed, valued, written } from "../../static/js/lib/sheet/key-conditions.js";

const PAIRS = [
  ["CUST#{customerId}", "CUST#{customerId}"],
  ["begins_with ORDER#", { begins_with: "ORDER#" }],
  ["between {from} and {to}", { between: ["{from}", "{to}"] }],
  ["<= ORDER#{date}", { "<=": "ORDER#{date}" }],
];

for (const [text, condition] of PAIRS)
  test(`${text} is read and written again`, () => {
    assert.deepEqual(parsed(text), condition);
    assert.equal(written(condition), text);
  });

test("nothing is no condition, and an equals sign is left out", () => {
  assert.equal(parsed("  "), null);
  assert.equal(parsed("= X"), "X");
  assert.equal(written(null), "");
});

test("a second and belongs to the upper end", () => {
  assert.deepEqual(parsed("between A and B and C"), { between: ["A", "B and C"] });
});

test("values are texts but for switches and JSON", () => {
  assert.equal(valued("12.50", "N"), "12.50");
  assert.equal(valued("true", "BOOL"), true);
  assert.equal(valued("true", "S"), "true");
  assert.deepEqual(valued('["a"]', "L"), ["a"]);
  assert.equal(valued("{half", "M"), "{half");
});
