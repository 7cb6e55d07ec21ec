// Arrow keys between the cells of the key sheet; one of them at a time is in the tab order.

import { move } from "../lib/moves.js";

class KeySheet extends HTMLElement {
  connectedCallback() {
    this.addEventListener("keydown", this);
    this.addEventListener("focusin", this);
    document.addEventListener("htmx:after:swap", this);
    this.keepOneTabStop();
  }

  disconnectedCallback() {
    document.removeEventListener("htmx:after:swap", this);
  }

  handleEvent(event) {
    if (event.type === "htmx:after:swap") this.keepOneTabStop();
    else if (event.type === "focusin") this.enter(event.target.closest("[data-cell]"));
    else if (event.key.startsWith("Arrow") && !event.target.matches("input")) this.step(event);
  }

  /** Cells by row, column and line. */
  cells() {
    return [...this.querySelectorAll("tbody tr")].map((row) =>
      [...row.cells].slice(1).map((cell) => [...cell.querySelectorAll("[data-cell]")]),
    );
  }

  step(event) {
    const rows = this.cells();
    const from = position(rows, event.target.closest("[data-cell]"));
    if (!from) return;
    event.preventDefault();
    const to = move(rows.map((row) => row.map((lines) => lines.length)), from, event.key);
    rows[to.row][to.column][to.line].focus();
  }

  enter(cell) {
    if (!cell) return;
    for (const other of this.querySelectorAll('[data-cell][tabindex="0"]')) other.tabIndex = -1;
    cell.tabIndex = 0;
  }

  keepOneTabStop() {
    if (this.querySelector('[data-cell][tabindex="0"]')) return;
    const first = this.querySelector("[data-cell]");
    if (first) first.tabIndex = 0;
  }
}

function position(rows, cell) {
  for (const [row, columns] of rows.entries())
    for (const [column, lines] of columns.entries()) {
      const line = lines.indexOf(cell);
      if (line >= 0) return { row, column, line };
    }
  return null;
}

customElements.define("key-sheet", KeySheet);
