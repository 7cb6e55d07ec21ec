// Another type for several attributes, as one change. A row is all attributes of one name and type.

import { BulkDialog, counted } from "../../lib/bulk-dialog.js";
import { edit } from "../../lib/sync/edits.js";
import { say } from "../../lib/sync/server.js";

const OF_KEYS = new Set(["S", "N", "B"]);

class AttributeTypes extends BulkDialog {
  get rows() {
    return [...this.querySelectorAll("tbody tr")];
  }

  get type() {
    return this.querySelector("[name=type]").value;
  }

  /** Ticked rows that have another type. */
  get chosen() {
    return this.ticks("tbody tr").filter((row) => row.dataset.type !== this.type);
  }

  typed(target) {
    if (target.id !== "types-find") return;
    const words = target.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of this.rows) row.hidden = !words.every((word) => row.dataset.find.toLowerCase().includes(word));
  }

  ticked(target) {
    if (target.matches("[data-all]")) for (const row of this.rows) if (!row.hidden) row.querySelector("input").checked = target.checked;
    const { chosen } = this;
    const count = chosen.reduce((sum, row) => sum + Object.keys(JSON.parse(row.dataset.stored)).length, 0);
    const inKeys = OF_KEYS.has(this.type) ? 0 : chosen.filter((row) => row.hasAttribute("data-in-key")).length;
    this.offer("Change", count, "attribute");
    if (inKeys) this.submit.disabled = true;
    this.querySelector("[data-said]").textContent = inKeys
      ? `${inKeys} of them ${inKeys === 1 ? "is" : "are"} in a key. A key is a string, a number or binary.`
      : "Sample values keep their type. Findings report those that no longer fit.";
  }

  async make() {
    const { type } = this;
    const edits = this.chosen.flatMap((row) =>
      Object.entries(JSON.parse(row.dataset.stored)).map(([put, base]) => ({ put, field: "type", value: type, base, shown: base })),
    );
    if (!edits.length) return;
    this.close();
    const { ok } = await edit(edits, { label: `set the type of ${edits.length} attributes to ${type}` });
    if (ok) say(`${edits.length} attribute${edits.length === 1 ? " has" : "s have"} the type ${type}. You can undo this.`);
  }
}

customElements.define("attribute-types", AttributeTypes);
