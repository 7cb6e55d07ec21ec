import assert from "node:assert/strict";
import { test } from "node:test";
import { ranked } from "../../static/js/lib/matching.js";

const ENTRIES = [
  { label: "Customer", kind: "entity", where: "app-main" },
  { label: "A2 Orders of a customer", kind: "access pattern" },
  { label: "Order", kind: "entity", where: "app-main" },
  { label: "customerId", kind: "attribute", where: "Order" },
];
const labels = (typed) => ranked(typed, ENTRIES).map(({ label }) => label);

test("nothing typed leaves the order", () => {
  assert.deepEqual(labels("  "), ENTRIES.map(({ label }) => label));
});

test("whole beginnings come before middles", () => {
  assert.deepEqual(labels("order"), ["Order", "A2 Orders of a customer", "customerId"]);
});

test("every word must be there, in the label, the kind or the place", () => {
  assert.deepEqual(labels("entity cust"), ["Customer"]);
  assert.deepEqual(labels("order attribute"), ["customerId"]);
  assert.deepEqual(labels("unicorn"), []);
});
