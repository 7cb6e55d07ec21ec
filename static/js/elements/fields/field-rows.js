// Rows of fields: added from a template, removed, and, if their order counts, moved with Alt and an arrow key. Shares show
// their sum.

const changed = (element) => element.dispatchEvent(new CustomEvent("keysheet:changed", { bubbles: true }));

class FieldRows extends HTMLElement {
  connectedCallback() {
    this.sum();
    if (this.isListening) return;
    this.isListening = true;
    this.addEventListener("click", (event) => this.clicked(event));
    this.addEventListener("keydown", (event) => this.pressed(event));
    this.addEventListener("input", () => this.sum());
    this.addEventListener("keysheet:changed", () => this.sum());
  }

  get rows() {
    return [...this.children].filter((one) => "row" in one.dataset);
  }

  /** A button of these rows, not of rows within them. */
  own(event, selector) {
    const button = event.target.closest(selector);
    return button?.closest("field-rows, name-list") === this ? button : null;
  }

  clicked(event) {
    if (this.own(event, "[data-row-add]")) this.add();
    const drop = this.own(event, "[data-row-drop]");
    if (drop) this.drop(drop.closest("[data-row]"));
    if (this.own(event, "[data-even]")) this.even();
  }

  pressed(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || !event.altKey || !("ordered" in this.dataset)) return;
    const rows = this.rows;
    const at = rows.findIndex((row) => row.contains(event.target));
    const to = rows[at + step];
    if (at < 0 || !to) return;
    event.preventDefault();
    const held = document.activeElement;
    if (step < 0) to.before(rows[at]);
    else to.after(rows[at]);
    held.focus();
    changed(this);
  }

  add() {
    const template = this.querySelector(":scope > template");
    const row = template.content.firstElementChild.cloneNode(true);
    template.before(row);
    row.querySelector("input, select, textarea")?.focus();
  }

  drop(row) {
    const next = row.nextElementSibling?.matches("[data-row]") ? row.nextElementSibling : row.previousElementSibling;
    const to = next?.querySelector("input, select, textarea") ?? this.querySelector(":scope > [data-row-add], :scope > .rows-foot [data-row-add]");
    to?.focus();
    row.remove();
    changed(this);
  }

  /** Give every value the same share; the remainder from rounding goes to the first. */
  even() {
    const shares = this.rows.map((row) => row.querySelector('[data-type="percent"]'));
    if (!shares.length) return;
    const each = Math.floor(1_000_000 / shares.length) / 10_000;
    for (const share of shares) share.value = String(each);
    shares[0].value = String(Number((100 - each * (shares.length - 1)).toFixed(4)));
    changed(this);
  }

  sum() {
    const place = this.querySelector(":scope > .rows-foot > .sum");
    if (!place) return;
    const shares = this.rows.map((row) => Number(row.querySelector('[data-type="percent"]').value) || 0);
    const total = Number(shares.reduce((all, one) => all + one, 0).toFixed(6));
    const isWhole = Math.abs(total - 100) < 0.001;
    place.textContent = shares.length ? `sum ${total} %` : "";
    place.classList.toggle("off", shares.length > 0 && !isWhole);
  }
}

customElements.define("field-rows", FieldRows);
