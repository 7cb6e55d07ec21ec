// Completions at the caret of a key template or condition, and the text after accepting one. Pure: tests/js. `words` are the
// server's data about one entity (designer/page/key_cells/completion.py).

import { typedAt } from "./template.js";

const SHOWN_MAX = 40;
const CONDITION_WORDS = [
  ["AND", "both"],
  ["OR", "one of two"],
  ["NOT", "the contrary"],
  ["BETWEEN", "from one value AND to another"],
  ["IN (", "one of some values"],
  ["attribute_exists(", "the item has it"],
  ["attribute_not_exists(", "the item has it not"],
  ["begins_with(", "its first characters"],
  ["contains(", "a part of it"],
  ["size(", "its length"],
];

/**
 * {from, to, options} or null. An option is {label, insert, detail, example, closes, adds}: `insert` replaces the text from
 * `from` to `to`; `closes` is appended to it; `adds` names an attribute that the entity does not have yet.
 */
export function choices(words, text, caret, isCondition = false) {
  if (isCondition) return conditionChoices(words, text, caret);
  const typed = typedAt(text, caret);
  if (!typed) return null;
  const options = typed.kind === "attribute" ? attributes(words, typed) : formats(words, typed);
  return options.length ? { kind: typed.kind, from: typed.from, to: typed.to, typed: typed.typed, options: options.slice(0, SHOWN_MAX) } : null;
}

function attributes(words, { piece, typed }) {
  const closes = piece.isClosed || piece.formats.length ? "" : "}";
  const options = ranked(words.attributes, typed).map((one) => ({ ...attributeOption(one), closes }));
  const isNew = typed.trim() && !/["\\]/.test(typed) && !words.attributes.some((one) => one.name === typed.trim());
  if (isNew) options.push({ label: typed.trim(), insert: typed.trim(), detail: `Add this attribute to ${words.entity}`, example: "", closes, adds: typed.trim() });
  return options;
}

function attributeOption({ name, insert, type, means, format, sample }) {
  return { label: name, insert, detail: format ? `${type} ${means}` : type, example: sample };
}

/** Options that begin with the typed text come before those that contain it. */
function ranked(attributes, typed) {
  const wanted = typed.trim().toLowerCase();
  const place = (one) => one.name.toLowerCase().indexOf(wanted);
  return attributes.filter((one) => place(one) >= 0).sort((a, b) => Math.min(place(a), 1) - Math.min(place(b), 1));
}

function formats(words, { piece, typed, isChained }) {
  const attribute = words.attributes.find((one) => one.name === piece.name);
  const gives = attribute?.gives ?? {};
  const isSampled = Object.keys(gives).length > 0;
  const wanted = typed.trim().toLowerCase();
  const fits = (one) => isChained || !isSampled || one.insert in gives;
  return words.formats
    .filter((one) => one.insert.startsWith(wanted) && fits(one))
    .map((one) => ({ label: one.insert, insert: one.insert, detail: one.gives, example: isChained ? "" : (gives[one.insert] ?? ""), closes: piece.isClosed ? "" : "}" }));
}

function conditionChoices(words, text, caret) {
  const before = text.slice(0, caret);
  const values = valueChoices(words, before, caret);
  if (values) return values;
  if ((before.match(/'/g) ?? []).length % 2) return null;
  const typed = /[A-Za-z_][\w]*$/.exec(before)?.[0] ?? "";
  const named = ranked(words.attributes, typed).map((one) => ({ ...attributeOption(one), closes: " " }));
  const others = CONDITION_WORDS.filter(([word]) => typed && word.toLowerCase().startsWith(typed.toLowerCase()));
  const options = [...named, ...others.map(([word, detail]) => ({ label: word, insert: word, detail, example: "", closes: word.endsWith("(") ? "" : " " }))];
  const isDone = options.length === 1 && options[0].label === typed;
  return options.length && !isDone ? { kind: "word", from: caret - typed.length, to: caret, typed, options: options.slice(0, SHOWN_MAX) } : null;
}

/** After a comparison: the possible values of the attribute, or that of the sample item. */
function valueChoices(words, before, caret) {
  const found = /(\w+)\s*(?:=|<>|<=|>=|<|>)\s*(?:'([^']*))?$/.exec(before);
  const attribute = found && words.attributes.find((one) => one.name === found[1]);
  if (!attribute) return null;
  const typed = found[2] ?? "";
  const known = attribute.values.length ? attribute.values : [attribute.sample].filter(Boolean);
  const isText = attribute.type === "S";
  const options = known
    .filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()))
    .map((value) => ({ label: value, insert: isText ? `'${value.replaceAll("'", "''")}'` : value, detail: "value", example: "", closes: "" }));
  const from = caret - (found[2] === undefined ? 0 : typed.length + 1);
  return options.length ? { kind: "value", from, to: caret, typed, options: options.slice(0, SHOWN_MAX) } : null;
}

/** The text after accepting an option: {text, from, to}; from and to are the selection (an argument) or the caret. */
export function taken(text, { from, to }, option) {
  const put = option.insert + option.closes;
  const made = text.slice(0, from) + put + text.slice(to);
  const argument = /\((\d+)\)$/.exec(option.insert);
  if (!argument) return { text: made, from: from + put.length, to: from + put.length };
  const start = from + option.insert.length - argument[1].length - 1;
  return { text: made, from: start, to: start + argument[1].length };
}
