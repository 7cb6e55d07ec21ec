// One text of an access pattern: the value of a parameter, a key condition, or an assignment of an update. Saved when it loses
// the focus, restored by Escape. `data-reads` selects how the text becomes a value.

import { edit } from "../../lib/sync/edits.js";
import { parsed, valued } from "../../lib/sheet/key-conditions.js";

const READS = {
  text: (text) => text,
  condition: (text) => parsed(text),
  value: (text, type) => (text.trim() ? valued(text, type) : null),
};

class PatternParameter extends HTMLElement {
  connectedCallback() {
    if (this.isListening) return;
    this.isListening = true;
    this.addEventListener("focusin", () => this.begin());
    this.addEventListener("focusout", (event) => !this.contains(event.relatedTarget) && void this.leave());
    this.addEventListener("keydown", (event) => this.pressed(event));
    this.addEventListener("change", (event) => event.target.matches("[data-text]") && void this.save());
  }

  get text() {
    return this.querySelector("[data-text]");
  }

  /** The name of the assigned attribute in a new row. */
  get named() {
    return this.querySelector("[data-name]");
  }

  begin() {
    if (this.begun) return;
    this.begun = { base: JSON.parse(this.dataset.base ?? "null"), shown: this.text.value };
    this.setAttribute("data-editing", "");
  }

  pressed(event) {
    if (event.key === "Enter") {
      event.preventDefault();
      void this.save();
    } else if (event.key === "Escape" && this.begun) {
      this.text.value = this.begun.shown;
      this.text.blur();
    }
  }

  async leave() {
    await this.save();
    this.begun = null;
    this.removeAttribute("data-editing");
    this.closest("[data-fragment]")?.setAttribute("data-version", "");
    this.dispatchEvent(new CustomEvent("keysheet:refresh", { bubbles: true }));
  }

  async save() {
    const { begun } = this;
    const typed = this.text.value;
    if (!begun || typed === begun.shown || (this.named && !this.named.value.trim())) return;
    const field = this.dataset.field + (this.named ? this.named.value.trim() : "");
    const value = READS[this.dataset.reads ?? "text"](typed, this.dataset.type);
    this.begun = { base: value, shown: typed };
    const shown = this.dataset.reads === "condition" ? parsed(begun.shown) : begun.shown;
    const { ok } = await edit([{ put: this.dataset.part, field, value, base: begun.base, shown }]);
    if (!ok && this.begun) this.begun = begun;
    if (ok && this.named) this.named.value = this.text.value = "";
  }
}

customElements.define("pattern-parameter", PatternParameter);
