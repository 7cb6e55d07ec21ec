import assert from "node:assert/strict";
import { test } from "node:test";
import { OwnValues } from "../../static/js/lib/sync/own-values.js";

const put = (base, value) => ({ put: "p", field: "keys.PK", value, base, shown: base });

/** What a page knows after changes of one field, each [base, value]. */
function after(...changes) {
  const own = new OwnValues();
  for (const [base, value] of changes) own.remember([put(base, value)], { "p.keys.PK": value });
  return own;
}

test("an edit that begins from the value before the last change begins from what that one stored", () => {
  const { base, shown, value } = after(["A", "B"]).begun(put("A", "X"));
  assert.deepEqual({ base, shown, value }, { base: "B", shown: "B", value: "X" });
});

test("so does one after several changes of which none was drawn", () => {
  const own = after(["A", "B"], ["B", "C"]);
  for (const drawn of ["A", "B"]) assert.equal(own.begun(put(drawn, "X")).base, "C");
  assert.equal(own.begun(put("C", "X")).base, "C");
});

test("what a colleague stored is never taken for one's own", () => {
  assert.equal(after(["A", "B"]).begun(put("Z", "X")).base, "Z");
  assert.equal(after(["A", "B"], ["Z", "C"]).begun(put("A", "X")).base, "A");
});

test("a part that was just made is edited from the fields that it was made with", () => {
  const own = new OwnValues();
  own.remember([{ add: "overloads", to: "e", id: "p", fields: { "keys.PK": "B" } }], { "p.keys.PK": "B" });
  assert.equal(own.begun(put(null, "X")).base, "B");
});

test("if what is drawn is stored again, the edit begins from there, once", () => {
  const own = after(["A", "B"]);
  const edits = [own.begun(put("A", "X")), put("M", "N")];
  const refusal = { part: "p", field: "keys.PK", base: "A" };
  assert.deepEqual(own.anew(edits, refusal), [put("A", "X"), put("M", "N")]);
  assert.equal(own.anew(own.anew(edits, refusal), refusal), null);
});

test("the value of the last change, set again, is not taken for what is stored: an undo can have taken it back", () => {
  const again = after(["A", "B"]).begun(put("A", "B"));
  assert.deepEqual([again.base, again.shown], ["A", "A"]);
});

test("if it is still stored, the same edit begins from there, once", () => {
  const own = after(["A", "B"]);
  const [anew] = own.anew([own.begun(put("A", "B"))], { part: "p", field: "keys.PK", base: "B" });
  assert.deepEqual(anew, { ...put("B", "B") });
});

test("a field that was emptied, restored and emptied again is sent as it is drawn", () => {
  const own = new OwnValues();
  own.remember([put("inferred", null)], { "p.keys.PK": null });
  assert.equal(own.begun(put("inferred", null)).base, "inferred");
});

test("a value of a colleague is a conflict", () => {
  const own = after(["A", "B"]);
  assert.equal(own.anew([own.begun(put("A", "X"))], { part: "p", field: "keys.PK", base: "Z" }), null);
});
