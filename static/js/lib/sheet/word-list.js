// Completions at the caret, as the list of a combobox: the field keeps the focus, arrow keys select, Enter or Tab accepts.

import { put } from "../menu.js";

const ROW_PIXELS = 16;
let lists = 0;

export class WordList {
  #input;
  #take;
  #list;
  #found = null;
  #at = -1;

  /** `take(found, option)` gets the selected option. */
  constructor(input, take) {
    this.#input = input;
    this.#take = take;
    this.#list = document.createElement("div");
    this.#list.className = "words";
    this.#list.popover = "manual";
    lists += 1;
    this.#list.id = `words-${lists}`;
    this.#list.setAttribute("role", "listbox");
    this.#list.setAttribute("aria-label", "Suggestions");
    this.#list.addEventListener("mousedown", (event) => this.clicked(event));
    input.parentElement.append(this.#list);
    for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.#list.id, "aria-haspopup": "listbox" }))
      input.setAttribute(name, value);
  }

  get isOpen() {
    return this.#found !== null;
  }

  get option() {
    return this.#found?.options[this.#at] ?? null;
  }

  get found() {
    return this.#found;
  }

  /** Show the result of `choices`, null for nothing. The first is selected, unless it would create something new. */
  show(found) {
    this.#found = found;
    if (!found) {
      this.#list.hidePopover();
      this.#list.replaceChildren();
      this.#input.setAttribute("aria-expanded", "false");
      this.#input.removeAttribute("aria-activedescendant");
      return;
    }
    this.#list.replaceChildren(...found.options.map((option, number) => line(option, `${this.#list.id}-${number}`)));
    this.#list.showPopover();
    this.#input.setAttribute("aria-expanded", "true");
    // The error in the text is shown right below it, and read while selecting.
    const box = this.#input.getBoundingClientRect();
    put(this.#list, { left: box.left, top: box.top, bottom: box.bottom + ROW_PIXELS });
    this.choose(found.options[0].adds || (found.kind === "word" && !found.typed) ? -1 : 0);
  }

  choose(number) {
    this.#at = number;
    for (const [at, one] of [...this.#list.children].entries()) {
      one.setAttribute("aria-selected", String(at === number));
      if (at === number) one.scrollIntoView({ block: "nearest" });
    }
    if (number < 0) this.#input.removeAttribute("aria-activedescendant");
    else this.#input.setAttribute("aria-activedescendant", `${this.#list.id}-${number}`);
  }

  /** Was this key handled by the list? */
  pressed(event) {
    if (!this.isOpen) return false;
    const count = this.#found.options.length;
    const to = { ArrowDown: (this.#at + 1) % count, ArrowUp: (Math.max(this.#at, 0) - 1 + count) % count }[event.key];
    if (to !== undefined) this.choose(to);
    else if (event.key === "Escape") this.show(null);
    else if ((event.key === "Enter" || event.key === "Tab") && this.option && !event.shiftKey) this.take();
    else return false;
    event.preventDefault();
    return true;
  }

  take(option = this.option) {
    const found = this.#found;
    this.show(null);
    this.#take(found, option);
  }

  clicked(event) {
    event.preventDefault();
    const at = [...this.#list.children].indexOf(event.target.closest("[role=option]"));
    if (at >= 0) this.take(this.#found.options[at]);
  }

  remove() {
    this.#list.remove();
  }
}

function line({ label, detail, example, adds }, id) {
  const option = Object.assign(document.createElement("div"), { id, className: adds ? "word new" : "word" });
  option.setAttribute("role", "option");
  for (const [name, text] of [["label", label], ["detail", detail], ["made", example]])
    option.append(Object.assign(document.createElement("span"), { className: name, textContent: text }));
  return option;
}
