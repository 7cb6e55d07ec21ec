// Find and replace in key templates: the places are listed before and after while the texts are typed; those that are ticked are
// replaced in one change.

import { edit } from "../../lib/sync/edits.js";
import { Latest } from "../../lib/sync/latest.js";
import { get, say, sentence } from "../../lib/sync/server.js";

class TemplateReplace extends HTMLElement {
  connectedCallback() {
    if (this.asked) return;
    this.asked = new Latest((fields) => this.look(fields));
    this.form = this.querySelector("form");
    this.addEventListener("input", (event) => event.target.matches("#replace-find, #replace-with") && this.typed());
    this.addEventListener("change", () => this.count());
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.replace();
    });
    this.querySelector("[data-close]").addEventListener("click", () => this.closest("dialog").close());
  }

  typed() {
    // What is listed is of another text: it is not replaced before the new list is there.
    this.submit.disabled = true;
    this.asked.ask({ find: this.form.elements.find.value, with: this.form.elements.with.value });
  }

  get submit() {
    return this.querySelector("[type=submit]");
  }

  async look(fields) {
    const answer = await get(`${this.dataset.look}?${new URLSearchParams(fields)}`);
    if (!this.isConnected) return;
    if (answer.status !== 200) {
      say(sentence(answer.text), true);
      return;
    }
    if (fields.find !== this.form.elements.find.value || fields.with !== this.form.elements.with.value) return;
    this.querySelector("[data-found]").innerHTML = answer.text;
    this.count();
  }

  get chosen() {
    return [...this.querySelectorAll("tr[data-edit]")].filter((row) => row.querySelector("input").checked);
  }

  count() {
    const { length } = this.chosen;
    this.submit.disabled = !length;
    this.submit.textContent = length ? `Replace in ${length} place${length === 1 ? "" : "s"}` : "Replace";
  }

  async replace() {
    if (this.submit.disabled) return;
    const edits = this.chosen.map((row) => JSON.parse(row.dataset.edit));
    const { find, with: put } = this.form.elements;
    this.closest("dialog").close();
    const { ok } = await edit(edits.map((one) => ({ ...one, value: one.value || null })), { label: `replaced ${find.value} with ${put.value || "nothing"}` });
    if (ok) say(`Replaced in ${edits.length} place${edits.length === 1 ? "" : "s"}. You can undo this.`);
  }
}

customElements.define("template-replace", TemplateReplace);
