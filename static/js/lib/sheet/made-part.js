// A part that was made gets the focus when it arrives, unless the hands went on meanwhile: on a slow connection the next text
// would be cut, or be typed into the new part.

const STOPS = "input, textarea, select, key-cell, [data-head]";

export class MadePart {
  #id = "";
  #from = null;

  /** Wait for an element. What a menu or a field gives the focus back to, as it closes, is where the hands are. */
  expect(id) {
    this.#id = id;
    setTimeout(() => (this.#from = document.activeElement));
  }

  /** The element if it has just arrived and may have the focus; else null. */
  arrived() {
    const made = this.#id && document.getElementById(this.#id);
    if (!made) return null;
    this.#id = "";
    const { activeElement } = document;
    return activeElement?.matches(STOPS) && activeElement !== this.#from ? null : made;
  }
}
