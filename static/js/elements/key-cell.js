// One key template, edited in place. While it is typed the grid below shows what it would do; Enter saves it.

import { Latest } from "../lib/latest.js";
import { morph, place, post, say, sentence, show } from "../lib/server.js";

const SAVE_AGAIN_MS = 3000;

class KeyCell extends HTMLElement {
  connectedCallback() {
    this.addEventListener("keydown", this);
    this.addEventListener("click", this);
    this.drafts ??= new Latest((text) => this.draft(text));
  }

  disconnectedCallback() {
    this.drafts.forget();
  }

  get workbench() {
    return this.closest("[data-design]");
  }

  get isEditing() {
    return this.hasAttribute("data-editing");
  }

  handleEvent(event) {
    if (event.type === "click") {
      if (!this.isEditing && getSelection().isCollapsed) this.edit();
    } else if (!this.isEditing && (event.key === "Enter" || event.key === "F2")) {
      event.preventDefault();
      this.edit();
    }
  }

  edit() {
    if (this.workbench.dataset.mayEdit !== "true") {
      say("You may read this design, not edit it.");
      return;
    }
    // Captured now: a colleague's edit may arrive while this one is typed, and must not be overwritten unseen.
    this.edited = { base: this.dataset.base, text: this.dataset.text };
    this.input = Object.assign(document.createElement("input"), {
      value: this.dataset.text,
      spellcheck: false,
      autocomplete: "off",
      maxLength: 20_000,
    });
    this.input.setAttribute("aria-label", this.getAttribute("aria-label").split(":")[0]);
    this.input.addEventListener("keydown", (event) => this.typed(event));
    this.input.addEventListener("input", () => this.drafts.ask(this.input.value));
    this.input.addEventListener("blur", () => this.left());
    this.setAttribute("data-editing", "");
    this.querySelector(".shown").hidden = true;
    this.append(this.input);
    this.input.focus();
    this.input.select();
    this.lookThroughOwnIndex();
  }

  /** The grid shows the index that this key belongs to: there its effect is seen. */
  lookThroughOwnIndex() {
    const query = new URLSearchParams(location.search);
    if ((query.get("index") ?? "") === this.dataset.index) return;
    if (this.dataset.index) query.set("index", this.dataset.index);
    else query.delete("index");
    history.replaceState(history.state, "", `?${query}`);
    this.dispatchEvent(new CustomEvent("keysheet:refresh", { bubbles: true }));
    this.drafts.ask(this.input.value);
  }

  typed(event) {
    event.stopPropagation();
    if (event.key === "Escape") {
      event.preventDefault();
      this.leave();
      this.showSaved();
    } else if (event.key === "Enter" || event.key === "Tab") {
      if (event.key === "Enter") event.preventDefault();
      void this.save();
    }
  }

  left() {
    // Leaving with the mouse keeps what was typed: nothing typed is lost.
    // A window that loses the focus leaves the field where it is.
    if (this.isEditing && !this.saving && document.activeElement !== this.input) void this.save();
  }

  leave() {
    this.drafts.forget();
    const hadFocus = this.contains(document.activeElement);
    this.removeAttribute("data-editing");
    // While it was edited nothing that arrived could change this cell: its region is asked for again.
    this.closest("[data-fragment]")?.setAttribute("data-version", "");
    this.input?.remove();
    this.input = null;
    this.hint("");
    this.querySelector(".shown").hidden = false;
    if (hadFocus) this.focus();
  }

  async draft(text) {
    if (!this.isEditing) return;
    const { drafts } = this.workbench.dataset;
    const answer = await post(drafts + place(), { ...this.fields, value: text });
    if (!this.isEditing) return;
    if (answer.status === 200) await morph(document.getElementById("grid"), answer.text);
    const problem = document.querySelector("#grid [data-draft-problem]")?.dataset.draftProblem ?? "";
    this.input?.setAttribute("aria-invalid", String(Boolean(problem)));
    this.hint(problem);
  }

  get fields() {
    return { part: this.dataset.part, field: this.dataset.field, base: this.edited.base, shown: this.edited.text };
  }

  async save(force = false) {
    const value = this.input ? this.input.value : this.kept;
    if (value === this.edited.text && !force) {
      this.leave();
      this.showSaved();
      return;
    }
    this.kept = value;
    this.saving = true;
    this.setAttribute("data-saving", "");
    try {
      const answer = await post(this.workbench.dataset.edits, { ...this.fields, value });
      this.answered(answer, value);
    } catch {
      say("Not saved: the server does not answer. What you typed is kept and tried again.", true);
      setTimeout(() => this.isConnected && this.save(true), SAVE_AGAIN_MS);
      return;
    } finally {
      this.saving = false;
    }
    this.removeAttribute("data-saving");
  }

  answered(answer, value) {
    if (answer.status === 204) {
      this.leave();
      this.dataset.text = value;
      this.querySelector(".shown").textContent = value;
      this.dispatchEvent(new CustomEvent("keysheet:saved", { bubbles: true, detail: { revision: answer.revision } }));
    } else if (answer.status === 409) {
      this.choose(answer.text, value);
    } else {
      this.input?.setAttribute("aria-invalid", "true");
      this.hint(sentence(answer.text));
      this.input?.focus();
    }
  }

  choose(text, value) {
    const dialog = show(text);
    dialog.addEventListener("click", (event) => {
      const choice = event.target.closest("[data-choice]")?.dataset.choice;
      if (!choice) return;
      dialog.close();
      if (choice === "mine") {
        const theirs = dialog.querySelector("[data-base]").dataset;
        this.edited = { base: theirs.base, text: theirs.text };
        this.kept = value;
        if (this.input) this.input.value = value;
        void this.save(true);
      } else {
        this.leave();
        this.showSaved();
        this.dispatchEvent(new CustomEvent("keysheet:refresh", { bubbles: true }));
      }
    }, { once: false, signal: this.chooser() });
  }

  chooser() {
    this.choosing?.abort();
    this.choosing = new AbortController();
    return this.choosing.signal;
  }

  showSaved() {
    this.dispatchEvent(new CustomEvent("keysheet:undraft", { bubbles: true }));
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

customElements.define("key-cell", KeyCell);
