// The appearance of a key template while it is typed: the positions of its literals, attributes and formats, complete or not.
// Only the server interprets templates; this only colors and completes. Pure: tests/js.

/**
 * The pieces of a text in order: {kind: "literal", from, to} and {kind: "reference", from, to, name, nameFrom, nameTo,
 * formats: [{from, to}], isClosed}. They cover the whole text.
 */
export function pieces(text) {
  const found = [];
  let at = 0;
  while (at < text.length) {
    const isReference = text[at] === "{" && text[at + 1] !== "{";
    const piece = isReference ? reference(text, at) : { kind: "literal", from: at, to: literalEnd(text, at) };
    found.push(piece);
    at = piece.to;
  }
  return found;
}

function literalEnd(text, from) {
  let at = from;
  while (at < text.length) {
    if (text.startsWith("{{", at) || text.startsWith("}}", at)) at += 2;
    else if (text[at] === "{") return at;
    else at += 1;
  }
  return at;
}

function reference(text, from) {
  const nameFrom = from + 1;
  const nameTo = nameEnd(text, nameFrom);
  const formats = [];
  let at = nameTo;
  while (text[at] === ":" || text[at] === "|") {
    const to = formatEnd(text, at + 1);
    formats.push({ from: at + 1, to });
    at = to;
  }
  const isClosed = text[at] === "}";
  const name = text.slice(nameFrom, nameTo);
  return { kind: "reference", from, to: isClosed ? at + 1 : at, name: plain(name), nameFrom, nameTo, formats, isClosed };
}

function nameEnd(text, from) {
  if (text[from] === '"') {
    for (let at = from + 1; at < text.length; at += 1) {
      if (text[at] === "\\") at += 1;
      else if (text[at] === '"') return at + 1;
    }
    return text.length;
  }
  let at = from;
  while (at < text.length && !"{}:|".includes(text[at])) at += 1;
  return at;
}

function formatEnd(text, from) {
  let isQuoted = false;
  let at = from;
  for (; at < text.length; at += 1) {
    if (text[at] === "'") isQuoted = !isQuoted;
    else if (!isQuoted && "{}|".includes(text[at])) return at;
  }
  return at;
}

/** A quoted name without its quotes. */
function plain(name) {
  if (!name.startsWith('"')) return name;
  try {
    return JSON.parse(name);
  } catch {
    return name;
  }
}

/** Pieces to color: [{kind, text}] with the kinds literal, brace, attribute, unknown, format. `known` are attribute names. */
export function colored(text, known = null) {
  return pieces(text).flatMap((piece) => (piece.kind === "literal" ? [part("literal", text, piece.from, piece.to)] : ofReference(text, piece, known)));
}

function ofReference(text, piece, known) {
  const isUnknown = known && !known.includes(piece.name);
  const parts = [part("brace", text, piece.from, piece.nameFrom), part(isUnknown ? "unknown" : "attribute", text, piece.nameFrom, piece.nameTo)];
  for (const format of piece.formats)
    parts.push(part("brace", text, format.from - 1, format.from), part("format", text, format.from, format.to));
  if (piece.isClosed) parts.push(part("brace", text, piece.to - 1, piece.to));
  return parts.filter((one) => one.text);
}

function part(kind, text, from, to) {
  return { kind, text: text.slice(from, to) };
}

/** Names of the attributes in a text, each once; an unclosed reference has none yet. */
export function namesIn(text) {
  const named = pieces(text).filter((piece) => piece.kind === "reference" && piece.isClosed && piece.name);
  return [...new Set(named.map((piece) => piece.name))];
}

/**
 * The piece at the caret: {kind: "attribute" | "format", piece, from, to, typed, isChained}, or null in a literal and after a
 * complete reference.
 */
export function typedAt(text, caret) {
  const piece = pieces(text).find((one) => one.kind === "reference" && caret > one.from && (caret < one.to || (caret === one.to && !one.isClosed)));
  if (!piece) return null;
  if (caret <= piece.nameTo) return at("attribute", piece, piece.nameFrom, piece.nameTo, text, caret, false);
  const number = piece.formats.findIndex((one) => caret >= one.from && caret <= one.to);
  if (number < 0) return null;
  const { from, to } = piece.formats[number];
  return at("format", piece, from, to, text, caret, number > 0);
}

function at(kind, piece, from, to, text, caret, isChained) {
  return { kind, piece, from, to, typed: text.slice(from, caret).trimStart(), isChained };
}
