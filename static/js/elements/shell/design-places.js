// Shortcuts of two letters to pages (g, then one), and addresses of the focused cell, item or finding.

import { followFocus } from "../../lib/focus-follow.js";
import { arrivedAt, focusOn, seek } from "../../lib/focusing.js";
import { say } from "../../lib/sync/server.js";

const BETWEEN_LETTERS_MS = 1500;
const PLACES = "key-cell[id], .item[id], .finding[id], [data-pattern-row], #outline a.row";
const FIELDS = "input, textarea, select, [contenteditable]";

class DesignPlaces extends HTMLElement {
  #begun = 0;
  #shown = "";
  #sought = "";
  #wanted = "";
  #last = null;

  connectedCallback() {
    this.workbench = this.closest("[data-design]");
    this.stop = new AbortController();
    const { signal } = this.stop;
    // Before shortcuts that consist of the second letter alone.
    window.addEventListener("keydown", (event) => this.pressed(event), { signal, capture: true });
    document.addEventListener("focusin", (event) => this.entered(event.target), { signal });
    document.addEventListener("click", (event) => event.target.closest("[data-copy-address]") && void this.copy(), { signal });
    for (const name of ["htmx:after:swap", "hashchange"]) window.addEventListener(name, () => this.arrive(), { signal });
    followFocus(this.workbench, signal);
    this.arrive();
    this.begin();
    if (document.readyState !== "complete") window.addEventListener("load", () => afterDrawing(() => this.loaded()), { signal, once: true });
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  /** Focus the element in the address once, as soon as it exists; an item that is not in the window of the grid is sought. */
  arrive() {
    const wanted = document.getElementById(this.#wanted);
    if (wanted) {
      this.#wanted = "";
      wanted.focus();
    }
    const at = location.pathname + location.hash;
    const id = decodeURIComponent(location.hash.slice(1));
    if (!id || this.#shown === at) return;
    const target = document.getElementById(id);
    if (target) {
      this.#shown = at;
      this.show(target);
    } else if (id.startsWith("row-") && this.#sought !== at && document.querySelector("item-grid")) {
      this.#sought = at;
      void seek(id);
    }
  }

  /** Who comes from a page outside of this design, as from an import, goes on in the view, past the head of the page and the tabs. */
  begin() {
    const from = document.referrer && new URL(document.referrer);
    const isNew = from && from.origin === location.origin && !from.pathname.startsWith(`/designs/${this.workbench.dataset.design}/`);
    if (isNew && !location.hash && document.activeElement === document.body) document.querySelector(".middle > .view").focus({ preventScroll: true });
  }

  show(target) {
    const isThere = target.contains(document.activeElement) || focusOn(target.id);
    if (!isThere) target.tabIndex = -1;
    if (!isThere) target.focus();
    target.scrollIntoView({ block: "center", inline: "nearest" });
    arrivedAt(target);
  }

  /** When a page has loaded, the browser scrolls to the element of the address itself, and takes the focus from its contents. */
  loaded() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && this.#shown === location.pathname + location.hash) this.show(target);
  }

  entered(element) {
    const place = this.workbench.contains(element) ? element.closest(PLACES) : null;
    if (place) this.#last = place.id || place.querySelector("[id]")?.id;
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.takesLetters(event.target) || document.querySelector("dialog[open]")) return;
    const isSecond = this.#begun > 0 && event.timeStamp - this.#begun < BETWEEN_LETTERS_MS;
    this.#begun = event.key === "g" ? event.timeStamp : 0;
    if (event.key === "y") void this.copy();
    const link = isSecond && this.workbench.querySelector(`[data-go-key="${CSS.escape(event.key)}"]`);
    if (!link) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#begun = 0;
    // As with a click, the focus is on the tab of what is shown; where a page begins with a search, in its field.
    this.#wanted = link.dataset.goFocus ?? "";
    link.focus();
    link.click();
  }

  /** In a sheet whose cells can be edited, a letter is typed. */
  takesLetters(target) {
    const isSheet = this.workbench.dataset.mayEdit === "true" && target.closest?.("key-sheet, item-grid");
    return Boolean(isSheet || target.matches?.(FIELDS));
  }

  /** The address of the last focused element, for a colleague; of the page without one. */
  async copy() {
    const address = new URL(location.href);
    const place = document.getElementById(this.#last ?? "");
    address.hash = place ? place.id : "";
    if (place?.matches(".item")) address.searchParams.set("seek", place.id.replace(/^row-/, ""));
    try {
      await navigator.clipboard.writeText(address.href);
      say(place ? "The link to the focused part is copied." : "The link to this page is copied.");
    } catch {
      say(`This browser does not allow copying. The link is ${address.href}`);
    }
  }
}

/** The browser scrolls to the element of an address when it draws the loaded page. */
function afterDrawing(act) {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(act)));
}

customElements.define("design-places", DesignPlaces);
