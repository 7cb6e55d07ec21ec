// Whom an @ may mean: pure, so that `node --test` can say it (tests/js).

const BEGUN = /(?:^|[\s(])@([^\s@][^@\n]{0,40}|)$/;
const MOST = 6;

/** What is typed of a name before the caret, without the @; null where none has begun. */
export function begun(text, caret) {
  const found = BEGUN.exec(text.slice(0, caret));
  return found ? found[1] : null;
}

/** The people whose name, or a later word of it, begins so; those whose whole name does come first. */
export function fitting(people, typed) {
  const wanted = typed.toLowerCase();
  const rank = (name) => (name.startsWith(wanted) ? 0 : name.split(/\s+/).some((word) => word.startsWith(wanted)) ? 1 : 2);
  const ranked = people.map((person) => ({ person, rank: rank(person.name.toLowerCase()) }));
  return ranked.filter((one) => one.rank < 2).sort((a, b) => a.rank - b.rank).slice(0, MOST).map((one) => one.person);
}

/** The text with the begun name written out, and where the caret is then. */
export function named(text, caret, name) {
  const from = caret - begun(text, caret).length;
  const before = `${text.slice(0, from)}${name} `;
  return { text: before + text.slice(caret).replace(/^ /, ""), caret: before.length };
}
