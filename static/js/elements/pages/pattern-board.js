// The page of access patterns: rows by arrow keys, new patterns from text, filters in the address.

import { choosing } from "../../lib/choices.js";
import { editingRates } from "../../lib/rates.js";
import { edit, newId } from "../../lib/sync/edits.js";
import { post, say, sentence } from "../../lib/sync/server.js";

const PATIENCE_MS = 8000;

class PatternBoard extends HTMLElement {
  static observedAttributes = ["data-pattern"];

  /** Scroll to the selected pattern, whether it was selected here or in the outline. */
  attributeChangedCallback(name, before, pattern) {
    if (pattern && pattern !== before)
      setTimeout(() => document.getElementById(`pattern-${pattern}`)?.scrollIntoView({ block: "nearest" }));
  }

  connectedCallback() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    choosing(this, { signal });
    editingRates(this, { signal });
    this.addEventListener("keydown", (event) => this.pressed(event), { signal });
    this.addEventListener("submit", (event) => this.submitted(event), { signal });
    this.addEventListener("click", (event) => this.clicked(event), { signal });
    this.addEventListener("input", (event) => this.grow(event.target), { signal });
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  get workbench() {
    return this.closest("[data-design]");
  }

  get links() {
    return [...this.querySelectorAll("[data-pattern-row] th a")];
  }

  /** The field grows with its lines. */
  grow(field) {
    if (field.id === "say") field.rows = Math.min(10, Math.max(1, field.value.split("\n").length));
  }

  pressed(event) {
    if (event.target.id === "say" && event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.querySelector(".say").requestSubmit();
      return;
    }
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = event.target.closest("[data-pattern-row]");
    const { links } = this;
    const at = row ? links.indexOf(row.querySelector("th a")) : -1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (to !== undefined && links[to]) {
      event.preventDefault();
      links[to].focus();
    } else if (event.key === "Delete" && row) void this.remove(row.dataset.patternRow);
  }

  async remove(part) {
    const { ok } = await edit([{ remove: part }]);
    if (ok) say("Removed. You can undo this.");
  }

  clicked(event) {
    if (event.target.closest("[data-add-pattern]")) void this.addByCondition();
  }

  submitted(event) {
    const form = event.target.closest(".say");
    if (!form) return;
    event.preventDefault();
    event.stopPropagation();
    void this.add(form);
  }

  async add(form) {
    const field = form.querySelector("#say");
    const table = form.querySelector("[name=table]").value;
    const answer = await post(form.dataset.say, { text: field.value, table });
    if (answer.status !== 200) {
      say(answer.status ? sentence(answer.text) : "Not added: the server does not respond. Your text is kept here.", true);
      return;
    }
    const { parts, notes, text } = JSON.parse(answer.text);
    field.value = text;
    this.grow(field);
    this.added(parts[0]);
    say(notes.length ? `Added. ${notes.join("; ")}` : "", notes.length > 0);
  }

  /** An empty pattern, to be completed in the inspector. */
  async addByCondition() {
    const part = newId("pattern");
    const codes = new Set([...this.querySelectorAll(".code")].map((cell) => cell.textContent));
    let number = 1;
    while (codes.has(`A${number}`)) number += 1;
    const table = this.querySelector(".say [name=table]");
    const name = table.selectedOptions?.[0]?.textContent ?? this.dataset.table;
    const fields = { code: `A${number}`, name: "New pattern", operation: "Query", table: name };
    const { ok } = await edit([{ add: "access_patterns", to: "design", id: part, fields }]);
    if (ok) this.added(part);
  }

  /** Select a new pattern as soon as it arrives. */
  added(part) {
    document.dispatchEvent(new CustomEvent("keysheet:refresh"));
    const look = () => {
      const link = document.querySelector(`#pattern-${CSS.escape(part)} th a`);
      if (!link) return;
      waiting.disconnect();
      const focus = () => document.querySelector(`#pattern-${CSS.escape(part)} th a`)?.focus();
      document.addEventListener("htmx:after:swap", focus, { once: true });
      link.click();
      focus();
    };
    const waiting = new MutationObserver(look);
    waiting.observe(this.workbench, { childList: true, subtree: true });
    setTimeout(() => waiting.disconnect(), PATIENCE_MS);
    look();
  }
}

customElements.define("pattern-board", PatternBoard);
