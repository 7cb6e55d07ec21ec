import assert from "node:assert/strict";
import { test } from "node:test";
import { begunBase, pastedValues, ratesEdit, textOf } from "../../static/js/lib/rate-edits.js";

const row = (average, peak, returned, base = {}) => ({
  part: "p", base: { per_second: null, items_returned: null, ...base }, shown: { average, peak, items_returned: returned },
});

test("a rate is one edit from the rate as it was stored", () => {
  const { edits, base } = ratesEdit(row("1,200", "4000/s", ""), ["average", "peak"]);
  assert.deepEqual(edits, [{ put: "p", field: "per_second", value: { average: 1200, peak: 4000 }, base: null, shown: null }]);
  assert.deepEqual(base.per_second, { average: 1200, peak: 4000 });
});

test("returned items are an edit of their own; an empty field removes the value", () => {
  const stored = { per_second: { average: 5 }, items_returned: 3 };
  assert.deepEqual(ratesEdit(row("5", "", "", stored), ["items_returned"]).edits, [{ put: "p", field: "items_returned", value: null, base: 3, shown: 3 }]);
  assert.deepEqual(ratesEdit(row("", "9", "3", { per_second: { average: 5, peak: 9 } }), ["average"]).edits[0].value, null);
});

test("a peak alone waits for its average, and a text that is no number is refused", () => {
  assert.equal(ratesEdit(row("", "9", ""), ["peak"]).wrong, "average");
  assert.deepEqual(ratesEdit(row("2", "9", ""), ["average"]).edits[0].value, { average: 2, peak: 9 });
  assert.equal(ratesEdit(row("many", "", ""), ["average"]).wrong, "average");
  assert.equal(ratesEdit(row("-1", "", ""), ["average"]).wrong, "average");
});

test("an edit begins from what is drawn, and from before a change of the same value by another", () => {
  const stored = (average, peak, returned) => ({ per_second: { average, peak }, items_returned: returned });
  assert.deepEqual(begunBase(stored(1, 9, 4), { average: stored(1, 5, 3) }), stored(1, 9, 4));
  assert.deepEqual(begunBase(stored(2, 9, 4), { average: stored(1, 5, 3) }), stored(1, 5, 4));
  assert.deepEqual(begunBase(stored(1, 9, 4), { items_returned: stored(1, 5, 3) }), stored(1, 9, 3));
});

test("a pasted column may have a header", () => {
  assert.deepEqual(pastedValues("Calls/s\tPeak\n5\t1,000\n0.5\t"), [["5", "1000"], ["0.5", ""]]);
  assert.deepEqual(pastedValues("5\n6"), [["5"], ["6"]]);
  assert.equal(textOf(" 1,234,567.5 "), "1234567.5");
});
