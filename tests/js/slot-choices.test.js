import assert from "node:assert/strict";
import test from "node:test";

import { slotChoices } from "../../static/js/lib/sheet/slot-choices.js";

const attribute = (name, more = {}) => ({ name, insert: name, type: "S", format: "", means: "", sample: "", values: [], gives: {}, ...more });
const words = {
  entity: { id: "e1", name: "Order" },
  attributes: [attribute("orderDate"), attribute("status", { values: ["OPEN", "ON HOLD"] }), attribute("total")],
  entities: [{ name: "Order", insert: "Order", one: "an order", identity: ["orderId"] }, { name: "Line item", insert: '"Line item"', one: "a line item", identity: ["itemId"] }],
};
const at = (slot, text, shown) => slotChoices(words, slot, text, text.length, shown);
const inserts = (found) => found?.options.map((one) => one.insert + one.closes) ?? [];

test("a slot with fixed words offers all of them until one is typed", () => {
  assert.equal(at("operation", "List", "List").options.length, 6);
  assert.deepEqual(inserts(at("operation", "Up", "List")), ["Update"]);
});

test("what is given is the identity of an entity or an attribute of the row's own", () => {
  assert.deepEqual(inserts(at("given", "")), ["orderId of Order", 'itemId of "Line item"', "orderDate", "status", "total"]);
  assert.deepEqual(inserts(at("given", "status, lin")).slice(0, 1), ['itemId of "Line item"']);
});

test("a name that the design does not have is offered last, as new", () => {
  const found = at("given", "city");
  assert.deepEqual(found.options.at(-1).adds, { kind: "attribute", name: "city" });
  assert.equal(at("entities", "Parcel").options.at(-1).adds.kind, "entity");
  assert.equal(slotChoices({ ...words, entity: null }, "given", "city", 4), null);
});

test("a comparison follows an attribute, a direction an attribute that orders", () => {
  assert.ok(inserts(at("range", "orderDate ")).includes("between "));
  assert.deepEqual(inserts(at("order", "total desc")), ["descending"]);
  assert.deepEqual(inserts(at("order", "count of ")).slice(0, 2), ["Order", '"Line item"']);
});

test("a change is a verb, an attribute and a value, which is quoted where it has spaces", () => {
  assert.deepEqual(inserts(at("changes", "")), ["set ", "add ", "remove "]);
  assert.deepEqual(inserts(at("changes", "remove note, set stat")), ["status", "stat"]);
  assert.deepEqual(inserts(at("changes", "set status ")), ["to "]);
  assert.deepEqual(inserts(at("changes", "set status to ")), ["OPEN", '"ON HOLD"']);
});

test("an open quotation mark is part of the word that is typed", () => {
  assert.equal(at("entities", '"Line').typed, "Line");
  assert.deepEqual(inserts(at("entities", '"Line')), ['"Line item"', "Line"]);
});
