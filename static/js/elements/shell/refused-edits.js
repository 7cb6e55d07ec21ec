// What somebody typed and that is not stored: edits that were refused in the background (typed offline, sent after a reload), each
// next to the current value, to apply again or discard; and comments that were begun at a place that is not shown, or is gone.

import { remover } from "../../lib/sync/conflicts.js";
import { applyAgain, drop, refused, written } from "../../lib/sync/edits.js";
import { removalOf } from "../../lib/sync/held.js";
import { draft, keep, unshown } from "../../lib/sync/said.js";
import { show } from "../../lib/sync/server.js";

const OF_DESIGN = { part: "design" };

class RefusedEdits extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    for (const name of ["waiting", "drafts", "comment", "swapped"]) document.addEventListener(`keysheet:${name}`, () => this.count(), { signal });
    document.addEventListener("htmx:after:swap", () => this.count(), { signal });
    // A dialog that closes, or that another one replaces.
    document.getElementById("dialog").addEventListener("close", () => this.count(), { signal });
    window.addEventListener("storage", () => this.count(), { signal });
    this.addEventListener("click", () => this.open(), { signal });
    this.count();
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  count() {
    const told = [counted(refused().length, "edit", "saved"), counted(unshown().length, "comment", "sent")].filter(Boolean).join(", ");
    if (this.textContent === told) return;
    this.hidden = !told;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button button-small", textContent: told });
    this.replaceChildren(...(told ? [button] : []));
  }

  open() {
    const comments = unshown();
    const dialog = show(document.getElementById("refused-edits-dialog").innerHTML);
    const list = dialog.querySelector("ul");
    list.replaceChildren(...refused().map((change) => this.line(change, dialog)), ...comments.map((one) => this.comment(one, dialog)));
  }

  /** A comment goes on where it was begun, or about the whole design if its place is gone. */
  comment(one, dialog) {
    const row = document.getElementById("unsent-comment").content.firstElementChild.cloneNode(true);
    const [said, mine, go, onDesign, discard] = ["said", "mine", "go", "on-design", "drop"].map((name) => row.querySelector(`[data-${name}]`));
    said.textContent = one.title;
    mine.textContent = one.text;
    go.addEventListener("click", () => void this.goOn(one, dialog));
    onDesign.addEventListener("click", () => void this.move(one, dialog));
    discard.addEventListener("click", () => this.settle(row, dialog, () => keep(one.place, null)));
    void removalOf(isPlace(one.place) ? JSON.parse(one.place).part : "").then((removal) => {
      if (!removal) return;
      said.textContent = `${one.title}. ${remover(removal)} removed ${removal.name}.`;
      go.hidden = true;
      onDesign.hidden = false;
    });
    return row;
  }

  async goOn({ place, comments }, dialog) {
    dialog.close();
    if (isPlace(place)) await document.querySelector("design-comments").open(JSON.parse(place), { dataset: { commentsOf: comments } });
    else location.assign(`${comments}?thread=${place}`);
  }

  /** The text becomes one about the design, after what is begun there. */
  async move({ place, text }, dialog) {
    dialog.close();
    await document.querySelector("design-comments").open(OF_DESIGN);
    const box = document.querySelector("#dialog comment-box[data-new]");
    if (!box) return;
    const before = draft(box.place)?.text;
    box.text.value = before ? `${before}\n${text}` : text;
    box.typed();
    keep(place, null);
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

const isPlace = (place) => place.startsWith("{");
const counted = (count, what, done) => (count ? `${count} ${what}${count > 1 ? "s" : ""} not ${done}` : "");

/** The current value of the field: from the server, else from this page. */
function now(refusal, put) {
  if ("theirs" in refusal) return written(refusal.theirs);
  if ("restores" in refusal) return "removed";
  const shown = put && document.querySelector(`[data-part="${CSS.escape(put.put)}"][data-field="${CSS.escape(put.field)}"]`);
  return shown ? written(shown.dataset.text ?? shown.value ?? shown.textContent) : "not on this page";
}

customElements.define("refused-edits", RefusedEdits);
