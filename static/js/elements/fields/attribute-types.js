// Another type for several attributes, as one change. A row is all attributes of one name and type.

import { edit } from "../../lib/sync/edits.js";
import { say } from "../../lib/sync/server.js";

const OF_KEYS = new Set(["S", "N", "B"]);

class AttributeTypes extends HTMLElement {
  connectedCallback() {
    if (this.isListening) return;
    this.isListening = true;
    this.addEventListener("input", (event) => event.target.id === "types-find" && this.filter(event.target.value));
    this.addEventListener("change", (event) => this.changed(event.target));
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.change();
    });
    this.querySelector("[data-close]").addEventListener("click", () => this.closest("dialog").close());
  }

  get rows() {
    return [...this.querySelectorAll("tbody tr")];
  }

  get type() {
    return this.querySelector("[name=type]").value;
  }

  /** Ticked rows that have another type. */
  get chosen() {
    return this.rows.filter((row) => row.querySelector("input").checked && row.dataset.type !== this.type);
  }

  filter(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of this.rows) row.hidden = !words.every((word) => row.dataset.find.toLowerCase().includes(word));
  }

  changed(target) {
    if (target.matches("[data-all]")) for (const row of this.rows) if (!row.hidden) row.querySelector("input").checked = target.checked;
    const { chosen } = this;
    const count = chosen.reduce((sum, row) => sum + Object.keys(JSON.parse(row.dataset.stored)).length, 0);
    const inKeys = OF_KEYS.has(this.type) ? 0 : chosen.filter((row) => row.hasAttribute("data-in-key")).length;
    const submit = this.querySelector("[type=submit]");
    submit.disabled = !count || inKeys > 0;
    submit.textContent = count ? `Change ${count} attribute${count === 1 ? "" : "s"}` : "Change";
    this.querySelector("[data-said]").textContent = inKeys
      ? `${inKeys} of them ${inKeys === 1 ? "is" : "are"} in a key. A key is a string, a number or binary.`
      : "Sample values keep their type. Findings report those that no longer fit.";
  }

  async change() {
    const { type } = this;
    const edits = this.chosen.flatMap((row) =>
      Object.entries(JSON.parse(row.dataset.stored)).map(([put, base]) => ({ put, field: "type", value: type, base, shown: base })),
    );
    if (!edits.length) return;
    this.closest("dialog").close();
    const { ok } = await edit(edits, { label: `set the type of ${edits.length} attributes to ${type}` });
    if (ok) say(`${edits.length} attribute${edits.length === 1 ? " has" : "s have"} the type ${type}. You can undo this.`);
  }
}

customElements.define("attribute-types", AttributeTypes);
