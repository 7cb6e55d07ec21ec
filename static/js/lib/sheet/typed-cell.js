// A cell whose text is edited in place, with completions at the caret: Enter or Tab saves, leaving saves, Escape restores.

import { say } from "../sync/server.js";
import { WordList } from "./word-list.js";

/** Subclasses have `opened(typed)`, `changed()`, `take(found, option)`, `save()`, `showSaved()` and `goNext(isBack)`. */
export class TypedCell extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", this);
  }

  disconnectedCallback() {
    this.list?.remove();
  }

  get workbench() {
    return this.closest("[data-design]");
  }

  get isEditing() {
    return this.hasAttribute("data-editing");
  }

  handleEvent(click) {
    // With Shift, the sheet extends a range. A click of a reader only looks.
    if (this.isEditing || click.shiftKey || !getSelection().isCollapsed || this.workbench.dataset.mayEdit !== "true") return;
    this.edit();
    this.input?.select();
  }

  /**
   * Start editing. As in a spreadsheet, Enter and F2 keep the text, with the caret at its end, and a typed character replaces
   * it. After a click the text is selected, so that the first letter replaces it as well.
   */
  edit(typed = null) {
    if (this.workbench.dataset.mayEdit !== "true") {
      say("You can view this design but not edit it.");
      return;
    }
    this.remember();
    this.build(typed ?? this.dataset.text);
    this.setAttribute("data-editing", "");
    // A button cannot contain a field.
    this.setAttribute("role", "group");
    this.input.focus();
    this.input.setSelectionRange(this.input.value.length, this.input.value.length);
    this.opened(typed);
  }

  /**
   * What an edit starts from. Captured now: a colleague's edit can arrive while this one is typed, and must not be overwritten
   * unseen. Text that this cell saved itself starts from the stored form, even if the page does not show it yet.
   */
  remember() {
    const own = this.own?.text === this.dataset.text ? this.own : null;
    const sent = this.dataset.base;
    // Read when the text is saved: the server may answer the edit before this one while this one is typed.
    this.edited = { text: this.dataset.text, get base() { return own ? own.base : sent; } };
    this.added = new Set();
  }

  build(value) {
    this.editor = Object.assign(document.createElement("span"), { className: "editor" });
    this.input = Object.assign(document.createElement("input"), { defaultValue: this.edited.text, value, spellcheck: false, autocomplete: "off", maxLength: 20_000 });
    this.input.setAttribute("aria-label", this.getAttribute("aria-label").split(":")[0]);
    this.editor.append(this.input);
    this.append(this.editor);
    this.list = new WordList(this.input, (found, option) => this.take(found, option));
    this.input.addEventListener("keydown", (event) => this.typed(event));
    this.input.addEventListener("input", () => this.changed());
    this.input.addEventListener("blur", () => this.left());
  }

  typed(event) {
    event.stopPropagation();
    if (this.list.pressed(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.leave();
      this.showSaved();
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      void this.save();
      if (event.key === "Tab") this.goNext(event.shiftKey);
    }
  }

  left() {
    // Leaving with the mouse keeps the typed text. A window that loses the focus leaves the field open.
    if (this.isEditing && document.activeElement !== this.input) void this.save();
  }

  leave() {
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

  /** The field opens again with the text and the reason why it was not saved. */
  reopen(value, why, before) {
    this.dataset.text = before;
    this.own = null;
    this.removeAttribute("data-saving");
    if (this.isEditing) {
      // Typed again before the answer came: the newer text stays, and starts from what is stored.
      this.edited = { base: this.dataset.base, text: before };
      this.hint(why);
      return;
    }
    this.edit(value);
    this.input?.setAttribute("aria-invalid", "true");
    this.hint(why);
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
