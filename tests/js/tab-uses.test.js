import assert from "node:assert/strict";
import { test } from "node:test";
import { leastUsed } from "../../static/js/lib/tab-uses.js";

const TABS = ["sheet", "patterns", "cost", "history"];
const order = (uses) => leastUsed(TABS, uses, (tab) => tab);

test("without uses, the last tabs give way first", () => {
  assert.deepEqual(order({}), ["history", "cost", "patterns", "sheet"]);
});

test("a page that is often opened stays longer than one that is not", () => {
  assert.deepEqual(order({ history: 20 }), ["cost", "patterns", "sheet", "history"]);
});

test("one visit does not change which tabs are there", () => {
  assert.deepEqual(order({ history: 1 }), order({}));
});
