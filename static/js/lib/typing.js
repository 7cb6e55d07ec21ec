// Which keys type text into a focused cell.

const COMMANDS = new Set(["?", "/", "[", "]", " "]);

/** A letter that is not a shortcut of the page: it starts editing, as in a spreadsheet. */
export function isTyped(event) {
  return event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && !COMMANDS.has(event.key);
}
