// Requirements as text: lines are read as proposed rows, questions are answered, and what was confirmed is added as one change.

import { keepLines, keptLines } from "../../lib/kept/lines.js";
import { proposable } from "../../lib/proposable.js";
import { morphInside, post, say, sentence } from "../../lib/sync/server.js";

const MODEL_MS = 1000;

class RequirementLines extends HTMLElement {
  connectedCallback() {
    if (this.isListening) return;
    this.isListening = true;
    this.addEventListener("submit", (event) => {
      if (event.submitter?.hasAttribute("formaction")) return;
      event.preventDefault();
      void (event.submitter?.matches("[data-adds-lines]") ? this.add() : this.read());
    });
    this.addEventListener("click", (event) => {
      if (event.target.closest("[data-takes-suggested]")) void this.takeSuggested();
      const confirms = event.target.closest("[data-confirms-noun]");
      if (confirms) void this.confirmNoun(confirms.dataset.confirmsNoun);
      const byHand = event.target.closest("[data-by-hand]");
      if (byHand) void this.fillByHand(byHand.dataset.byHand);
    });
    this.addEventListener("change", (event) => this.changed(event.target));
    this.addEventListener("input", (event) => {
      if (event.target !== this.text) return;
      this.filename.value = "";
      this.outdate();
      this.keep();
    });
    const kept = keptLines(this.design, this.begun);
    this.text.value = kept?.text ?? this.begun;
    if (this.text.value.trim()) void this.read(kept?.form);
  }

  disconnectedCallback() {
    clearTimeout(this.next);
  }

  get design() {
    return this.closest("[data-design]").dataset.design;
  }

  get begun() {
    return this.closest("[data-begun]").dataset.begun;
  }

  get text() {
    return this.querySelector("textarea");
  }

  get filename() {
    return this.querySelector("[name=filename]");
  }

  get rows() {
    return this.querySelector("[data-reading]");
  }

  /** Without the consent to ask a language model, which holds for one reading. */
  keep() {
    const form = new URLSearchParams(this.form());
    form.delete("model");
    keepLines(this.design, this.begun, this.text.value, form.toString());
  }

  form() {
    return new URLSearchParams(new FormData(this.querySelector("form"))).toString();
  }

  /** Rows of another text than the one on the page cannot be added. */
  outdate() {
    const button = this.querySelector("[data-adds-lines]");
    if (button) button.disabled = true;
  }

  changed(target) {
    if (target === this.text) return;
    if (target.matches("[data-opens]")) {
      void this.open(target.files[0]);
      target.value = "";
      return;
    }
    if (target.matches("[data-names]") && target.value.trim())
      target.closest(".asked-name").querySelector("[type=radio]").checked = true;
    const line = target.closest(".reading-rows > li")?.id;
    void this.read().then(() => this.stayIn(line));
  }

  /** An answer can take its question away, and with it the focus. Who gave it stays in the line. */
  stayIn(line) {
    const { activeElement } = document;
    if (!line || (activeElement && activeElement !== document.body)) return;
    document.getElementById(line)?.querySelector("[name=kept]")?.focus();
  }

  /** The first answer of each open question that only asks for a name. Who pressed the button goes on at the next question. */
  async takeSuggested() {
    for (const asked of this.querySelectorAll("[data-suggested]:not(:has(:checked))")) asked.querySelector("[type=radio]").checked = true;
    const had = document.activeElement?.matches("[data-takes-suggested]");
    await this.read();
    if (!had || this.querySelector("[data-takes-suggested]")) return;
    (this.querySelector(".reading-end a") ?? this.querySelector("[data-adds-lines]"))?.focus();
  }

  /** The row waits for a noun of the tables below. Who pressed the button goes on where "Add these" is. */
  async confirmNoun(id) {
    document.getElementById(id).checked = true;
    await this.read();
    if (!document.activeElement || document.activeElement === document.body) this.querySelector("[data-adds-lines]")?.focus();
  }

  /** A line in which nothing was understood becomes a row with a question for each thing that it needs. */
  async fillByHand(key) {
    const form = new URLSearchParams(this.form());
    form.append("by-hand", key);
    form.append("kept", key);
    await this.read(form.toString());
    this.querySelector(`#row-${CSS.escape(key)} .asked-slot input`)?.focus();
  }

  /** Reads follow one another, so an older answer never replaces a newer one. The rows are busy until the last one is drawn. */
  read(form) {
    this.waiting = (this.waiting ?? 0) + 1;
    this.rows.ariaBusy = "true";
    this.pending = (this.pending ?? Promise.resolve()).then(() => this.readNow(form)).finally(() => this.drawn());
    return this.pending;
  }

  drawn() {
    this.waiting -= 1;
    if (!this.waiting) this.rows.ariaBusy = null;
  }

  /** `form`: the answers of an earlier visit, which are not on the page yet. */
  async readNow(form) {
    clearTimeout(this.next);
    const text = this.text.value;
    const answer = await this.ask(this.dataset.reads, form);
    if (!answer) return;
    await morphInside(this.rows, answer.text);
    proposable();
    this.keep();
    this.waitForModel(text);
    const converted = this.querySelector("[data-converted]");
    if (!converted) return;
    this.text.value = converted.value;
    this.filename.value = "";
  }

  /** The language model answers later: the same text is read again until it did. Nobody who types in between is disturbed. */
  waitForModel(text) {
    if (!this.querySelector("[data-model-waits]")) return;
    this.next = setTimeout(() => {
      if (this.isConnected && this.text.value === text) void this.read();
    }, MODEL_MS);
  }

  /** The text of a file takes the place of what is in the field, as a paste does. */
  async open(file) {
    if (!file) return;
    this.text.value = await file.text();
    this.filename.value = file.name;
    await this.read();
  }

  async add() {
    await this.pending;
    const answer = await this.ask(this.dataset.adds);
    if (!answer) return;
    const { patterns, entities, text, revision, lacks } = JSON.parse(answer.text);
    // The button is ready when the page says "Added", and not only when the board arrives: a key pressed in between would be lost.
    proposable(lacks);
    this.text.value = text;
    if (text.trim()) await this.read();
    else this.rows.replaceChildren();
    proposable();
    this.keep();
    // Somebody who went on meanwhile keeps their place.
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body || this.contains(activeElement)) this.text.focus();
    const told = [[patterns, "access pattern"], [entities, "entity"]].filter(([count]) => count).map(([count, name]) => `${count} ${plural(name, count)}`);
    say(`Added ${told.join(" and ") || "what was confirmed"}. You can undo this.`);
    this.dispatchEvent(new CustomEvent("keysheet:saved", { bubbles: true, detail: { revision } }));
  }

  /** POST the whole form as one field; the answer, or null with the refusal on the page. */
  async ask(address, form = this.form()) {
    const refusal = this.querySelector("[data-lines-refusal]");
    const answer = await post(address, { form });
    refusal.hidden = answer.status === 200;
    if (answer.status === 200) return answer;
    refusal.textContent = answer.status ? sentence(answer.text) : "The server does not respond. Your text is kept here.";
    return null;
  }
}

function plural(name, count) {
  if (count === 1) return name;
  return name.endsWith("y") ? `${name.slice(0, -1)}ies` : `${name}s`;
}

customElements.define("requirement-lines", RequirementLines);
