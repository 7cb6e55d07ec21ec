// The tabs of a design. Those that do not fit are in the menu "More": hidden in the row, and copied into the menu. The pages that
// this person opens least often go first; the order of the tabs stays.

import { leastUsed } from "../../lib/tab-uses.js";

const USES = "keysheet-tab-uses";

class TabRow extends HTMLElement {
  connectedCallback() {
    this.tabs = this.querySelector(".tabs");
    this.more = this.querySelector("details");
    this.menu = this.more.querySelector("div");
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.count();
    const on = (target, name, act) => target.addEventListener(name, act, { signal });
    on(document, "htmx:after:swap", () => {
      this.count();
      this.fit();
    });
    on(document, "keysheet:swapped", () => this.fit());
    on(document, "click", (event) => this.more.contains(event.target) || this.close());
    on(this.more, "keydown", (event) => (event.key === "Escape" ? this.closeFromInside(event) : this.walk(event)));
    on(this.menu, "click", () => this.close());
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this);
    document.fonts.ready.then(() => this.isConnected && this.fit());
  }

  disconnectedCallback() {
    this.stop.abort();
    this.watch.disconnect();
  }

  /** One more use of the current page, unless it was the last one too. */
  count() {
    const current = nameOf(this.tabs.querySelector("a.tab[aria-current]"));
    if (!current || current === this.counted) return;
    this.counted = current;
    const uses = this.uses;
    localStorage.setItem(USES, JSON.stringify({ ...uses, [current]: (uses[current] ?? 0) + 1 }));
  }

  get uses() {
    return JSON.parse(localStorage.getItem(USES) ?? "{}");
  }

  /** The current tab stays in the row; of the others, the least used ones go. Nothing is changed that stays as it is: this runs
   *  after every update of the page. */
  fit() {
    const all = [...this.tabs.querySelectorAll("a.tab")];
    const current = all.find((tab) => tab.hasAttribute("aria-current"));
    const { widths, gap, ofMore } = this.measured(all, current);
    let needed = widths.reduce((sum, width) => sum + width + gap, -gap);
    const room = this.clientWidth + 1 - (needed > this.clientWidth + 1 ? ofMore : 0);
    const moved = new Set();
    for (const tab of leastUsed(all.filter((tab) => tab !== current), this.uses, nameOf)) {
      if (needed <= room) break;
      moved.add(tab);
      needed -= widths[all.indexOf(tab)] + gap;
    }
    for (const tab of all) if (tab.classList.contains("in-more") !== moved.has(tab)) tab.classList.toggle("in-more");
    if (this.more.hidden === moved.size > 0) this.more.hidden = moved.size === 0;
    if (!moved.size) this.close();
    this.list(all.filter((tab) => moved.has(tab)));
  }

  /** The widths of the tabs with their texts of now. They are laid out for it once, all of them, and not once per tab. */
  measured(all, current) {
    const state = [innerWidth, document.fonts.status, nameOf(current), ...all.map((tab) => tab.textContent)].join("\n");
    if (state !== this.state) {
      for (const tab of all) tab.classList.remove("in-more");
      this.more.hidden = false;
      const widths = all.map((tab) => tab.getBoundingClientRect().width);
      this.sizes = { widths, gap: parseFloat(getComputedStyle(this.tabs).columnGap) || 0, ofMore: this.more.offsetWidth };
      this.state = state;
    }
    return this.sizes;
  }

  list(moved) {
    const links = moved.map(copy);
    const before = [...this.menu.children];
    if (links.length === before.length && links.every((link, place) => link.isEqualNode(before[place]))) return;
    this.menu.replaceChildren(...links);
  }

  close() {
    if (this.more.open) this.more.open = false;
  }

  /** Arrow keys open the menu, and go around in it. */
  walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.more.open = true;
    const links = [...this.menu.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    const next = at < 0 && step < 0 ? -1 : at + step;
    links.at(next % links.length).focus();
  }

  closeFromInside(event) {
    if (!this.more.open) return;
    event.stopPropagation();
    this.close();
    this.more.querySelector("summary").focus();
  }
}

/** The page of a tab, in any design. */
function nameOf(tab) {
  return tab ? (new URL(tab.href).pathname.split("/")[3] || "sheet") : "";
}

/** A link with the same text; what is updated by name exists once in a page. */
function copy(tab) {
  const link = document.createElement("a");
  link.className = "tab";
  link.href = tab.href;
  link.textContent = tab.textContent.trim().replaceAll(/\s+/g, " ");
  return link;
}

customElements.define("tab-row", TabRow);
