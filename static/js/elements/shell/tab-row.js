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
    on(this.more, "keydown", (event) => event.key === "Escape" && this.closeFromInside(event));
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

  /** The current tab stays in the row; of the others, the least used ones go. */
  fit() {
    const all = [...this.tabs.querySelectorAll("a.tab")];
    for (const tab of all) tab.classList.remove("in-more");
    this.more.hidden = true;
    if (this.tabs.scrollWidth <= this.clientWidth + 1) {
      this.menu.replaceChildren();
      return this.close();
    }
    this.more.hidden = false;
    const movable = leastUsed(all.filter((tab) => !tab.hasAttribute("aria-current")), this.uses, nameOf);
    while (movable.length && this.tabs.scrollWidth + this.more.offsetWidth > this.clientWidth) movable.shift().classList.add("in-more");
    this.menu.replaceChildren(...all.filter((tab) => tab.classList.contains("in-more")).map(copy));
  }

  close() {
    this.more.open = false;
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
