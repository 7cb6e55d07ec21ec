// The page of access patterns: rows by arrow keys, new patterns from text, filters in the address.

import { choosing } from "../../lib/choices.js";
import { editingRates } from "../../lib/rates.js";
import { draggedRows } from "../../lib/row-drag.js";
import { RowChoice } from "../../lib/row-choice.js";
import { movedTo, movedTogether } from "../../lib/sheet/sheet-edits.js";
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
    this.chosen ??= new RowChoice({ rows: () => this.rows, idOf: (row) => row.dataset.patternRow, told: (ids) => this.told(ids) });
    this.addEventListener("click", (event) => this.clicked(event), { signal, capture: true });
    draggedRows(this, "[data-pattern-row]", signal, (row, after) => this.mayEdit && this.moved(movedTo(this.ids, row.dataset.patternRow, after?.dataset.patternRow ?? "")));
    document.addEventListener("htmx:after:swap", () => this.chosen.show(), { signal });
    this.addEventListener("input", (event) => this.grow(event.target), { signal });
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  get workbench() {
    return this.closest("[data-design]");
  }

  get rows() {
    return [...this.querySelectorAll("[data-pattern-row]")];
  }

  get ids() {
    return this.rows.map((row) => row.dataset.patternRow);
  }

  get links() {
    return this.rows.map((row) => row.querySelector("th a"));
  }

  get mayEdit() {
    return this.workbench.dataset.mayEdit === "true";
  }

  told(ids) {
    say(ids.length > 1 ? `${ids.length} access patterns selected. Delete removes them, Ctrl D duplicates them, Alt and an arrow key moves them.` : "");
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
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey) return;
    const row = event.target.closest("[data-pattern-row]");
    const act = this.actOf(event, row);
    if (!act) return;
    event.preventDefault();
    act();
  }

  actOf(event, row) {
    const { links } = this;
    const at = row ? links.indexOf(row.querySelector("th a")) : -1;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.altKey) return step && row && this.mayEdit ? () => this.moved(movedTogether(this.ids, this.chosen.of(row), step)) : null;
    const to = step ? at + step : { Home: 0, End: links.length - 1 }[event.key];
    if (to !== undefined && links[to]) {
      return () => {
        links[to].focus();
        if (event.shiftKey && step && row) this.chosen.extend(this.rows[to], row);
        else this.chosen.clear();
      };
    }
    if (event.key === " " && row) return () => this.chosen.toggle(row);
    if (event.key === "Escape" && this.chosen.ids.length) return () => this.chosen.clear();
    return event.key === "Delete" && row && this.mayEdit ? () => void this.remove(this.chosen.of(row)) : null;
  }

  async moved(edits) {
    if (!edits.length) return;
    const { ok } = await edit(edits, { label: edits.length > 1 ? `moved ${edits.length} access patterns` : "" });
    if (ok) document.dispatchEvent(new CustomEvent("keysheet:refresh"));
  }

  async remove(parts) {
    const { ok } = await edit(parts.map((part) => ({ remove: part })), { label: parts.length > 1 ? `removed ${parts.length} access patterns` : "" });
    if (ok) say(`${parts.length > 1 ? `${parts.length} access patterns removed` : "Removed"}. You can undo this.`);
  }

  clicked(event) {
    if (event.target.closest("[data-add-pattern]")) void this.addByCondition();
    const row = event.target.closest("[data-pattern-row]");
    if (!row || event.target.closest("input, button")) return;
    if (this.chosen.clicked(event, row)) row.querySelector("th a").focus();
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
