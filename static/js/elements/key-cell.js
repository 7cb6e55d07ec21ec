// One key template or condition, edited in place. While it is typed, the grid shows its effect, and the line below it the key
// of the first sample item; Enter saves it.

import { edit, newId, shelve } from "../lib/edits.js";
import { choices, taken } from "../lib/completion.js";
import { Latest } from "../lib/latest.js";
import { ofDraft } from "../lib/grid-window.js";
import { get, morph, place, post, say } from "../lib/server.js";
import { colored, namesIn } from "../lib/template.js";
import { WordList } from "../lib/word-list.js";

class KeyCell extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", this);
    this.drafts ??= new Latest((text) => this.draft(text));
    this.stop = new AbortController();
    document.addEventListener("keysheet:redraft", () => this.isEditing && this.drafts.ask(this.input.value), { signal: this.stop.signal });
  }

  disconnectedCallback() {
    this.stop.abort();
    this.drafts.forget();
    this.list?.remove();
  }

  get workbench() {
    return this.closest("[data-design]");
  }

  get sheet() {
    return this.closest("key-sheet");
  }

  get isEditing() {
    return this.hasAttribute("data-editing");
  }

  get isCondition() {
    return this.dataset.field === "when";
  }

  get attributeNames() {
    return JSON.parse(this.closest("[data-row]").dataset.attributes);
  }

  handleEvent(click) {
    // With Shift, the sheet extends a range.
    if (!this.isEditing && !click.shiftKey && getSelection().isCollapsed) this.edit();
  }

  /** Start editing; a typed character replaces the text, as in a spreadsheet. */
  edit(typed = null) {
    if (this.workbench.dataset.mayEdit !== "true") {
      say("You can view this design but not edit it.");
      return;
    }
    // Captured now: a colleague's edit can arrive while this one is typed, and must not be overwritten unseen. Text that this
    // cell saved itself starts from the stored form, even if the sheet does not show it yet.
    const own = this.own?.text === this.dataset.text ? this.own : null;
    this.edited = { base: own ? own.base : this.dataset.base, text: this.dataset.text };
    this.added = new Set();
    this.build(typed ?? this.dataset.text);
    this.setAttribute("data-editing", "");
    // A button cannot contain a field.
    this.setAttribute("role", "group");
    this.input.focus();
    if (typed === null) this.input.select();
    else this.input.setSelectionRange(typed.length, typed.length);
    this.paint();
    this.lookThroughOwnIndex();
    void this.learn();
    if (typed !== null) this.changed();
  }

  build(value) {
    this.editor = Object.assign(document.createElement("span"), { className: "editor" });
    this.mirror = Object.assign(document.createElement("span"), { className: "mirror template" });
    this.mirror.setAttribute("aria-hidden", "true");
    this.input = Object.assign(document.createElement("input"), { value, spellcheck: false, autocomplete: "off", maxLength: 20_000 });
    this.input.setAttribute("aria-label", this.getAttribute("aria-label").split(":")[0]);
    this.editor.append(this.input, this.mirror);
    this.append(this.editor);
    this.list = new WordList(this.input, (found, option) => this.take(found, option));
    this.input.addEventListener("keydown", (event) => this.typed(event));
    this.input.addEventListener("input", () => this.changed());
    this.input.addEventListener("scroll", () => this.follow());
    this.input.addEventListener("blur", () => this.left());
  }

  /** Completions, requested when editing starts. */
  async learn() {
    const answer = await get(`${this.sheet.dataset.words}?entity=${encodeURIComponent(this.dataset.entity)}`);
    if (answer?.status !== 200 || !this.isEditing) return;
    this.words = JSON.parse(answer.text);
    if (this.input.value !== this.edited.text || this.isCondition) this.suggest();
  }

  /** Show the index of this key in the grid, where its effect is visible. */
  lookThroughOwnIndex() {
    const query = new URLSearchParams(location.search);
    if ((query.get("index") ?? "") === this.dataset.index) return;
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
    event.stopPropagation();
    if (this.takesName(event)) this.list.take({ ...this.list.option, closes: "" });
    if (this.list.pressed(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.leave();
      this.showSaved();
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      void this.save();
      if (event.key === "Tab") this.sheet.goNext(this, event.shiftKey);
    }
  }

  /** A colon or a closing brace after the beginning of a name accepts the offered name. */
  takesName({ key }) {
    const { found, option } = this.list;
    return (key === ":" || key === "}") && found?.kind === "attribute" && found.typed && option && !option.adds && option.label !== found.typed;
  }

  left() {
    // Leaving with the mouse keeps the typed text. A window that loses the focus leaves the field open.
    if (this.isEditing && document.activeElement !== this.input) void this.save();
  }

  leave() {
    this.drafts.forget();
    const hadFocus = this.contains(document.activeElement);
    this.removeAttribute("data-editing");
    this.setAttribute("role", "button");
    // While the cell was edited, updates could not change it: request its region again.
    this.closest("[data-fragment]")?.setAttribute("data-version", "");
    this.list?.remove();
    this.editor?.remove();
    this.input = this.list = this.editor = null;
    this.words = null;
    this.hint("");
    if (hadFocus) this.focus();
  }

  async draft(value) {
    if (!this.isEditing) return;
    const { entity, index, part, field } = this.dataset;
    const answer = await post(this.workbench.dataset.drafts + ofDraft(place()), { entity, index, part, field, value, added: [...this.added].join("\n") });
    if (!this.isEditing || answer.status !== 200) return;
    const made = JSON.parse(answer.text);
    await morph(document.getElementById("grid"), made.grid);
    if (!this.isEditing) return;
    this.input.setAttribute("aria-invalid", String(Boolean(made.problem)));
    this.hint(made.problem);
    this.example(made);
    this.dispatchEvent(new CustomEvent("keysheet:facts", { bubbles: true, detail: made.facts }));
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
    if (answer.ok || answer.refusal.isSettled) return;
    if (this.isConnected) this.refused(value, answer.refusal.message, isFirst, text);
    else shelve(answer.edits, answer.refusal);
  }

  /** The change: attributes that were added in the list, then the text; a first text creates the overload. */
  edits(value, base, shown) {
    const { entity, part, field } = this.dataset;
    const named = namesIn(value);
    const added = [...this.added].filter((name) => named.includes(name));
    const attributes = added.map((name) => ({ add: "attributes", to: entity, id: newId("attribute"), fields: { name, type: "S" } }));
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
    this.dataset.text = before;
    this.own = null;
    this.removeAttribute("data-saving");
    this.edit(value);
    this.input.setAttribute("aria-invalid", "true");
    this.hint(why);
  }

  showSaved() {
    this.dispatchEvent(new CustomEvent("keysheet:undraft", { bubbles: true }));
  }

  hint(sentence) {
    let note = this.querySelector(".hint");
    if (!sentence) {
      note?.remove();
      return;
    }
    if (!note) {
      note = document.createElement("span");
      note.className = "hint";
      note.dataset.severity = "error";
      note.setAttribute("role", "status");
      this.append(note);
    }
    note.textContent = sentence;
  }
}

function span({ kind, text }) {
  return Object.assign(document.createElement("span"), { className: kind, textContent: text });
}

customElements.define("key-cell", KeyCell);
