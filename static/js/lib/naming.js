// The people that an @ can refer to. Pure, for `node --test` (tests/js).

const BEGUN = /(?:^|[\s(])@([^\s@][^@\n]{0,40}|)$/;
const MOST = 6;

/** The typed part of a name before the caret, without the @; null if there is none. */
export function begun(text, caret) {
  const found = BEGUN.exec(text.slice(0, caret));
  return found ? found[1] : null;
}

/** The people whose name, or a later word of it, starts with the text; matches of the whole name come first. */
export function fitting(people, typed) {
  const wanted = typed.toLowerCase();
  const rank = (name) => (name.startsWith(wanted) ? 0 : name.split(/\s+/).some((word) => word.startsWith(wanted)) ? 1 : 2);
  const ranked = people.map((person) => ({ person, rank: rank(person.name.toLowerCase()) }));
  return ranked.filter((one) => one.rank < 2).sort((a, b) => a.rank - b.rank).slice(0, MOST).map((one) => one.person);
}

/** The text with the completed name, and the new position of the caret. */
export function named(text, caret, name) {
  const from = caret - begun(text, caret).length;
  const before = `${text.slice(0, from)}${name} `;
  return { text: before + text.slice(caret).replace(/^ /, ""), caret: before.length };
}
