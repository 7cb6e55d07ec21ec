// Find and replace in key templates: the places are listed before and after while the texts are typed; those that are ticked are
// replaced in one change.

import { BulkDialog, counted } from "../../lib/bulk-dialog.js";
import { edit } from "../../lib/sync/edits.js";
import { Latest } from "../../lib/sync/latest.js";
import { get, say, sentence } from "../../lib/sync/server.js";

class TemplateReplace extends BulkDialog {
  #asked = new Latest((fields) => this.look(fields));
  #stop = null;

  connectedCallback() {
    super.connectedCallback();
    this.#stop = new AbortController();
    // What is listed is what would be replaced: a colleague's edit lists it again.
    document.addEventListener("keysheet:swapped", () => this.texts.find && this.#asked.ask(this.texts), { signal: this.#stop.signal });
  }

  disconnectedCallback() {
    this.#stop.abort();
  }

  get texts() {
    const { find, with: put } = this.querySelector("form").elements;
    return { find: find.value, with: put.value };
  }

  typed(target) {
    if (!target.matches("#replace-find, #replace-with")) return;
    // What is listed is of another text: it is not replaced before the new list is there.
    this.submit.disabled = true;
    this.#asked.ask(this.texts);
  }

  async look(fields) {
    const answer = await get(`${this.dataset.look}?${new URLSearchParams(fields)}`);
    if (!this.isConnected) return;
    if (answer.status !== 200) {
      say(sentence(answer.text), true);
      return;
    }
    const now = this.texts;
    if (fields.find !== now.find || fields.with !== now.with) return;
    const left = new Set(this.rows.filter((row) => !row.querySelector("input").checked).map(placeOf));
    this.querySelector("[data-found]").innerHTML = answer.text;
    for (const row of this.rows) if (left.has(placeOf(row))) row.querySelector("input").checked = false;
    this.ticked();
  }

  get rows() {
    return [...this.querySelectorAll("tr[data-edit]")];
  }

  get chosen() {
    return this.ticks("tr[data-edit]");
  }

  ticked() {
    this.offer("Replace in", this.chosen.length, "place");
  }

  async make() {
    const edits = this.chosen.map((row) => JSON.parse(row.dataset.edit));
    const { find, with: put } = this.texts;
    this.close();
    const { ok } = await edit(edits.map((one) => ({ ...one, value: one.value || null })), { label: `replaced ${find} with ${put || "nothing"}` });
    if (ok) say(`Replaced in ${counted(edits.length, "place")}. You can undo this.`);
  }
}

/** The field of a row, whatever it holds. */
function placeOf(row) {
  const { put, field } = JSON.parse(row.dataset.edit);
  return `${put} ${field}`;
}

customElements.define("template-replace", TemplateReplace);
