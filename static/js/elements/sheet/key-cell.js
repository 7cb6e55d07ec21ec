// One key template or condition, edited in place. While it is typed, the grid shows its effect, and the line below it the key
// of the first sample item; Enter saves it.

import { edit, newId, shelve } from "../../lib/sync/edits.js";
import { choices, taken } from "../../lib/sheet/completion.js";
import { Latest } from "../../lib/sync/latest.js";
import { ofDraft } from "../../lib/grid/grid-window.js";
import { get, morph, place, post, say } from "../../lib/sync/server.js";
import { colored, namesIn } from "../../lib/sheet/template.js";
import { TypedCell } from "../../lib/sheet/typed-cell.js";

class KeyCell extends TypedCell {
  connectedCallback() {
    super.connectedCallback();
    this.drafts ??= new Latest((text) => this.draft(text));
    this.stop = new AbortController();
    document.addEventListener("keysheet:redraft", () => this.isEditing && this.drafts.ask(this.input.value), { signal: this.stop.signal });
  }

  disconnectedCallback() {
    this.stop.abort();
    this.drafts.forget();
    super.disconnectedCallback();
  }

  get sheet() {
    return this.closest("key-sheet");
  }

  get isCondition() {
    return this.dataset.field === "when";
  }

  get attributeNames() {
    return JSON.parse(this.closest("[data-row]").dataset.attributes);
  }

  opened(typed) {
    this.problem = this.facts = "";
    this.paint();
    this.lookThroughOwnIndex();
    void this.learn();
    if (typed !== null) this.changed();
  }

  build(value) {
    super.build(value);
    this.mirror = Object.assign(document.createElement("span"), { className: "mirror template" });
    this.mirror.setAttribute("aria-hidden", "true");
    this.input.after(this.mirror);
    this.input.addEventListener("scroll", () => this.follow());
  }

  /** Completions, requested when editing starts. */
  async learn() {
    const answer = await get(`${this.sheet.dataset.words}?entity=${encodeURIComponent(this.dataset.entity)}`);
    if (answer?.status !== 200 || !this.isEditing) return;
    this.words = JSON.parse(answer.text);
    if (this.input.value !== this.edited.text || this.isCondition) this.suggest();
  }

  /** Show the table and the index of this key in the grid, where its effect is visible. */
  lookThroughOwnIndex() {
    const query = new URLSearchParams(location.search);
    const isOfTable = this.sheet.hasAttribute("data-current");
    if (isOfTable && (query.get("index") ?? "") === this.dataset.index) return;
    if (!isOfTable) query.set("table", this.sheet.dataset.table);
    if (!isOfTable) query.delete("first");
    if (this.dataset.index) query.set("index", this.dataset.index);
    else query.delete("index");
    history.replaceState(history.state, "", `?${query}`);
    this.dispatchEvent(new CustomEvent("keysheet:refresh", { bubbles: true }));
    this.drafts.ask(this.input.value);
  }

  changed() {
    this.paint();
    this.suggest();
    this.drafts.ask(this.input.value);
  }

  /** The typed text in the colors of a template, over the field, whose own text is transparent. */
  paint() {
    const text = this.input.value;
    const parts = this.isCondition ? [{ kind: "literal", text }] : colored(text, [...this.attributeNames, ...this.added]);
    this.mirror.replaceChildren(...parts.map(span));
    this.follow();
  }

  follow() {
    this.mirror.scrollLeft = this.input.scrollLeft;
  }

  suggest() {
    if (!this.words) return;
    this.list.show(choices(this.words, this.input.value, this.input.selectionStart, this.isCondition));
  }

  take(found, option) {
    const made = taken(this.input.value, found, option);
    if (option.adds) {
      this.added.add(option.adds);
      this.words.attributes.push({ name: option.adds, insert: option.insert, type: "S", format: "", means: "", sample: "", values: [], gives: {} });
    }
    this.input.value = made.text;
    this.input.setSelectionRange(made.from, made.to);
    this.paint();
    this.drafts.ask(made.text);
  }

  typed(event) {
    if (this.takesName(event)) this.list.take({ ...this.list.option, closes: "" });
    const wasOpen = this.list.isOpen;
    super.typed(event);
    if (!this.isEditing || !wasOpen || this.list.isOpen) return;
    this.showProblem();
    if (this.problem) this.drafts.ask(this.input.value);
    if (this.facts) this.dispatchEvent(new CustomEvent("keysheet:facts", { bubbles: true, detail: this.facts }));
  }

  goNext(isBack) {
    this.sheet.goNext(this, isBack);
  }

  /** A colon or a closing brace after the beginning of a name accepts the offered name. */
  takesName({ key }) {
    const { found, option } = this.list;
    return (key === ":" || key === "}") && found?.kind === "attribute" && found.typed && option && !option.adds && option.label !== found.typed;
  }

  leave() {
    this.drafts.forget();
    super.leave();
  }

  async draft(value) {
    if (!this.isEditing) return;
    const { entity, index, part, field } = this.dataset;
    const answer = await post(this.workbench.dataset.drafts + ofDraft(place()), { entity, index, part, field, value, added: [...this.added].join("\n") });
    if (!this.isEditing || answer.status !== 200) return;
    const made = JSON.parse(answer.text);
    this.problem = made.problem;
    // While a list offers to complete a name, the grid keeps the last text that was whole.
    if (!this.isCompleting) await morph(document.getElementById("grid"), made.grid);
    if (!this.isEditing) return;
    this.showProblem();
    this.example(made);
    this.facts = made.facts;
    if (!this.isCompleting) this.dispatchEvent(new CustomEvent("keysheet:facts", { bubbles: true, detail: made.facts }));
  }

  /** A name or a format is being typed, and the list offers what could complete it. */
  get isCompleting() {
    return this.list.isOpen && Boolean(this.problem);
  }

  /** What is wrong with the text; not while a list offers to complete it. */
  showProblem() {
    const problem = this.isCompleting ? "" : this.problem;
    this.input.setAttribute("aria-invalid", String(Boolean(problem)));
    this.hint(problem);
  }

  /** The key of the first sample item, and its bytes. */
  example({ example, reason, size }) {
    const line = this.querySelector(".makes");
    if (!line) return;
    line.querySelector(".made").textContent = example || reason;
    line.querySelector(".made").classList.toggle("reason", !example);
    line.querySelector(".bytes").textContent = size;
  }

  async save() {
    const value = this.input.value.trim() === "" ? "" : this.input.value;
    const { base, text } = this.edited;
    this.leave();
    if (value === text && !this.added.size) {
      this.showSaved();
      return;
    }
    this.paintShown(value);
    this.setAttribute("data-saving", "");
    this.dataset.text = value;
    const isFirst = !this.dataset.part;
    const stored = edit(this.edits(value, base, text));
    const own = { text: value, base };
    this.own = own;
    const answer = await stored;
    if (answer.ok) own.base = answer.stored[`${this.dataset.part}.${this.dataset.field}`];
    if (this.own === own) this.removeAttribute("data-saving");
    if (answer.ok && this.isConnected && this.unknown.length) say(this.unknownSaid);
    if (answer.ok || answer.refusal.isSettled) return;
    if (this.isConnected) this.refused(value, answer.refusal.message, isFirst, text);
    else shelve(answer.edits, answer.refusal);
  }

  /** Names in the saved text that the entity has no attribute for. */
  get unknown() {
    return this.isCondition ? [] : namesIn(this.dataset.text).filter((name) => !this.attributeNames.includes(name) && !this.added?.has(name));
  }

  get unknownSaid() {
    const { name } = this.closest("[data-row]").dataset;
    return `${name} has no attribute ${this.unknown.join(", ")}. Add it from the line below the key sheet or from the cell's menu.`;
  }

  /** Make an attribute that the text names; its sample items get values. */
  addAttribute(name) {
    const { entity } = this.dataset;
    return edit([{ add: "attributes", to: entity, id: newId("attribute"), fields: { name, type: "S" }, sampled: true }], { label: `added attribute ${name}` });
  }

  /** The change: attributes that were added in the list, then the text; a first text creates the overload. */
  edits(value, base, shown) {
    const { entity, part, field } = this.dataset;
    const named = namesIn(value);
    const added = [...this.added].filter((name) => named.includes(name));
    const attributes = added.map((name) => ({ add: "attributes", to: entity, id: newId("attribute"), fields: { name, type: "S" }, sampled: true }));
    if (!part) return [...attributes, this.firstText(value)];
    return [...attributes, { put: part, field, value: value || null, base: base || null, shown: shown || null }];
  }

  firstText(value) {
    const { entity, index, field } = this.dataset;
    const group = this.closest("[data-group]");
    const id = newId("overload");
    const name = index && this.sheet.querySelector(`[data-column="${CSS.escape(index)}"]`).dataset.name;
    // The response will have these ids; the next key of the same overload is set, not added.
    this.known(id);
    return { add: "overloads", to: entity, id, fields: { ...(index ? { index: name } : {}), [field]: value } };
  }

  /** Assign every key of this overload to a part; '' undoes that. */
  known(part) {
    const group = this.closest("[data-group]");
    group.dataset.group = part;
    for (const cell of group.querySelectorAll("key-cell")) cell.dataset.part = part;
    if (!part) return;
    group.id = `overload-${part}`;
    for (const cell of group.querySelectorAll("key-cell")) cell.id = `cell-${part}-${cell.dataset.field.replaceAll(".", "-")}`;
  }

  /** Show the typed text until the saved cell arrives. */
  paintShown(value) {
    const shown = this.querySelector(".shown");
    const words = this.isCondition ? [{ kind: "literal", text: value }] : colored(value);
    const kept = shown.querySelector(".key-name, .when");
    shown.replaceChildren(...(kept ? [kept] : []), ...words.map(span));
  }

  /** The field opens again with the text and the reason why it was not saved. */
  refused(value, why, isFirst, before) {
    if (isFirst) this.known("");
    this.reopen(value, why, before);
  }

  showSaved() {
    this.dispatchEvent(new CustomEvent("keysheet:undraft", { bubbles: true }));
  }
}

function span({ kind, text }) {
  return Object.assign(document.createElement("span"), { className: kind, textContent: text });
}

customElements.define("key-cell", KeyCell);
