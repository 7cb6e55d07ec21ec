// The values of a field's controls, as a value of the document. Pure except for reading the controls (tests/js).
//
// A control has a shape: a leaf, an object of named members, a list, or a map of names to values. An empty control has the
// value null, which removes the field; empty members and rows are omitted.

/** Typed text that the document cannot represent; `message` is shown at the field. */
export class Unreadable extends Error {
  constructor(message, node = null) {
    super(message);
    this.node = node;
  }
}

/** The value of the one control under an element. */
export function read(element) {
  const [shape] = shapesIn(element);
  return shape ? valueOf(shape) : null;
}

function shapesIn(node) {
  const isOwn = (one) => one.parentElement.closest("[data-shape], [data-control]") === node;
  return [...node.querySelectorAll("[data-shape]")].filter(isOwn);
}

function valueOf(node) {
  switch (node.dataset.shape) {
    case "object":
      return objectOf(node);
    case "list":
      return listOf(node);
    case "map":
      return mapOf(node);
    default:
      return leafOf(node);
  }
}

function objectOf(node) {
  // Members without a control come from an import, and stay.
  const found = Object.assign(Object.create(null), JSON.parse(node.dataset.rest || "{}"));
  for (const child of shapesIn(node)) {
    const value = valueOf(child);
    if (value !== null) found[child.closest("[data-name]").dataset.name] = value;
  }
  return Object.keys(found).length ? found : null;
}

function listOf(node) {
  const values = shapesIn(node).map(valueOf);
  const given = values.filter((value) => value !== null);
  if ("all" in node.dataset && given.length && given.length < values.length) throw new Unreadable("Enter both values, or neither.", node);
  return given.length ? given : null;
}

function mapOf(node) {
  // A name that people give, such as __proto__, is a name and nothing else.
  const found = Object.create(null);
  for (const row of [...node.children].filter((one) => "row" in one.dataset)) {
    const [name, value] = shapesIn(node).filter((one) => row.contains(one));
    const key = leafOf(name);
    if (key === null) continue;
    if (Object.hasOwn(found, key)) throw new Unreadable(`${key} appears twice.`, name);
    found[key] = valueOf(value) ?? nothing(value);
  }
  return Object.keys(found).length ? found : null;
}

/** The value of a named row while its value is empty. */
function nothing(node) {
  if (node.dataset.shape === "list") return [];
  if (node.dataset.shape === "map") return {};
  return ["number", "percent"].includes(node.dataset.type) ? 0 : "";
}

function leafOf(node) {
  const { type } = node.dataset;
  try {
    if (type === "switch") return switched(node.checked, "startsOn" in node.dataset);
    if (type === "format") return formatted(node);
    return leaf(type, node.dataset.value ?? node.value);
  } catch (error) {
    if (error instanceof Unreadable) error.node = node;
    throw error;
  }
}

/** A switch has a value only if it differs from the default. */
export function switched(isOn, startsOn) {
  return isOn === startsOn ? null : isOn;
}

function formatted(node) {
  const chosen = node.querySelector("select").value;
  if (chosen !== "shard") return chosen || null;
  const count = leaf("number", node.querySelector("input").value);
  if (!Number.isInteger(count) || count < 1 || count > 99_999) throw new Unreadable("The number of shards must be 1 to 99,999.");
  return `shard(${count})`;
}

/** A text as the value of a leaf; null if it is empty. */
export function leaf(type, typed) {
  const text = typed.trim();
  if (!text) return null;
  if (type === "number") return number(text);
  if (type === "percent") return Number((number(text.replace(/\s*%$/, "")) / 100).toPrecision(12));
  if (type === "numbers") return text.split(/[\s,;]+/).filter(Boolean).map(number);
  if (type === "json") return json(text);
  return text;
}

function number(text) {
  // 5,000,000 and 5 000 000 are accepted as 5000000; 12,5 is ambiguous.
  const plain = /^-?\d{1,3}([,  _]\d{3})+(\.\d+)?$/.test(text) ? text.replace(/[,  _]/g, "") : text;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) throw new Unreadable(`${text} is not a number. Enter a number such as 1250 or 12.5.`);
  return Number(plain);
}

function json(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Unreadable(`This is not JSON: ${error.message}`);
  }
}

/** Are two values of the document equal? The order of an object's members is ignored. */
export function same(one, other) {
  return canonical(one) === canonical(other);
}

function canonical(value) {
  return JSON.stringify(value ?? null, (_, held) =>
    held && typeof held === "object" && !Array.isArray(held) ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1))) : held,
  );
}

/** A value in its stored form, in which names of attributes are ids; other values stay. */
export function stored(value, ids) {
  if (Array.isArray(value)) return value.map((one) => stored(one, ids));
  return typeof value === "string" ? (ids[value] ?? value) : value;
}

/** The only name that differs between the old and the new key, as {from, to}; null for any other difference. */
export function renamed(before, after) {
  if (before.length !== after.length) return null;
  const changed = before.map((from, n) => ({ from, to: after[n] })).filter(({ from, to }) => from !== to);
  return changed.length === 1 && changed[0].from && changed[0].to ? changed[0] : null;
}
