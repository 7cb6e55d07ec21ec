// Requirements as text that are not added yet, and the answers about them: kept in this tab until they are, so that a look at
// another page loses nothing. `begun` are the lines that the server handed over: other ones take the place of what is kept.

const shelf = (design) => `keysheet-lines-${design}`;

/** What is kept of a design's lines: {begun, text, form}; null without any, or if other lines began since. */
export function keptLines(design, begun) {
  const kept = JSON.parse(sessionStorage.getItem(shelf(design)) ?? "null");
  return kept?.begun === begun ? kept : null;
}

/** Keep the text and the form of its answers. A text that is too long for the browser's store is not kept. */
export function keepLines(design, begun, text, form) {
  try {
    sessionStorage.setItem(shelf(design), JSON.stringify({ begun, text, form }));
  } catch {
    sessionStorage.removeItem(shelf(design));
  }
}
