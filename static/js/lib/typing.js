// Which keys type a text into a cell that has the focus.

const COMMANDS = new Set(["?", "/", "[", "]", " "]);

/** A letter, and no command of the page: it begins to edit, as in a spreadsheet. */
export function isTyped(event) {
  return event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && !COMMANDS.has(event.key);
}
