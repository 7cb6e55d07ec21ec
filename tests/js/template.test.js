import assert from "node:assert/strict";
import { test } from "node:test";
import { colored, namesIn, pieces, typedAt } from "../../static/js/lib/sheet/template.js";

const words = (text, known) => colored(text, known).map(({ kind, text: said }) => `${kind}:${said}`);

test("literals, attributes and formats are told apart", () => {
  assert.deepEqual(words("A#{id:first(2)|upper}#"), [
    "literal:A#", "brace:{", "attribute:id", "brace::", "format:first(2)", "brace:|", "format:upper", "brace:}", "literal:#",
  ]);
});

test("a doubled brace is a literal, and a format's argument may hold a brace", () => {
  assert.deepEqual(words("{{x}}"), ["literal:{{x}}"]);
  assert.deepEqual(words("{p:join('}')}"), ["brace:{", "attribute:p", "brace::", "format:join('}')", "brace:}"]);
});

test("a name that the entity does not have is said to be unknown", () => {
  assert.deepEqual(words("{id}{no}", ["id"]), ["brace:{", "attribute:id", "brace:}", "brace:{", "unknown:no", "brace:}"]);
});

test("pieces cover the text, finished or not", () => {
  for (const text of ["", "a", "{", "{a", "{a:", "{a:b|", "x{a}y{", '{"q u', "}}{{", "a}b"]) assert.equal(pieces(text).map((one) => text.slice(one.from, one.to)).join(""), text);
});

test("names are those of closed references, each once, quotes taken away", () => {
  assert.deepEqual(namesIn('{a}#{b:month}{a}{"c d"}{e'), ["a", "b", "c d"]);
});

test("at the caret an attribute is typed, then a format, then nothing", () => {
  const at = (text, caret = text.length) => typedAt(text, caret) && [typedAt(text, caret).kind, typedAt(text, caret).typed, typedAt(text, caret).isChained];
  assert.deepEqual(at("CUST#{cu"), ["attribute", "cu", false]);
  assert.deepEqual(at("{at:mo"), ["format", "mo", false]);
  assert.deepEqual(at("{at:month|up"), ["format", "up", true]);
  assert.equal(at("{at}"), null);
  assert.equal(at("CUST#"), null);
  assert.deepEqual(at("{at}#", 2), ["attribute", "a", false]);
});
