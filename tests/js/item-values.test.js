import assert from "node:assert/strict";
import { test } from "node:test";

import { read } from "../../static/js/lib/grid/item-values.js";

test("numbers stay texts, exact", () => {
  assert.deepEqual(read("149.00", "N"), { value: "149.00" });
  assert.deepEqual(read("12345678901234567890.5", "N", true), { value: { N: "12345678901234567890.5" } });
  assert.match(read("1".repeat(39), "N").problem, /38 digits/);
  assert.match(read("many", "N").problem, /not a number/);
});

test("nothing takes a value away, and an empty text is one", () => {
  assert.deepEqual(read("", "N"), { value: null });
  assert.deepEqual(read("", "S"), { value: "" });
});

test("sets, lists and maps are JSON, and numbers in them lose no digit", () => {
  assert.deepEqual(read('["a", "b"]', "SS"), { value: ["a", "b"] });
  assert.deepEqual(read("[1, 2.50]", "NS"), { value: ["1", "2.50"] });
  assert.deepEqual(read('{"a": 0.1000000000000000000001, "b": [null, true, "x"]}', "M").value, {
    M: { a: { N: "0.1000000000000000000001" }, b: { L: [{ NULL: true }, { BOOL: true }, { S: "x" }] } },
  });
  assert.deepEqual(read('[{"SS": ["q"]}, {"M": {"S": "p"}}]', "L").value, { L: [{ SS: ["q"] }, { M: { S: { S: "p" } } }] });
});

test("what is no value of the type says why", () => {
  for (const [text, type, said] of [
    ["[1", "L", /not JSON/],
    ["{}", "L", /a list/],
    ["[]", "M", /a map/],
    ["[]", "SS", /at least one/],
    ['["a", "a"]', "SS", /cannot contain a member twice/],
    ["[true]", "NS", /cannot contain other types/],
    ["%", "B", /base64/],
  ])
    assert.match(read(text, type).problem, said, `${type} ${text}`);
});
