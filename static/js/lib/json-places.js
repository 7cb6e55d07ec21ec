// Positions in a JSON text, and the names and values that its schema allows there. Pure except for the tree, which is that of
// CodeMirror's JSON language (tests/js use a small one).

/** The path of the object, array or value around a node: names and numbers from the top. */
export function pathOf(node, text) {
  const path = [];
  for (let at = node; at; at = at.parent) {
    if (at.name === "Property") path.unshift(nameOf(at, text));
    else if (at.parent?.name === "Array") path.unshift(placeIn(at));
  }
  return path;
}

/** The name of a property, without its quotes. */
export function nameOf(property, text) {
  const name = property.getChild("PropertyName");
  return name ? unquoted(text.slice(name.from, name.to)) : "";
}

function unquoted(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text.replace(/^"|"$/g, "");
  }
}

const VALUES = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);

function placeIn(node) {
  let place = 0;
  for (let one = node.prevSibling; one; one = one.prevSibling) if (VALUES.has(one.name)) place += 1;
  return place;
}

/** The node at a path, or its nearest existing parent: the error of a missing name is shown at the parent. */
export function nodeAt(top, path, text) {
  let found = value(top);
  for (const step of path) {
    const next = typeof step === "number" ? member(found, step) : property(found, step, text);
    if (!next) break;
    found = next;
  }
  return found ?? top;
}

function children(node) {
  const found = [];
  for (let one = node?.firstChild; one; one = one.nextSibling) found.push(one);
  return found;
}

function value(node) {
  return children(node).find((one) => VALUES.has(one.name));
}

function member(array, place) {
  return children(array).filter((one) => VALUES.has(one.name))[place];
}

function property(object, name, text) {
  const found = children(object).find((one) => one.name === "Property" && nameOf(one, text) === name);
  return found && (value(found) ?? found);
}

/** The shapes that a schema allows at a path, including all alternatives. */
export function schemasAt(schema, top, path) {
  let found = alternatives(schema, top);
  for (const step of path) found = found.flatMap((one) => below(one, step)).flatMap((one) => alternatives(schema, one));
  return found;
}

function alternatives(schema, one) {
  if (one?.$ref) return alternatives(schema, one.$ref.slice(2).split("/").reduce((held, step) => held[step], schema));
  return one ? [one, ...(one.anyOf ?? []).flatMap((other) => alternatives(schema, other))] : [];
}

function below(one, step) {
  if (typeof step === "number") return one.items ? [one.items] : [];
  const named = one.properties?.[step];
  if (named) return [named];
  return typeof one.additionalProperties === "object" ? [one.additionalProperties] : [];
}

/** Possible names in an object: {label, detail}, without existing ones. */
export function names(shapes, taken) {
  const found = new Map();
  for (const shape of shapes)
    for (const [label, one] of Object.entries(shape.properties ?? {}))
      if (!taken.includes(label) && !found.has(label)) found.set(label, { label, detail: one.description ?? typeOf(one), type: "property" });
  return [...found.values()];
}

/** Possible values: words, true and false, null. */
export function values(shapes) {
  const found = new Set();
  for (const shape of shapes) {
    for (const word of shape.enum ?? []) found.add(JSON.stringify(word));
    if ("const" in shape) found.add(JSON.stringify(shape.const));
    if (shape.type === "boolean") ["true", "false"].forEach((word) => found.add(word));
    if (shape.type === "null") found.add("null");
  }
  return [...found].map((label) => ({ label, type: "enum" }));
}

function typeOf(shape) {
  return shape.enum ? shape.enum.join(" | ") : String(shape.type ?? shape.$ref?.split("/").at(-1) ?? "");
}
