// Widths of the columns of a key sheet, and which are hidden: this person's own, kept in this browser. A header's right edge is
// dragged; Alt Shift and an arrow key do the same.

const EDGE_PIXELS = 6;
const STEP_PIXELS = 24;
const LEAST = 96;
const MOST = 900;
const HIDDEN = 0;

export class SheetWidths {
  constructor(sheet, signal) {
    this.sheet = sheet;
    sheet.addEventListener("pointerdown", (event) => this.begin(event), { signal, capture: true });
    sheet.addEventListener("pointermove", (event) => this.hover(event), { signal });
    sheet.addEventListener("dblclick", (event) => this.edgeAt(event) && this.set(this.edgeAt(event).dataset.column, null), { signal });
  }

  get key() {
    return `keysheet-widths-${this.sheet.closest("[data-design]")?.dataset.design}-${this.sheet.dataset.table}`;
  }

  get kept() {
    return JSON.parse(localStorage.getItem(this.key) ?? "{}");
  }

  /** How many columns are hidden. */
  get hidden() {
    const columns = new Set(this.heads.map((head) => head.dataset.column));
    return Object.entries(this.kept).filter(([id, width]) => width === HIDDEN && columns.has(id)).length;
  }

  get heads() {
    return [...this.sheet.querySelectorAll("thead th[data-column]")];
  }

  /** A width in pixels, HIDDEN, or null for the usual width. */
  set(column, width) {
    const { [column]: _, ...others } = this.kept;
    localStorage.setItem(this.key, JSON.stringify(width === null ? others : { ...others, [column]: width }));
    this.show();
  }

  hide(column) {
    this.set(column, HIDDEN);
  }

  showAll() {
    localStorage.setItem(this.key, JSON.stringify(Object.fromEntries(Object.entries(this.kept).filter(([, width]) => width !== HIDDEN))));
    this.show();
  }

  step(column, by) {
    const head = this.heads.find((one) => one.dataset.column === column);
    if (head) this.set(column, bounded(head.getBoundingClientRect().width + by * STEP_PIXELS));
  }

  /** Put the widths on the cells, which are new after each swap. */
  show() {
    const { kept } = this;
    for (const head of this.heads) {
      const width = kept[head.dataset.column];
      const cells = [head, ...this.sheet.querySelectorAll(`td[data-place="${CSS.escape(head.dataset.column)}"]`)];
      for (const cell of cells) {
        cell.hidden = width === HIDDEN;
        for (const one of [cell, ...cell.querySelectorAll("key-cell")]) {
          one.style.maxWidth = width ? `${width}px` : "";
          one.style.minWidth = width && one === cell ? `${width}px` : "";
        }
      }
    }
  }

  edgeAt(event) {
    const head = event.target.closest?.("thead th[data-column]");
    return head && head.getBoundingClientRect().right - event.clientX <= EDGE_PIXELS ? head : null;
  }

  hover(event) {
    this.sheet.toggleAttribute("data-at-edge", Boolean(this.edgeAt(event)));
  }

  begin(event) {
    const head = event.button ? null : this.edgeAt(event);
    if (!head) return;
    event.preventDefault();
    event.stopPropagation();
    const from = event.clientX - head.getBoundingClientRect().width;
    const { column } = head.dataset;
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener("pointermove", (moved) => this.set(column, bounded(moved.clientX - from)), { signal });
    for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => stop.abort(), { signal });
    document.addEventListener("click", (click) => (click.preventDefault(), click.stopPropagation()), { signal, capture: true, once: true });
  }
}

function bounded(width) {
  return Math.round(Math.min(MOST, Math.max(LEAST, width)));
}
