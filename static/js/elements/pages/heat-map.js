// <heat-map>: a cursor over a drawing of partitions over time. The pointer or the arrow keys read one cell.

const MOVES = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

class HeatMap extends HTMLElement {
  connectedCallback() {
    this.drawing = this.querySelector("svg");
    this.stop = new AbortController();
    const on = (name, act) => this.drawing.addEventListener(name, act, { signal: this.stop.signal });
    on("keydown", (event) => this.pressed(event));
    on("pointermove", (event) => this.pointed(event));
    on("focus", () => this.cell || this.go(0, 0));
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  get rows() {
    return this.dataset.percents.split(";").map((row) => row.split(","));
  }

  pressed(event) {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = this.cell ?? [0, 0];
    this.go(x + move[0], y + move[1]);
  }

  pointed(event) {
    const { left, top, width, height } = this.drawing.getBoundingClientRect();
    const rows = this.rows;
    this.go(Math.floor(((event.clientX - left) / width) * rows[0].length), Math.floor(((event.clientY - top) / height) * rows.length));
  }

  /** Move the cursor to a cell, as far as there is one, and say its heat. */
  go(x, y) {
    const rows = this.rows;
    const column = Math.min(Math.max(x, 0), rows[0].length - 1);
    const row = Math.min(Math.max(y, 0), rows.length - 1);
    this.cell = [column, row];
    const cursor = this.drawing.querySelector(".heat-cursor");
    cursor.setAttribute("x", column);
    cursor.setAttribute("y", row);
    cursor.removeAttribute("hidden");
    const minute = Math.floor((column * Number(this.dataset.minutes)) / rows[0].length);
    this.querySelector("output").textContent = `Partition ${row + 1}, minute ${minute}: ${rows[row][column]}% of its limit`;
  }
}

customElements.define("heat-map", HeatMap);
