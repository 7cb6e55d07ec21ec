import assert from "node:assert/strict";
import test from "node:test";
import { names, nodeAt, pathOf, schemasAt, values } from "../../static/js/lib/json-places.js";

const SCHEMA = {
  properties: { tables: { items: { $ref: "#/$defs/table" } } },
  $defs: {
    table: { properties: { name: { type: "string", description: "Its name" }, kind: { enum: ["GSI", "LSI"] }, live: { anyOf: [{ type: "boolean" }, { type: "null" }] }, tags: { additionalProperties: { enum: ["x"] } } } },
  },
};

/** A tree with what is asked of CodeMirror's, from [name, from, to, ...children]. */
function grow([name, from, to, ...below], parent = null) {
  const node = { name, from, to, parent, firstChild: null, nextSibling: null, prevSibling: null };
  let last = null;
  for (const one of below.map((child) => grow(child, node))) {
    if (last) Object.assign(last, { nextSibling: one }), (one.prevSibling = last);
    else node.firstChild = one;
    last = one;
  }
  node.getChild = (wanted) => {
    for (let one = node.firstChild; one; one = one.nextSibling) if (one.name === wanted) return one;
    return null;
  };
  return node;
}

const TEXT = '{"a": [1, {"b": 2}]}';
const TREE = grow(["JsonText", 0, 20, ["Object", 0, 20, ["{", 0, 1], ["Property", 1, 19, ["PropertyName", 1, 4], ["Array", 6, 19, ["[", 6, 7], ["Number", 7, 8], ["Object", 10, 18, ["Property", 11, 17, ["PropertyName", 11, 14], ["Number", 16, 17]]]]]]]);

test("a path leads to its node, and a node knows its path", () => {
  const found = nodeAt(TREE, ["a", 1, "b"], TEXT);
  assert.deepEqual([found.from, found.to], [16, 17]);
  assert.deepEqual(pathOf(found, TEXT), ["a", 1, "b"]);
});

test("a fault of what is missing stands at what lacks it", () => {
  const found = nodeAt(TREE, ["a", 1, "missing", "deeper"], TEXT);
  assert.deepEqual([found.name, found.from], ["Object", 10]);
  assert.equal(nodeAt(TREE, [], TEXT).from, 0);
});

test("shapes are found through references, lists and free names", () => {
  assert.deepEqual(schemasAt(SCHEMA, SCHEMA, ["tables", 3, "kind"]), [{ enum: ["GSI", "LSI"] }]);
  assert.deepEqual(schemasAt(SCHEMA, SCHEMA, ["tables", 0, "tags", "any"]), [{ enum: ["x"] }]);
  assert.deepEqual(schemasAt(SCHEMA, SCHEMA, ["nowhere", 0]), []);
});

test("names that are there are not offered again; what they mean stands beside them", () => {
  const offered = names(schemasAt(SCHEMA, SCHEMA, ["tables", 0]), ["kind"]);
  assert.deepEqual(offered.map((one) => one.label), ["name", "live", "tags"]);
  assert.equal(offered[0].detail, "Its name");
});

test("words, yes and no, and null are offered as values", () => {
  const at = (name) => values(schemasAt(SCHEMA, SCHEMA, ["tables", 0, name])).map((one) => one.label);
  assert.deepEqual(at("kind"), ['"GSI"', '"LSI"']);
  assert.deepEqual(at("live"), ["true", "false", "null"]);
  assert.deepEqual(at("name"), []);
});
