// The field of a comment. @ mentions people; Ctrl Enter sends; the text survives a reload, and waits for the server.

import { begun, fitting, named } from "../../lib/naming.js";
import { draft, keep, send } from "../../lib/sync/said.js";
import { get } from "../../lib/sync/server.js";

const SAFE = /[^A-Za-z0-9-]/g;
let people = null;

class CommentBox extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    if (!this.firstElementChild) this.build();
    this.text = this.querySelector("textarea");
    this.list = this.querySelector("[role=listbox]");
    this.note = this.querySelector(".note");
    const on = (target, name, act) => target.addEventListener(name, act, { signal });
    on(this.text, "input", () => this.typed());
    on(this.text, "keydown", (event) => this.pressed(event));
    on(this.text, "blur", () => setTimeout(() => this.offer([]), 150));
    on(this.list, "pointerdown", (event) => this.picked(event));
    on(this.querySelector("button"), "click", () => void this.say());
    on(document, "keysheet:comment", (event) => event.detail.place === this.place && this.heard(event.detail.state));
    this.show();
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  get host() {
    return document.querySelector("design-comments");
  }

  /** The target of the comment: a thread, or the place of the dialog around it. */
  get spot() {
    const at = this.closest("[data-comments-at]")?.dataset ?? {};
    return { part: at.part ?? "", field: at.field ?? "", rule: at.rule ?? "", path: at.path ?? "" };
  }

  get place() {
    return this.dataset.answer ?? JSON.stringify(this.spot);
  }

  get comments() {
    return this.closest("[data-comments-at]")?.dataset.commentsAt ?? this.host.dataset.comments;
  }

  get address() {
    return this.dataset.answer ? `${this.comments}${this.dataset.answer}/answer/` : `${this.comments}new/`;
  }

  /** What the comment is about, as text. */
  get about() {
    const thread = this.closest("[data-thread]")?.getAttribute("aria-label");
    return thread ?? `Comment on ${this.closest("dialog")?.querySelector("h2")?.textContent.trim() ?? ""}`;
  }

  build() {
    const list = `${this.id}-names`.replace(SAFE, "-");
    const text = Object.assign(document.createElement("textarea"), { className: "input", rows: 1, maxLength: 4000 });
    text.placeholder = this.dataset.label;
    text.setAttribute("aria-label", this.dataset.label);
    text.setAttribute("aria-autocomplete", "list");
    text.setAttribute("aria-controls", list);
    const names = Object.assign(document.createElement("ul"), { id: list, className: "names", hidden: true });
    names.setAttribute("role", "listbox");
    names.setAttribute("aria-label", "People");
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button button-small", textContent: this.dataset.label });
    button.title = "Ctrl Enter";
    const note = Object.assign(document.createElement("span"), { className: "note small" });
    note.setAttribute("role", "status");
    const row = Object.assign(document.createElement("div"), { className: "row", hidden: true });
    row.append(button, note);
    this.append(text, names, row);
  }

  show() {
    const kept = draft(this.place);
    this.text.value = kept?.text ?? "";
    this.text.readOnly = Boolean(kept?.isSent);
    this.note.textContent = kept?.isSent ? "Not sent yet: the server does not respond. Your comment is kept here and sent again." : (kept?.refusal ?? "");
    this.note.classList.toggle("refusal", Boolean(kept?.refusal));
    this.grow();
  }

  heard(state) {
    this.show();
    if (state === "refused") this.text.focus();
  }

  grow() {
    this.querySelector(".row").hidden = !(this.text.value || this.contains(document.activeElement) || "isOpen" in this.dataset);
    this.text.rows = Math.min(8, Math.max("isOpen" in this.dataset ? 2 : 1, this.text.value.split("\n").length));
  }

  typed() {
    this.keep();
    void this.complete();
  }

  keep() {
    const kept = draft(this.place);
    keep(this.place, { text: this.text.value, key: kept?.key ?? crypto.randomUUID(), title: this.about, comments: this.comments, isSent: false });
    this.note.textContent = "";
    this.grow();
  }

  async say() {
    const text = this.text.value.trim();
    if (!text || this.text.readOnly) return;
    this.text.readOnly = true;
    this.offer([]);
    await send(this.place, { text, address: this.address, fields: this.dataset.answer ? {} : this.spot });
  }

  pressed(event) {
    const isSaid = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    const isOffered = !this.list.hidden && !isSaid;
    if (isOffered && (event.key === "ArrowDown" || event.key === "ArrowUp")) this.step(event.key === "ArrowDown" ? 1 : -1);
    else if (isOffered && (event.key === "Enter" || event.key === "Tab")) this.take(this.at);
    else if (isOffered && event.key === "Escape") this.offer([]);
    else if (isSaid) void this.say();
    else if (event.key === "Escape" && !this.closest("dialog")) this.text.blur();
    else {
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  async complete() {
    const typed = begun(this.text.value, this.text.selectionStart);
    if (typed === null) {
      this.offer([]);
      return;
    }
    people ??= get(this.host.dataset.people).then((answer) => (answer.status === 200 ? JSON.parse(answer.text).people : []), () => []);
    const found = await people;
    if (!found.length) people = null;
    this.offer(fitting(found, typed));
  }

  offer(found) {
    this.found = found;
    this.at = 0;
    this.list.hidden = !found.length;
    this.list.replaceChildren(...found.map((person, number) => this.option(person, number)));
    this.step(0);
  }

  option(person, number) {
    const option = Object.assign(document.createElement("li"), { id: `${this.list.id}-${number}`, textContent: person.name });
    option.setAttribute("role", "option");
    return option;
  }

  step(by) {
    if (!this.found.length) {
      this.text.removeAttribute("aria-activedescendant");
      return;
    }
    this.at = (this.at + by + this.found.length) % this.found.length;
    for (const [number, option] of [...this.list.children].entries()) option.setAttribute("aria-selected", String(number === this.at));
    this.text.setAttribute("aria-activedescendant", `${this.list.id}-${this.at}`);
  }

  picked(event) {
    const number = [...this.list.children].indexOf(event.target.closest("li"));
    if (number < 0) return;
    event.preventDefault();
    this.take(number);
  }

  take(number) {
    const name = this.found[number].name.replace(/ \(guest\)$/, "");
    const { text, caret } = named(this.text.value, this.text.selectionStart, name);
    this.text.value = text;
    this.text.setSelectionRange(caret, caret);
    this.offer([]);
    this.keep();
  }
}

customElements.define("comment-box", CommentBox);
