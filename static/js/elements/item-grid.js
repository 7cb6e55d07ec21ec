// The window of a long grid: its place among all rows is kept by two spacers, and scrolling asks for the next window.

import { Latest } from "../lib/latest.js";
import { get, morph } from "../lib/server.js";

const ROW_PIXELS = 28;
const MARGIN_ROWS = 30;

class ItemGrid extends HTMLElement {
  static observedAttributes = ["data-pattern"];

  connectedCallback() {
    this.windows ??= new Latest((first) => this.load(first));
    this.addEventListener("scroll", this, { passive: true });
    this.addEventListener("keydown", this);
    this.addEventListener("click", this);
    document.addEventListener("htmx:after:swap", this);
    this.space();
    setTimeout(() => this.showLit());
  }

  disconnectedCallback() {
    document.removeEventListener("htmx:after:swap", this);
  }

  attributeChangedCallback(name, before, pattern) {
    // A pattern was chosen, not merely pushed again: its first item is brought into sight when the rows are here.
    this.isToShow = Boolean(pattern) && pattern !== before;
    if (this.isToShow && this.isConnected) setTimeout(() => this.showLit());
  }

  showLit() {
    if (!this.isToShow) return;
    this.isToShow = false;
    const row = this.querySelector(".returned, .discarded, .written");
    if (!row) return;
    const [above, below] = [row.offsetTop - this.scrollTop, row.offsetTop - this.scrollTop - this.clientHeight];
    if (above < ROW_PIXELS * 2 || below > -ROW_PIXELS) this.scrollTop = row.offsetTop - this.clientHeight / 3;
  }

  handleEvent(event) {
    if (event.type === "scroll") this.look();
    else if (event.type === "keydown") this.step(event);
    else if (event.type === "click") this.choose(event.target.closest("[data-item]"));
    else this.space();
  }

  number(name) {
    return Number(this.dataset[name] ?? 0);
  }

  space() {
    for (const [name, rows] of [["before", this.number("first")], ["after", this.number("after")]]) {
      const spacer = this.querySelector(`[data-spacer="${name}"] td`);
      if (spacer) spacer.style.height = `${rows * ROW_PIXELS}px`;
    }
    const rows = [...this.querySelectorAll("[data-item]")];
    if (rows.length && !rows.some((row) => row.tabIndex === 0)) rows[0].tabIndex = 0;
  }

  /** Ask for another window where the one that is here is nearly scrolled through. */
  look() {
    const top = Math.floor(this.scrollTop / ROW_PIXELS);
    const bottom = top + Math.ceil(this.clientHeight / ROW_PIXELS);
    const first = this.number("first");
    const last = first + this.number("shown");
    const isShort = (top < first + 5 && first > 0) || (bottom > last - 5 && this.number("after") > 0);
    if (isShort) this.windows.ask(Math.max(0, top - MARGIN_ROWS));
  }

  async load(first) {
    const address = new URL(this.closest("[data-design]").dataset.grid, location.href);
    address.search = location.search;
    address.searchParams.set("first", first);
    const answer = await get(address);
    if (answer.status !== 200 || !this.isConnected) return;
    await morph(document.getElementById("grid"), answer.text);
  }

  /** An item's entity is what the inspector shows of it. */
  choose(row) {
    if (row && getSelection().isCollapsed) document.getElementById(`outline-${row.dataset.entity}`)?.click();
  }

  step(event) {
    const row = event.target.closest("[data-item]");
    if (!row) return;
    if (event.key === "Enter") this.choose(row);
    const to = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
    if (to?.matches("[data-item]")) {
      event.preventDefault();
      row.tabIndex = -1;
      to.tabIndex = 0;
      to.focus({ preventScroll: false });
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      this.scrollLeft += event.key === "ArrowRight" ? 80 : -80;
      event.preventDefault();
    }
  }
}

customElements.define("item-grid", ItemGrid);
