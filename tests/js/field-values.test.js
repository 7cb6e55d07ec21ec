import assert from "node:assert/strict";
import test from "node:test";
import { leaf, renamed, same, stored, switched, Unreadable } from "../../static/js/lib/field-values.js";

test("numbers are read as people write them, and never guessed", () => {
  assert.equal(leaf("number", " 5,000,000 "), 5_000_000);
  assert.equal(leaf("number", "5 000"), 5000);
  assert.equal(leaf("number", "12.5"), 12.5);
  assert.equal(leaf("number", "-1"), -1);
  assert.equal(leaf("number", ""), null);
  for (const typed of ["12,5", "1,00", "a", "1.2.3", "0x10", "Infinity"]) assert.throws(() => leaf("number", typed), Unreadable);
});

test("percents are shares, without the dust of binary fractions", () => {
  assert.equal(leaf("percent", "3"), 0.03);
  assert.equal(leaf("percent", "29 %"), 0.29);
  assert.equal(leaf("percent", "0.7"), 0.007);
  assert.equal(leaf("percent", "100"), 1);
});

test("lists of numbers and JSON are read whole or refused with a sentence", () => {
  assert.deepEqual(leaf("numbers", "1, 2;3  4"), [1, 2, 3, 4]);
  assert.deepEqual(leaf("json", '{"a": [1]}'), { a: [1] });
  assert.throws(() => leaf("json", "{"), /not JSON/);
});

test("a switch says something only where it differs from what holds anyway", () => {
  assert.deepEqual([switched(true, false), switched(false, false), switched(true, true), switched(false, true)], [true, null, null, false]);
});

test("the order of members says nothing, the order of a list does", () => {
  assert.ok(same({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }));
  assert.ok(!same([1, 2], [2, 1]));
  assert.ok(!same(null, 0));
  assert.ok(same(undefined, null));
});

test("names are stored as ids where they are known, also within lists", () => {
  assert.deepEqual(stored([["email"], ["x", "id"]], { email: "@a1", id: "@a2" }), [["@a1"], ["x", "@a2"]]);
  assert.equal(stored(null, {}), null);
});

test("one other name is a rename; more than one, or another number of names, is another key", () => {
  assert.deepEqual(renamed(["PK", "SK"], ["pk", "SK"]), { from: "PK", to: "pk" });
  assert.equal(renamed(["PK"], ["PK"]), null);
  assert.equal(renamed(["PK", "SK"], ["SK", "PK"]), null);
  assert.equal(renamed(["PK"], ["PK", "b"]), null);
  assert.equal(renamed([""], ["a"]), null);
});
