// Typed values of an item in the document's format: exact numbers, JSON for sets, lists and maps. Pure: tests/js.

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const DIGITS_MAX = 38;
const TYPES = new Set(["S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"]);
const PLAIN = new Set(["S", "N", "BOOL", "SS", "NS"]);

/** Is it typed into one line? Other types get a field with several lines. */
export function isShort(type, text) {
  return type === "N" || (type === "S" && text.length <= 80 && !text.includes("\n"));
}

/**
 * The value of a text for a type: {value}, or {problem}, a sentence. `isTagged`: the document contains the type with the value
 * ({"N": "5"}), because no attribute declares it. Empty text for a type without an empty value removes the value: null.
 */
export function read(text, type, isTagged = false) {
  if (text.trim() === "" && type !== "S") return { value: null };
  const found = READERS[type](text);
  if ("problem" in found) return found;
  return { value: isTagged || !PLAIN.has(type) ? { [type]: found.value } : found.value };
}

const READERS = {
  S: (text) => ({ value: text }),
  N: (text) => number(text.trim()),
  BOOL: (text) => (["true", "false"].includes(text) ? { value: text === "true" } : { problem: "true or false." }),
  NULL: (text) => (text.trim() === "null" ? { value: true } : { problem: "null, or nothing at all." }),
  B: (text) => binary(text.trim()),
  SS: (text) => members(text, "texts", (one) => (typeof one === "string" ? { value: one } : null)),
  NS: (text) => members(text, "numbers", (one) => (one instanceof Exact || typeof one === "string" ? number(String(one)) : null)),
  BS: (text) => members(text, "base64 texts", (one) => (typeof one === "string" ? binary(one) : null)),
  L: (text) => nested(text, Array.isArray, "a list: [ ... ]"),
  M: (text) => nested(text, isMap, 'a map: { "name": ... }'),
};

function number(text) {
  if (!NUMBER.test(text)) return { problem: `${text.slice(0, 40)} is not a number.` };
  const digits = text.replace(/[eE].*/, "").replace(/[+\-.]/g, "").replace(/^0+|0+$/g, "");
  if (digits.length > DIGITS_MAX) return { problem: `DynamoDB supports ${DIGITS_MAX} digits; this number has ${digits.length}.` };
  return { value: text };
}

function binary(text) {
  try {
    atob(text);
    return { value: text };
  } catch {
    return { problem: "A binary value must be base64." };
  }
}

/** A number inside JSON with its original digits: a float would round them. */
class Exact {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

function parse(text) {
  const keep = (_, value, context) => {
    if (typeof value !== "number") return value;
    if (context?.source) return new Exact(context.source);
    return Number.isSafeInteger(value) || String(value).length < 16 ? new Exact(String(value)) : { N: String(value) };
  };
  try {
    return { value: JSON.parse(text, keep) };
  } catch (error) {
    return { problem: `This is not JSON: ${error.message}.` };
  }
}

function isMap(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Exact);
}

function members(text, what, one) {
  const found = parse(text);
  if ("problem" in found) return found;
  if (!Array.isArray(found.value) || !found.value.length) return { problem: `A set is a list of at least one of ${what}: [ ... ].` };
  const read = found.value.map(one);
  const ill = read.find((member) => !member || "problem" in member);
  if (ill !== undefined) return ill ?? { problem: `A set of ${what} cannot contain other types.` };
  const values = read.map((member) => member.value);
  if (new Set(values).size < values.length) return { problem: "A set cannot contain a member twice." };
  return { value: values };
}

function nested(text, isRight, what) {
  const found = parse(text);
  if ("problem" in found) return found;
  if (!isRight(found.value)) return { problem: `The value must be ${what}.` };
  return { value: tagged(found.value)[Array.isArray(found.value) ? "L" : "M"] };
}

/** Plain JSON as DynamoDB JSON; a map with one member whose name is a type, such as {"N": "5"}, specifies its type itself. */
export function tagged(value) {
  if (value === null) return { NULL: true };
  if (value instanceof Exact) return { N: value.text };
  if (typeof value === "string") return { S: value };
  if (typeof value === "boolean") return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(tagged) };
  const names = Object.keys(value);
  if (names.length === 1 && TYPES.has(names[0])) return typed(names[0], value[names[0]]);
  return { M: Object.fromEntries(names.map((name) => [name, tagged(value[name])])) };
}

function typed(type, content) {
  if (type === "M" && isMap(content)) return { M: Object.fromEntries(Object.entries(content).map(([name, one]) => [name, tagged(one)])) };
  if (type === "L" && Array.isArray(content)) return { L: content.map(tagged) };
  return { [type]: Array.isArray(content) ? content.map((one) => (one instanceof Exact ? one.text : one)) : content instanceof Exact ? content.text : content };
}
