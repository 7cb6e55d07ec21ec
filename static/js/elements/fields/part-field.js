// One field of one part, with its control, its help and its errors. A value is saved when the control loses the focus or Enter
// is pressed, as an edit; Escape restores the previous value. Updates do not touch it while it is edited.

import { edit, put, shelve } from "../../lib/sync/edits.js";
import { read, renamed, same, stored, Unreadable } from "../../lib/field-values.js";

const CHOOSING_MS = 450;

class PartField extends HTMLElement {
  static observedAttributes = ["data-value"];
  #waiting = 0;
  #later = null;

  connectedCallback() {
    if (this.isListening) return;
    this.isListening = true;
    const on = (name, act) => this.addEventListener(name, act);
    on("focusin", () => this.enter());
    on("focusout", (event) => this.left(event));
    on("change", (event) => this.changed(event));
    on("keysheet:changed", () => this.save());
    on("keydown", (event) => this.pressed(event));
    on("click", (event) => event.target.closest("[data-field-help]") && this.help(event.target));
  }

  get control() {
    return this.querySelector("[data-control]");
  }

  get isEditing() {
    return this.hasAttribute("data-editing");
  }

  /** Show the value from the server, also in a control that was used before: browsers keep the previous choice. */
  attributeChangedCallback(name, before, after) {
    if (before === null || before === after || this.isEditing) return;
    queueMicrotask(() => !this.isEditing && this.showSent());
  }

  /** Record the current values, which Escape restores. */
  settle() {
    for (const one of this.control.querySelectorAll("input, textarea")) {
      if (one.type === "checkbox") one.defaultChecked = one.checked;
      else if (!("entry" in one.dataset)) one.defaultValue = one.value;
    }
    for (const option of this.control.querySelectorAll("option")) option.defaultSelected = option.selected;
    this.before = this.control.innerHTML;
  }

  showSent() {
    for (const one of this.querySelectorAll("input, textarea")) {
      if (one.type === "checkbox") one.checked = one.defaultChecked;
      else if (!("entry" in one.dataset)) one.value = one.defaultValue;
    }
    for (const option of this.querySelectorAll("option")) option.selected = option.defaultSelected;
  }

  enter() {
    if (this.isEditing || !this.control) return;
    // The value when editing started: an edit that arrives meanwhile must not be overwritten unseen.
    this.before = this.control.innerHTML;
    this.setAttribute("data-editing", "");
  }

  left(event) {
    if (this.isPuttingBack || this.contains(event.relatedTarget) || this.contains(document.activeElement)) return;
    if (this.#later) this.save();
    this.leave();
  }

  changed(event) {
    if (this.isPuttingBack || "entry" in event.target.dataset) return;
    clearTimeout(this.#later);
    // Arrow keys move through a closed list: values on the way are not selected.
    if (event.target.matches("select")) this.#later = setTimeout(() => this.save(), CHOOSING_MS);
    else this.save();
  }

  pressed(event) {
    if (event.key === "F1") {
      event.preventDefault();
      this.help(event.target);
    } else if (event.key === "Escape" && this.isEditing) {
      event.stopPropagation();
      this.putBack();
    } else if (event.key === "Enter" && (event.target.matches("input:not([data-entry])") || (event.ctrlKey && event.target.matches("textarea")))) {
      event.preventDefault();
      this.save();
    }
  }

  putBack() {
    clearTimeout(this.#later);
    this.#later = null;
    const controls = () => [...this.control.querySelectorAll("input, select, textarea, button")];
    const at = controls().indexOf(document.activeElement);
    // Removing a control fires change and blur events: ignore them.
    this.isPuttingBack = true;
    this.control.innerHTML = this.before;
    this.showSent();
    this.refuse("");
    (controls()[at] ?? controls()[0])?.focus();
    this.isPuttingBack = false;
  }

  save() {
    clearTimeout(this.#later);
    this.#later = null;
    let value;
    try {
      value = this.value();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.refuse(error.message, error.node);
      return;
    }
    this.refuse("");
    if (!same(value, JSON.parse(this.dataset.value))) void this.send(value);
  }

  value() {
    const value = read(this.control);
    if (value === null && this.dataset.field === "name") throw new Unreadable("A name is needed.", this.querySelector("input"));
    return value;
  }

  async send(value) {
    const { part, field, base, value: shown, stores } = this.dataset;
    const ids = stores ? JSON.parse(stores) : {};
    const change = this.renaming(value) ?? { part, field, base: JSON.parse(base), shown: JSON.parse(shown) };
    const { before } = this;
    // A second edit of this field, before the first is answered, begins from the first.
    this.dataset.base = JSON.stringify(stored(value, ids));
    this.dataset.value = JSON.stringify(value);
    this.settle();
    this.#waiting += 1;
    const answer = await ("rename_key" in change ? edit([change]) : put(change, value));
    this.#waiting -= 1;
    if (answer.ok) this.showKeys(value);
    else {
      Object.assign(this.dataset, { base, value: shown });
      this.before = before;
      if (answer.refusal.isSettled) this.removeAttribute("data-editing");
      else if (this.isConnected) this.refuse(answer.refusal.message);
      else shelve(answer.edits, answer.refusal);
    }
    this.leave();
  }

  /** Rename a key attribute everywhere it is used, in one change. */
  renaming(value) {
    const { part, field } = this.dataset;
    if (!["partition_key", "sort_key"].includes(field)) return null;
    const names = [...this.querySelectorAll("[data-key-name]")].map((one) => one.dataset.keyName);
    const found = renamed(names, (value ?? []).map((key) => key.name));
    return found && { rename_key: part, ...found };
  }

  showKeys(value) {
    const names = this.querySelectorAll("[data-key-name]");
    names.forEach((one, n) => { one.dataset.keyName = value?.[n]?.name ?? ""; });
  }

  /** It has no focus and no pending edit: request updates that arrived meanwhile. */
  leave() {
    if (this.#waiting || this.contains(document.activeElement) || this.hasAttribute("data-refused")) {
      this.dispatchEvent(new CustomEvent("keysheet:refresh", { bubbles: true }));
      return;
    }
    this.removeAttribute("data-editing");
    this.closest("[data-fragment]")?.setAttribute("data-version", "");
    this.dispatchEvent(new CustomEvent("keysheet:refresh", { bubbles: true }));
  }

  /** Show an error at the field; '' removes it. */
  refuse(message, node = null) {
    const place = this.querySelector("[data-error]");
    if (!place) return;
    if (place.textContent !== message) place.textContent = message;
    this.toggleAttribute("data-refused", Boolean(message));
    for (const one of this.querySelectorAll("[aria-invalid]")) one.removeAttribute("aria-invalid");
    const control = node?.matches("input, select, textarea") ? node : this.querySelector("[data-control] :is(input, select, textarea)");
    if (message) control?.setAttribute("aria-invalid", "true");
  }

  /** The help of this field in the page's popover, next to the field. */
  help(anchor) {
    const text = this.querySelector(".edit-help");
    if (!text) return;
    const box = helpBox();
    const label = this.querySelector(".edit-label > :first-child").textContent;
    const title = Object.assign(document.createElement("strong"), { textContent: label });
    box.replaceChildren(title, ...text.cloneNode(true).childNodes);
    box.showPopover();
    const { top, left, bottom } = anchor.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    box.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    box.style.top = `${bottom + height + 12 < innerHeight ? bottom + 6 : Math.max(8, top - height - 6)}px`;
  }
}

function helpBox() {
  const known = document.getElementById("field-help");
  if (known) return known;
  const box = Object.assign(document.createElement("div"), { id: "field-help", popover: "auto", className: "field-help" });
  document.body.append(box);
  return box;
}

customElements.define("part-field", PartField);
