// Several rows of a list selected at once: Ctrl or Shift and a click, Shift and an arrow key, Space; Escape ends it.

export class RowChoice {
  #ids = new Set();
  #anchor = "";

  /** `rows()`: the elements in order; `idOf(row)`: the id of its part; `told(ids)`: called after the person selects. */
  constructor({ rows, idOf, told }) {
    Object.assign(this, { rows, idOf, told });
  }

  /** The selected ids that are still there, in order. */
  get ids() {
    return this.rows().map(this.idOf).filter((id) => this.#ids.has(id));
  }

  /** The ids for an action at a row: the selected ones if it is among them, else its own. */
  of(row) {
    const own = this.idOf(row);
    return this.#ids.has(own) ? this.ids : [own];
  }

  toggle(row) {
    const own = this.idOf(row);
    if (!this.#ids.delete(own)) this.#ids.add(own);
    this.#anchor = own;
    this.#told();
  }

  /** From the first row of the selection, or from `from`, to a row. */
  extend(row, from = row) {
    const all = this.rows().map(this.idOf);
    if (!all.includes(this.#anchor)) this.#anchor = this.idOf(from);
    const [first, last] = [all.indexOf(this.#anchor), all.indexOf(this.idOf(row))].sort((a, b) => a - b);
    this.#ids = new Set(all.slice(first, last + 1));
    this.#told();
  }

  clear() {
    const had = this.#ids.size > 0;
    this.#ids.clear();
    this.#anchor = "";
    if (had) this.#told();
    return had;
  }

  /** A click with Ctrl or Shift selects, and does nothing else; true if it did. The row that was clicked before is its start. */
  clicked(event, row) {
    if (event.shiftKey) this.extend(row);
    else if (event.ctrlKey || event.metaKey) {
      if (!this.#ids.size && this.#anchor) this.#ids.add(this.#anchor);
      this.toggle(row);
    } else {
      this.clear();
      this.#anchor = this.idOf(row);
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  /** Mark the selected rows again, after their elements were replaced. */
  show() {
    for (const row of this.rows()) {
      const isPicked = this.#ids.has(this.idOf(row));
      if (row.hasAttribute("data-picked") !== isPicked) row.toggleAttribute("data-picked", isPicked);
      if (!row.matches("tr, th")) continue;
      if (isPicked) row.setAttribute("aria-selected", "true");
      else row.removeAttribute("aria-selected");
    }
  }

  #told() {
    this.show();
    this.told(this.ids);
  }
}
