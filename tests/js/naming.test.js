import assert from "node:assert/strict";
import { test } from "node:test";

import { begun, fitting, named } from "../../static/js/lib/naming.js";

const PEOPLE = [{ name: "Eve Adams" }, { name: "Ada Lovelace" }, { name: "Ben" }];

test("a name begins after an @ that begins a word", () => {
  assert.equal(begun("ask @ad", 7), "ad");
  assert.equal(begun("@", 1), "");
  assert.equal(begun("mail@ad", 7), null);
  assert.equal(begun("@ada and @be", 4), "ada");
  assert.equal(begun("nobody", 6), null);
});

test("whose whole name begins so comes before whose later word does", () => {
  assert.deepEqual(fitting(PEOPLE, "ad").map((one) => one.name), ["Ada Lovelace", "Eve Adams"]);
  assert.deepEqual(fitting(PEOPLE, "x"), []);
  assert.equal(fitting(PEOPLE, "").length, 3);
});

test("a name is written out where the caret is, and the rest stays", () => {
  assert.deepEqual(named("ask @ad now", 7, "Ada Lovelace"), { text: "ask @Ada Lovelace now", caret: 18 });
  assert.deepEqual(named("@", 1, "Ben"), { text: "@Ben ", caret: 5 });
});
