import assert from "node:assert/strict";
import { test } from "node:test";
import { anotherOverload, cellEdits, kindOf, moved, movedTo, movedTogether, newEntity, sheetEdits, sheetRows } from "../../static/js/lib/sheet/sheet-edits.js";

const text = (shown, base = shown) => ({ text: shown, base });
const MODEL = {
  table: "t",
  indexes: [{ id: "", name: "main", keys: ["PK", "SK"] }, { id: "g1", name: "GSI1", keys: ["GSI1PK", "GSI1SK"] }],
  entities: [
    {
      id: "e1", name: "Order", attributes: ["orderId"],
      cells: {
        "": [{ part: "o1", texts: { "keys.PK": text("ORDER#{orderId}", "ORDER#{@a}"), "keys.SK": text("META") } }],
        g1: [{ part: "o2", texts: { "keys.GSI1PK": text("OPEN"), "keys.GSI1SK": text(""), when: text("total > 5") } }],
      },
    },
    { id: "e2", name: "Item", attributes: [], cells: { "": [{ part: "o3", texts: { "keys.PK": text("I"), "keys.SK": text("I") } }], g1: [{ part: "", texts: { "keys.GSI1PK": text(""), "keys.GSI1SK": text("") } }] } },
  ],
};
const ids = () => {
  let number = 0;
  return (kind) => `${kind[0]}-new${(number += 1)}`;
};
const write = (entity, index, field, said, group = 0) => ({ entity, index, group, field, text: said });

test("a cell is put with what it held; the same text is no edit", () => {
  assert.deepEqual(cellEdits(MODEL, [write("e1", "", "keys.PK", "O#{orderId}"), write("e1", "", "keys.SK", "META")], ids()), [
    { put: "o1", field: "keys.PK", value: "O#{orderId}", base: "ORDER#{@a}", shown: "ORDER#{orderId}" },
  ]);
});

test("texts for an index that the entity is not in make one overload", () => {
  assert.deepEqual(cellEdits(MODEL, [write("e2", "g1", "keys.GSI1PK", "A"), write("e2", "g1", "keys.GSI1SK", "B")], ids()), [
    { add: "overloads", to: "e2", id: "o-new1", fields: { index: "GSI1", "keys.GSI1PK": "A", "keys.GSI1SK": "B" } },
  ]);
});

test("an attribute that a template names and the entity lacks is added once, before", () => {
  const edits = cellEdits(MODEL, [write("e2", "", "keys.PK", "I#{x}"), write("e2", "", "keys.SK", "{x}")], ids());
  assert.deepEqual(edits.map((one) => one.add ?? one.field), ["attributes", "keys.PK", "keys.SK"]);
  assert.deepEqual(edits[0], { add: "attributes", to: "e2", id: "a-new1", fields: { name: "x", type: "S" }, sampled: true });
});

test("an overload of an index whose keys are all cleared is removed; the table's own key stays, empty", () => {
  assert.deepEqual(cellEdits(MODEL, [write("e1", "g1", "keys.GSI1PK", "")], ids()), [{ remove: "o2" }]);
  assert.deepEqual(cellEdits(MODEL, [write("e2", "", "keys.PK", ""), write("e2", "", "keys.SK", "")], ids()).map((one) => one.value), [null, null]);
});

test("the whole sheet is copied with a head, and read back without a change", () => {
  const rows = sheetRows(MODEL);
  assert.deepEqual(rows[0], ["Entity", "PK", "SK", "GSI1PK", "GSI1SK", "GSI1 when"]);
  assert.deepEqual(rows[1], ["Order", "ORDER#{orderId}", "META", "OPEN", "", "total > 5"]);
  assert.equal(kindOf(MODEL, rows), "sheet");
  assert.deepEqual(sheetEdits(MODEL, rows, ids()), { edits: [], left: [] });
});

test("a pasted sheet adds entities, attributes and indexes, and says which columns it left", () => {
  const { edits, left } = sheetEdits(MODEL, [["Entity", "PK", "SK", "GSI2PK", "Notes"], ["Order", "ORDER#{orderId}", "M", "", "x"], ["User", "USER#{userId}", "U", "ALL", ""]], ids());
  assert.deepEqual(left, ["Notes"]);
  assert.deepEqual(edits.map((one) => one.add ?? `put ${one.field}`), ["indexes", "entities", "attributes", "overloads", "overloads", "items", "put keys.SK"]);
  assert.deepEqual(edits[0].fields.partition_key, [{ name: "GSI2PK", type: "S" }]);
  assert.deepEqual(edits[4].fields, { index: "GSI2", "keys.GSI2PK": "ALL" });
  assert.deepEqual(edits[5].fields, { values: { userId: "1" } });
});

test("a second row of an entity is its second overload", () => {
  const { edits } = sheetEdits(MODEL, [["Entity", "GSI1PK", "GSI1 when"], ["Order", "OPEN", "total > 5"], ["", "OLD", "total < 5"]], ids());
  assert.deepEqual(edits, [{ add: "overloads", to: "e1", id: "o-new1", fields: { index: "GSI1", "keys.GSI1PK": "OLD", when: "total < 5" } }]);
});

test("a part is moved behind the one that then stands before it; at an edge nothing moves", () => {
  assert.deepEqual(moved(["a", "b", "c"], "b", -1), [{ move: "b", after: "" }]);
  assert.deepEqual(moved(["a", "b", "c"], "a", 1), [{ move: "a", after: "b" }]);
  assert.deepEqual(moved(["a", "b", "c"], "c", -1), [{ move: "c", after: "a" }]);
  assert.deepEqual(moved(["a", "b"], "a", -1), []);
  assert.deepEqual(movedTo(["a", "b", "c"], "c", "b"), []);
  assert.deepEqual(movedTo(["a", "b", "c"], "a", "c"), [{ move: "a", after: "c" }]);
});

test("several parts are moved together, in their order, and stay at an edge", () => {
  const order = (ids, edits) => edits.reduce((all, { move, after }) => {
    const others = all.filter((id) => id !== move);
    return others.toSpliced(after ? others.indexOf(after) + 1 : 0, 0, move);
  }, ids);
  const ids = ["a", "b", "c", "d", "e"];
  assert.deepEqual(order(ids, movedTogether(ids, ["a", "b"], 1)), ["c", "a", "b", "d", "e"]);
  assert.deepEqual(order(ids, movedTogether(ids, ["b", "d"], 1)), ["a", "c", "e", "b", "d"]);
  assert.deepEqual(order(ids, movedTogether(ids, ["b", "d"], -1)), ["b", "d", "a", "c", "e"]);
  assert.deepEqual(order(ids, movedTogether(ids, ["d", "e"], -1)), ["a", "b", "d", "e", "c"]);
  assert.deepEqual(movedTogether(ids, ["d", "e"], 1), []);
  assert.deepEqual(movedTogether(ids, ["a", "c"], -1), []);
  assert.deepEqual(movedTogether(ids, ["b"], 1), moved(ids, "b", 1));
});

test("a new entity has an identity, a key made of it and a sample", () => {
  const edits = newEntity(MODEL, "Line item", ids());
  assert.deepEqual(edits.map((one) => one.add ?? one.field), ["entities", "attributes", "identity", "overloads", "items"]);
  assert.deepEqual(edits[3].fields, { "keys.PK": "LINE ITEM#{lineitemId}", "keys.SK": "LINE ITEM" });
});

test("another overload stands behind the first and begins as its copy", () => {
  const [edit] = anotherOverload(MODEL, "e1", "g1", MODEL.entities[0].cells.g1[0], ids());
  assert.deepEqual(edit, { add: "overloads", to: "e1", id: "o-new1", fields: { index: "GSI1", "keys.GSI1PK": "OPEN", when: "total > 5" }, after: "o2" });
});

test("a sheet is known by its header row, whatever its first cell is", () => {
  const kind = (...rows) => kindOf(MODEL, rows.map((row) => row.split(" ")));
  assert.equal(kind("Item PK SK", "Order A B"), "sheet");
  assert.equal(kind("Type PK GSI7PK notes", "Order A B c"), "sheet");
  assert.equal(kind("ORDER#{orderId} META", "X Y"), "cells");
  assert.equal(kind("PK SK", "A B"), "unclear");
  assert.equal(kind("PK"), "unclear");
  assert.equal(kind("A"), "cells");
});
