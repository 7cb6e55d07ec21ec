// One slot of an access pattern on the Requirements page: a text with completions, which the server reads. While it is typed,
// the row reads back as a sentence.

import { taken } from "../../lib/sheet/completion.js";
import { edit, newId, shelve } from "../../lib/sync/edits.js";
import { Latest } from "../../lib/sync/latest.js";
import { get, post } from "../../lib/sync/server.js";
import { slotChoices } from "../../lib/sheet/slot-choices.js";
import { TypedCell } from "../../lib/sheet/typed-cell.js";

class SlotCell extends TypedCell {
  connectedCallback() {
    super.connectedCallback();
    this.drafts ??= new Latest((text) => this.draft(text));
  }

  disconnectedCallback() {
    this.drafts.forget();
    super.disconnectedCallback();
  }

  get board() {
    return this.closest("requirements-board");
  }

  get slotName() {
    return this.dataset.field.split(".")[1];
  }

  get sentence() {
    return this.closest("li[id]").querySelector("[data-sentence]");
  }

  opened(typed) {
    this.told = this.sentence.textContent;
    void this.learn();
    // The options are offered in place of the whole text.
    if (typed === null) this.input.select();
    else this.changed();
  }

  /** Completions, requested when editing starts. */
  async learn() {
    const { part, field } = this.dataset;
    const query = new URLSearchParams({ part, field });
    const answer = await get(`${this.board.dataset.words}?${query}`).catch(() => null);
    if (answer?.status !== 200 || !this.isEditing) return;
    this.words = JSON.parse(answer.text);
    this.suggest();
  }

  changed() {
    this.suggest();
    this.drafts.ask(this.input.value);
  }

  suggest() {
    if (!this.words) return;
    const { value, selectionStart, selectionEnd } = this.input;
    // An option takes the place of what is selected: when editing starts, of the whole text.
    const isWhole = value && selectionStart === 0 && selectionEnd === value.length;
    const found = slotChoices(this.words, this.slotName, isWhole ? "" : value, isWhole ? 0 : selectionStart, isWhole ? "" : this.edited.text);
    this.list.show(found && { ...found, to: isWhole ? value.length : found.to });
  }

  take(found, option) {
    const made = taken(this.input.value, found, option);
    if (option.adds) this.added.add(option.adds);
    this.input.value = made.text;
    this.input.setSelectionRange(made.to, made.to);
    this.drafts.ask(made.text);
    // After "set" follows an attribute, after it a value.
    if (option.closes) this.suggest();
  }

  async draft(value) {
    if (!this.isEditing) return;
    const { part, field } = this.dataset;
    const added = [...this.added].map(({ name }) => name).join("\n");
    const answer = await post(this.board.dataset.slots, { part, field, value, added });
    if (!this.isEditing || answer.status !== 200) return;
    const { problem, sentence } = JSON.parse(answer.text);
    this.input.setAttribute("aria-invalid", String(Boolean(problem)));
    this.hint(problem);
    if (sentence) this.sentence.textContent = sentence;
  }

  leave() {
    this.drafts.forget();
    super.leave();
  }

  goNext(isBack) {
    const cells = [...this.board.querySelectorAll("slot-cell")];
    cells[cells.indexOf(this) + (isBack ? -1 : 1)]?.focus();
  }

  async save() {
    const value = this.input.value.trim();
    this.leave();
    if (value === this.edited.text) this.showSaved();
    else await this.store(value);
  }

  /** An empty slot, without opening the field. */
  clear() {
    if (this.workbench.dataset.mayEdit !== "true" || !this.dataset.text) return;
    this.remember();
    void this.store("");
  }

  async store(value) {
    const { base, text } = this.edited;
    this.paintShown(value);
    this.setAttribute("data-saving", "");
    this.dataset.text = value;
    this.own = { text: value, base: value };
    const answer = await edit(this.edits(value, base));
    this.removeAttribute("data-saving");
    if (answer.ok || answer.refusal.isSettled) return;
    if (this.isConnected) this.reopen(value, answer.refusal.message, text);
    else shelve(answer.edits, answer.refusal);
  }

  /** The change: what was added in the list and is still in the text, then the text. */
  edits(value, base) {
    const { part, field, entity } = this.dataset;
    const made = [...this.added].filter(({ name }) => value.includes(name));
    const edits = made.flatMap(({ kind, name }) => {
      if (kind === "entity") return this.board.entityEdits({ name, identity: "" });
      return [{ add: "attributes", to: entity, id: newId("attribute"), fields: { name, type: "S" } }];
    });
    return [...edits, { put: part, field, value, base, shown: base }];
  }

  /** Show the typed text until the saved cell arrives. */
  paintShown(text) {
    const shown = this.querySelector(".shown");
    shown.textContent = text || "–";
    shown.toggleAttribute("data-empty", !text);
  }

  showSaved() {
    this.sentence.textContent = this.told;
    this.dispatchEvent(new CustomEvent("keysheet:refresh", { bubbles: true }));
  }
}

customElements.define("slot-cell", SlotCell);
