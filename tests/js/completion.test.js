import assert from "node:assert/strict";
import { test } from "node:test";
import { choices, taken } from "../../static/js/lib/sheet/completion.js";

const attribute = (name, more = {}) => ({ name, insert: name, type: "S", format: "", means: "", sample: "", values: [], gives: {}, ...more });
const WORDS = {
  entity: "Order",
  attributes: [attribute("customerId", { sample: "c1" }), attribute("at", { format: "iso", means: "Time", gives: { month: "2026-06" } }), attribute("status", { values: ["OPEN", "IT'S"] })],
  formats: [{ insert: "month", gives: "its month" }, { insert: "pad(6)", gives: "zero-padded" }],
};
const labels = (text, isCondition, caret = text.length) => choices(WORDS, text, caret, isCondition)?.options.map((one) => one.label) ?? null;
const take = (text, label, isCondition) => {
  const found = choices(WORDS, text, text.length, isCondition);
  return taken(text, found, found.options.find((one) => one.label === label)).text;
};

test("behind a brace come attributes, those that begin so first", () => {
  assert.deepEqual(labels("X#{"), ["customerId", "at", "status"]);
  assert.deepEqual(labels("X#{at"), ["at", "status"]);
});

test("an attribute that is not there can be added, and is the last to be offered", () => {
  const { options } = choices(WORDS, "{sta", 4);
  assert.deepEqual(options.map((one) => [one.label, one.adds ?? ""]), [["status", ""], ["sta", "sta"]]);
});

test("behind a colon come the formats that fit the sample, behind a bar all of them", () => {
  assert.deepEqual(labels("{at:"), ["month"]);
  assert.deepEqual(labels("{at:month|"), ["month", "pad(6)"]);
  assert.equal(choices(WORDS, "{at:", 4).options[0].example, "2026-06");
});

test("what is taken closes the reference, unless it is closed", () => {
  assert.equal(take("X#{cu", "customerId"), "X#{customerId}");
  const found = choices(WORDS, "X#{cu}#Y", 5);
  assert.deepEqual(taken("X#{cu}#Y", found, found.options[0]), { text: "X#{customerId}#Y", from: 13, to: 13 });
});

test("an argument that came with a format is selected", () => {
  const found = choices(WORDS, "{at:month|p", 11);
  assert.deepEqual(taken("{at:month|p", found, found.options[0]), { text: "{at:month|pad(6)}", from: 14, to: 15 });
});

test("a condition is completed by attributes, words and the values of an enum", () => {
  assert.equal(take("st", "status", true), "status ");
  assert.deepEqual(labels("status = '", true), ["OPEN", "IT'S"]);
  assert.equal(take("status = ", "IT'S", true), "status = 'IT''S'");
  assert.deepEqual(labels("status = 'OPEN' a", true), ["at", "status", "AND", "attribute_exists(", "attribute_not_exists("]);
});
