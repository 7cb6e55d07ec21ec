// The strip under the key sheet: facts about the focused cell, and about a cell while it is typed.

import { Latest } from "../../lib/sync/latest.js";
import { get } from "../../lib/sync/server.js";

class CellFacts extends HTMLElement {
  #cell = "";
  #about = "";

  connectedCallback() {
    this.stop = new AbortController();
    const on = (name, act) => document.addEventListener(name, act, { signal: this.stop.signal });
    this.asked ??= new Latest((cell) => this.load(cell));
    on("focusin", ({ target }) => this.entered(target.closest?.("key-cell")));
    on("htmx:after:swap", () => this.again());
    this.addEventListener("click", ({ target }) => this.clicked(target.closest("[data-add-attribute]")), { signal: this.stop.signal });
    on("keysheet:facts", ({ detail }) => this.put(detail));
  }

  disconnectedCallback() {
    this.stop.abort();
    this.asked.forget();
  }

  /** Make an attribute that the cell's text names; the focus returns to the cell. */
  clicked(button) {
    const cell = button && document.getElementById(this.#cell);
    if (!cell) return;
    void cell.addAttribute(button.dataset.addAttribute);
    cell.focus();
  }

  entered(cell) {
    if (!cell || cell.isEditing) return;
    this.#cell = cell.id;
    this.asked.ask(cell.id);
  }

  /** The sheet was swapped: the facts about the cell can have changed. */
  again() {
    const version = document.getElementById("sheet")?.dataset.version;
    if (version === this.version) return;
    this.version = version;
    const cell = document.getElementById(this.#cell);
    if (cell && !cell.isEditing) this.asked.ask(cell.id);
  }

  async load(id) {
    const cell = document.getElementById(id);
    const sheet = cell?.closest("key-sheet");
    if (!sheet) return;
    const { entity, index, part, field } = cell.dataset;
    const answer = await get(`${sheet.dataset.facts}?${new URLSearchParams({ entity, index, part, field })}`);
    if (this.#cell !== id || document.getElementById(id)?.isEditing) return;
    if (answer.status === 200) this.put(answer.text);
    // Of a cell that is gone, and while the server does not answer: not the facts about an earlier cell.
    else if (answer.status === 404 || this.#about !== id) this.put("");
    this.#about = id;
  }

  put(html) {
    // The strip has no state and no field, so it is replaced, not morphed.
    if (html === this.html && this.hasChildNodes()) return;
    this.html = html;
    const focused = this.contains(document.activeElement) ? document.activeElement.dataset.addAttribute : "";
    const mayEdit = this.closest("[data-design]").dataset.mayEdit === "true";
    const page = new DOMParser().parseFromString(html, "text/html");
    if (!mayEdit) for (const one of page.querySelectorAll("[data-add-attribute]")) one.remove();
    this.replaceChildren(...page.body.childNodes);
    window.htmx.process(this);
    if (focused) this.querySelector(`[data-add-attribute="${CSS.escape(focused)}"]`)?.focus();
  }
}

customElements.define("cell-facts", CellFacts);
