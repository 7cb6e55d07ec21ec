// Completions at the caret of a slot of an access pattern. Pure: tests/js. `words` are the server's data about one row
// (designer/page/slot_words.py); the server reads the text (modeler/core/requirements/slot_text.py).

import { choices } from "./completion.js";

const SHOWN_MAX = 40;
const TOKEN = /"(?:[^"\\]|\\.)*"?|[^\s,"]+/g;

const FIXED = {
  operation: [["List", "several items"], ["Get one", "at most one item"], ["Create", "only if it does not exist"], ["Save", "create or replace"], ["Update", "change attributes"], ["Delete", "remove the item"]],
  limit: [["20", "at most 20 items"], ["20 per page", "pages of 20 items"], ["about 20", "20 items on average, no limit"]],
  consistency: [["strong", "sees every earlier write; twice the units"], ["eventual", "may miss the newest writes"]],
  freshness: [["sees the write before it", "read your writes"], ["at most 5 s old", ""], ["at most 60 s old", ""]],
  delivery: [["can arrive again", "at least once: a repeated call must change nothing"]],
};
const COMPARED = [["between", "two values"], [">=", "from a value"], ["<=", "up to a value"], [">", "above, after"], ["<", "below, before"], ["begins_with", "its first characters"]];
const RETURNED = [
  ["everything", "whole items"], ["only ", "some attributes"], ["count", "how many there are"], ["exists", "whether there is one"],
  ["sum of ", "of an attribute"], ["average of ", "of an attribute"], ["minimum of ", "of an attribute"], ["maximum of ", "of an attribute"],
];
const CHANGES = [["set ", "give an attribute a value"], ["add ", "to a number or a set"], ["remove ", "an attribute"]];

/** What can follow the words of a piece, by slot: names of the makers below. */
const NEXT = {
  entities: (before) => (before.length ? [] : ["entity"]),
  given: (before) => (before.length ? (before.at(-1) === "of" ? ["entity"] : []) : ["identity", "attribute"]),
  range: (before) => [["attribute"], ["comparison"]][before.length] ?? [],
  order: (before) => {
    if (before.at(-1) === "of") return ["entity", "attribute"];
    return [["attribute", "rank"], ["direction"]][before.length] ?? (before[1] === "of" ? ["direction"] : []);
  },
  returned: (before, isFirst) => {
    if (!before.length) return isFirst ? ["returned"] : ["attribute"];
    if (["of", "only", "each", "and"].includes(before.at(-1))) return ["attribute"];
    return before[0] === "only" || before.at(-1) === "per" ? [] : ["grouping"];
  },
  changes: (before) => {
    if (!before.length) return ["change"];
    if (before.length === 1) return before[0] === "add" ? [] : ["attribute"];
    if (before.at(-1) === "to") return before[0] === "add" ? ["attribute"] : ["value"];
    return before.length === 2 && before[0] !== "remove" ? ["to"] : [];
  },
};

/**
 * {from, to, options} or null, as in completion.js. An option's `adds` names what the design does not have yet: {kind, name}.
 * `shown` is the stored text: while a fixed choice is unchanged, all choices are offered.
 */
export function slotChoices(words, slot, text, caret, shown = "") {
  if (slot === "condition") return choices(words, text, caret, true);
  if (FIXED[slot]) return whole(FIXED[slot], text, shown);
  if (!NEXT[slot]) return null;
  const { before, typed, from, isFirst } = pieceAt(text, caret);
  const kinds = NEXT[slot](before, isFirst);
  const options = kinds.flatMap((kind) => MAKERS[kind](words, typed, before)).filter((one) => fits(one, typed));
  options.sort((a, b) => begins(b, typed) - begins(a, typed));
  options.push(...news(kinds, words, typed));
  const isDone = options.length === 1 && options[0].insert === typed && !options[0].closes && !options[0].adds;
  return options.length && !isDone ? { kind: "word", from, to: caret, typed, options: options.slice(0, SHOWN_MAX) } : null;
}

function whole(fixed, text, shown) {
  const typed = text === shown ? "" : text;
  const options = fixed.map(([label, detail]) => option(label, detail)).filter((one) => one.label.toLowerCase().startsWith(typed.toLowerCase()));
  return options.length ? { kind: "word", from: 0, to: text.length, typed, options } : null;
}

/** The words of the piece at the caret before the one that is typed, and where that one begins. */
function pieceAt(text, caret) {
  const front = text.slice(0, caret);
  const start = pieceStart(front);
  const found = [...front.slice(start).matchAll(TOKEN)];
  const last = found.at(-1);
  const isTyping = last && start + last.index + last[0].length === caret;
  const before = found.slice(0, isTyping ? -1 : undefined).map(([word]) => unquoted(word));
  return { before, typed: isTyping ? unquoted(last[0]) : "", from: isTyping ? start + last.index : caret, isFirst: start === 0 };
}

function pieceStart(front) {
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < front.length; at += 1) {
    if (front[at] === "\\" && isQuoted) at += 1;
    else if (front[at] === '"') isQuoted = !isQuoted;
    else if (front[at] === "," && !isQuoted) start = at + 1;
  }
  return start;
}

function unquoted(word) {
  return word.startsWith('"') ? word.slice(1).replace(/"$/, "").replace(/\\(.)/g, (_, kept) => kept) : word;
}

const MAKERS = {
  entity: (words) => words.entities.map((one) => option(one.name, "entity", one.insert)),
  identity: (words) => words.entities.flatMap((one) => one.identity.map((name) => option(one.one, name, `${name} of ${one.insert}`))),
  attribute: (words) => words.attributes.map((one) => option(one.name, one.format ? `${one.type} ${one.means}` : one.type, one.insert, { example: one.sample })),
  comparison: () => COMPARED.map(([word, detail]) => option(word, detail, word, { closes: " " })),
  rank: () => [["count of ", "by how many"], ["sum of ", "by a sum"], ["average of ", "by an average"]].map(ending),
  direction: () => [option("descending", "greatest or newest first"), option("ascending", "smallest or oldest first")],
  returned: () => RETURNED.map(ending),
  grouping: () => [["for each ", "one result for each value"], ["per day", "one result for each day"]].map(ending),
  change: () => CHANGES.map(ending),
  to: () => [ending(["to ", "a value; without it, the caller gives it"])],
  value: (words, typed, before) => (words.attributes.find((one) => one.name === before[1])?.values ?? []).map((one) => option(one, "value", quoted(one))),
};

/** A value as the server's slot_text writes it. */
function quoted(value) {
  return /^[\w.\-:/#@+]+$/.test(value) ? value : `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** Words after which another word follows end with a space, and the next list opens. */
function ending([word, detail]) {
  return option(word.trim(), detail, word.trim(), { closes: word.endsWith(" ") ? " " : "" });
}

function option(label, detail = "", insert = label, more = {}) {
  return { label, insert, detail, example: "", closes: "", ...more };
}

function fits({ label, insert }, typed) {
  const wanted = typed.toLowerCase();
  return label.toLowerCase().includes(wanted) || insert.toLowerCase().includes(wanted);
}

function begins({ label, insert }, typed) {
  const wanted = typed.toLowerCase();
  return Number(label.toLowerCase().startsWith(wanted) || insert.toLowerCase().startsWith(wanted));
}

/** What does not exist yet, made in the same change. */
function news(kinds, words, typed) {
  const name = typed.trim();
  if (!name || /["\\]/.test(name)) return [];
  const made = [];
  if (kinds.includes("attribute") && words.entity && !words.attributes.some((one) => one.name === name))
    made.push(option(name, `New attribute of ${words.entity.name}`, name, { adds: { kind: "attribute", name } }));
  if (kinds.includes("entity") && !words.entities.some((one) => one.name === name))
    made.push(option(name, "New entity", name, { adds: { kind: "entity", name } }));
  return made;
}
