// New entities, relations and access patterns on the Requirements page: each form is one change.

import { edit, newId } from "../../lib/sync/edits.js";
import { say } from "../../lib/sync/server.js";
import { isTyped } from "../../lib/typing.js";
import { proposable } from "../../lib/proposable.js";

const ROOT = "design";

class RequirementsBoard extends HTMLElement {
  static observedAttributes = ["data-lacks"];

  attributeChangedCallback(name, before, lacks) {
    proposable(lacks ?? "");
  }

  connectedCallback() {
    if (this.isListening) return;
    this.isListening = true;
    this.addEventListener("submit", (event) => {
      if (!event.target.dataset.addsNew) return;
      event.preventDefault();
      void this.add(event.target);
    });
    this.addEventListener("keydown", (event) => this.pressed(event));
    this.addEventListener("click", (event) => void this.confirm(event.target.closest("[data-confirms]")));
  }

  /** Arrow keys move over rows and slots; Enter and typing edit a slot, Delete empties it, Escape goes back to its row. */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    const cell = event.target.closest("slot-cell");
    const act = cell ? this.actOfSlot(cell, event) : this.actOfRow(event.target.closest(".req-row"), event.key);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  actOfSlot(cell, event) {
    if (event.key === "Escape") return () => cell.closest("li[id]").querySelector(".req-row").focus();
    if (event.key === "Enter" || event.key === "F2") return () => cell.edit();
    if (event.key === "Delete" || event.key === "Backspace") return () => cell.clear();
    const to = besides([...this.querySelectorAll("slot-cell")], cell, event.key);
    if (to) return () => to.focus();
    return isTyped(event) ? () => cell.edit(event.key) : null;
  }

  actOfRow(row, key) {
    if (!row) return null;
    const rows = [...row.closest("ul").querySelectorAll(".req-row")];
    const at = rows.indexOf(row);
    const slot = key === "ArrowRight" && row.closest("li[id]").querySelector("slot-cell");
    const to = slot || { ArrowDown: rows[at + 1], ArrowUp: rows[at - 1], Home: rows[0], End: rows.at(-1) }[key];
    return to ? () => to.focus() : null;
  }

  /** One change for all that a button names. */
  async confirm(button) {
    if (!button) return;
    const parts = button.dataset.confirms.split(" ");
    const { ok } = await edit(parts.map((part) => ({ put: part, field: "provenance", value: null, base: "inferred", shown: "inferred" })));
    const { kind = "access pattern", kinds = "access patterns" } = button.dataset;
    if (ok) say(`Confirmed ${parts.length === 1 ? `the ${kind}` : `${parts.length} ${kinds}`}. You can undo this.`);
  }

  async add(form) {
    const given = Object.fromEntries(new FormData(form));
    const edits = this[`${form.dataset.addsNew}Edits`](given);
    if (!edits) return;
    const answer = await edit(edits);
    if (!answer?.ok) return;
    form.reset();
    form.querySelector("input, select").focus();
    say("Added. You can undo this.");
  }

  /** The table of new entities; in a design without one, it is made with the first entity. */
  table() {
    const [known] = this.dataset.tables.split(" ").filter(Boolean);
    if (known) return [known, []];
    const id = newId("table");
    const key = (name) => [{ name, type: "S" }];
    const fields = { name: "app-main", partition_key: key("PK"), sort_key: key("SK"), "settings.billing": "PAY_PER_REQUEST" };
    return [id, [{ add: "tables", to: ROOT, id, fields }]];
  }

  entityEdits({ name, identity }) {
    const [table, edits] = this.table();
    const id = newId("entity");
    const known = identity.trim();
    edits.push({ add: "entities", to: table, id, fields: { name: name.trim() } });
    // A cell of the key sheet in which a key can be typed.
    edits.push({ add: "overloads", to: id, id: newId("overload"), fields: { index: null } });
    if (known) {
      edits.push({ add: "attributes", to: id, id: newId("attribute"), fields: { name: known, type: "S", format: "id" } });
      edits.push({ put: id, field: "identity", value: [known] });
    }
    return edits;
  }

  relationEdits({ parent, child, made, kind, average, max }) {
    const edits = [];
    const name = child || made.trim();
    if (!name) return this.refuse("Enter the name of the new entity.");
    if (!child) edits.push(...this.entityEdits({ name, identity: "" }));
    const fields = { parent, child: name, kind };
    if (average.trim()) {
      const counts = { average: Number(average), ...(max.trim() ? { max: Number(max) } : {}) };
      if (Object.values(counts).some(Number.isNaN)) return this.refuse("Average and most are numbers.");
      fields.per_parent = counts;
    } else if (max.trim()) return this.refuse("Enter the average as well as the most.");
    this.refuse("");
    return [...edits, { add: "relations", to: ROOT, id: newId("relation"), fields }];
  }

  patternEdits({ operation, entity, name }) {
    const [call, one] = operation.split(" ");
    const codes = new Set([...this.querySelectorAll(".req-row .code")].map((code) => code.textContent));
    let number = 1;
    while (codes.has(`A${number}`)) number += 1;
    const fields = { code: `A${number}`, name: name.trim(), operation: call, entities: [entity] };
    if (one) fields.intent = { one: true };
    return [{ add: "access_patterns", to: ROOT, id: newId("pattern"), fields }];
  }

  refuse(sentence) {
    const place = this.querySelector("[data-refusal]");
    place.textContent = sentence;
    place.hidden = !sentence;
    return null;
  }
}

/** The cell beside another one: in reading order, or the nearest one in the line above or below. */
function besides(cells, cell, key) {
  const at = cells.indexOf(cell);
  const { left, top } = cell.getBoundingClientRect();
  const boxes = cells.map((one) => ({ one, box: one.getBoundingClientRect() }));
  const nearest = (lines) => lines.sort((a, b) => Math.abs(a.box.top - top) - Math.abs(b.box.top - top) || Math.abs(a.box.left - left) - Math.abs(b.box.left - left))[0]?.one;
  switch (key) {
    case "ArrowRight": return cells[at + 1];
    case "ArrowLeft": return cells[at - 1];
    case "ArrowDown": return nearest(boxes.filter(({ box }) => box.top > top + 1));
    case "ArrowUp": return nearest(boxes.filter(({ box }) => box.top < top - 1));
    default: return null;
  }
}

customElements.define("requirements-board", RequirementsBoard);
