// Edits of the rates of access patterns from what is typed. Pure: tests/js.

import * as tsv from "./grid/tsv.js";

const NUMBER = /^\d+(\.\d+)?$|^\.\d+$/;
const NAMES = { average: "An average rate", peak: "A peak rate", items_returned: "A number of returned items" };

/** A typed number without separators of thousands and units per second. */
export function textOf(text) {
  return text.trim().replaceAll(/(?<=\d),(?=\d{3}(\D|$))/g, "").replace(/\s*\/s$/, "");
}

const valueOf = (base, name) => (name === "items_returned" ? base.items_returned : base.per_second?.[name]) ?? null;

/**
 * What an edit of a row begins from: the stored values that are drawn, but for a field whose value another person has changed since
 * its typing began. `begun` has the values of that moment, by the name of the field.
 */
export function begunBase(drawn, begun) {
  const base = { ...drawn };
  for (const [name, then] of Object.entries(begun)) {
    const field = name === "items_returned" ? name : "per_second";
    if (valueOf(drawn, name) !== valueOf(then, name)) base[field] = then[field];
  }
  return base;
}

/**
 * The edits of one row for the fields named `changed`: {edits, base}, or {wrong, why} for a text that is not a number. `row` is
 * {part, base, shown}: `base` are the stored per_second and items_returned, `shown` the texts of average, peak and items_returned.
 */
export function ratesEdit({ part, base, shown }, changed) {
  const texts = Object.fromEntries(Object.entries(shown).map(([name, text]) => [name, textOf(text)]));
  const wrong = changed.find((name) => texts[name] && !NUMBER.test(texts[name]));
  if (wrong) return { wrong, why: `${NAMES[wrong]} is a number of 0 or more, as in 50 or 0.5.` };
  if (texts.peak && !texts.average) {
    // Half of a rate is not stored: a peak waits for its average.
    if (changed.includes("peak") && changed.length === 1 && !base.per_second) return { wrong: "average", why: "Enter the average rate as well." };
    if (changed.includes("average")) texts.peak = "";
  }
  const edits = [];
  const after = { ...base };
  if (changed.some((name) => name !== "items_returned")) {
    after.per_second = texts.average ? { average: Number(texts.average), ...(texts.peak ? { peak: Number(texts.peak) } : {}) } : null;
    edits.push({ put: part, field: "per_second", value: after.per_second, base: base.per_second, shown: base.per_second });
  }
  if (changed.includes("items_returned")) {
    after.items_returned = texts.items_returned ? Number(texts.items_returned) : null;
    edits.push({ put: part, field: "items_returned", value: after.items_returned, base: base.items_returned, shown: base.items_returned });
  }
  return { edits, base: after };
}

/** Rows of texts from a spreadsheet; a first row without a number is a header. */
export function pastedValues(text) {
  const rows = tsv.read(text).map((row) => row.map(textOf));
  const hasNumber = (row) => row.some((one) => NUMBER.test(one));
  return rows.length > 1 && !hasNumber(rows[0]) && rows.slice(1).some(hasNumber) ? rows.slice(1) : rows;
}
