// Edits that were refused in the background (typed offline, sent after a reload): each next to the current value, to apply
// again or discard.

import { applyAgain, drop, refused, written } from "../../lib/sync/edits.js";
import { show } from "../../lib/sync/server.js";

class RefusedEdits extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    document.addEventListener("keysheet:waiting", () => this.count(), { signal });
    this.addEventListener("click", () => this.open(), { signal });
    this.count();
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  count() {
    const { length } = refused();
    this.hidden = !length;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button button-small" });
    button.textContent = `${length} edit${length > 1 ? "s" : ""} not saved`;
    this.replaceChildren(...(length ? [button] : []));
  }

  open() {
    const dialog = show(document.getElementById("refused-edits-dialog").innerHTML);
    const list = dialog.querySelector("ul");
    list.replaceChildren(...refused().map((change) => this.line(change, dialog)));
  }

  line(change, dialog) {
    const row = document.getElementById("refused-edit").content.firstElementChild.cloneNode(true);
    const put = change.edits.find((one) => "put" in one);
    row.querySelector("[data-said]").textContent = change.refusal.message ?? "";
    row.querySelector("[data-now]").textContent = now(change.refusal, put);
    row.querySelector("[data-mine]").textContent = put ? written(put.value) : change.label || `${change.edits.length} edits`;
    row.querySelector("[data-apply]").addEventListener("click", () => this.settle(row, dialog, () => applyAgain(change)));
    row.querySelector("[data-drop]").addEventListener("click", () => this.settle(row, dialog, () => drop(change)));
    return row;
  }

  settle(row, dialog, act) {
    row.remove();
    if (!dialog.querySelector("ul li")) dialog.close();
    void act();
  }
}

/** The current value of the field: from the server, else from this page. */
function now(refusal, put) {
  if ("theirs" in refusal) return written(refusal.theirs);
  if ("restores" in refusal) return "removed";
  const shown = put && document.querySelector(`[data-part="${CSS.escape(put.put)}"][data-field="${CSS.escape(put.field)}"]`);
  return shown ? written(shown.dataset.text ?? shown.value ?? shown.textContent) : "not on this page";
}

customElements.define("refused-edits", RefusedEdits);
