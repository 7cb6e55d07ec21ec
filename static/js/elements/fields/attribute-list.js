// The attributes of an entity: arrow keys move between names, Alt and an arrow key moves the row.

import { edit } from "../../lib/sync/edits.js";

class AttributeList extends HTMLElement {
  connectedCallback() {
    if (this.isListening) return;
    this.isListening = true;
    this.addEventListener("keydown", (event) => this.pressed(event));
  }

  pressed(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || !event.target.matches("th input")) return;
    const rows = [...this.querySelectorAll("tr[data-attribute]")];
    const at = rows.findIndex((row) => row.contains(event.target));
    const to = rows[at + step];
    if (!to) return;
    event.preventDefault();
    if (!event.altKey) {
      to.querySelector("th input").focus();
      return;
    }
    // After the row that will precede it; '' is the first place.
    const after = step > 0 ? to : rows[at - 2];
    if (step < 0) to.before(rows[at]);
    else to.after(rows[at]);
    event.target.focus();
    void edit([{ move: rows[at].dataset.attribute, after: after?.dataset.attribute ?? "" }]);
  }
}

customElements.define("attribute-list", AttributeList);
