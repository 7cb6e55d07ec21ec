// The labels that match the typed text, best first. Pure, for `node --test` (tests/js).

/** The entries whose label, kind and place contain every typed word; prefixes before other matches. */
export function ranked(typed, entries) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return entries;
  return entries
    .map((entry, order) => ({ entry, order, score: score(words, entry) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || left.order - right.order)
    .map(({ entry }) => entry);
}

function score(words, { label, kind, where = "" }) {
  const name = label.toLowerCase();
  const around = `${kind} ${where}`.toLowerCase();
  let total = name.startsWith(words.join(" ")) ? 8 : 0;
  for (const word of words) {
    const at = name.indexOf(word);
    if (at < 0 && !around.includes(word)) return 0;
    if (at >= 0) total += at === 0 || /[^a-z0-9]/.test(name[at - 1]) ? 3 : 2;
    else total += 1;
  }
  return total - Math.min(name.length, 90) / 100;
}
