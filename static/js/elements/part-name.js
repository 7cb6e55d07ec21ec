// A name that is saved when the field is left or Enter is pressed; Escape puts the old one back.

import { post, say } from "../lib/server.js";

class PartName extends HTMLElement {
  connectedCallback() {
    this.addEventListener("keydown", this);
    this.addEventListener("focusin", this);
    this.addEventListener("focusout", this);
  }

  get input() {
    return this.querySelector("input");
  }

  handleEvent(event) {
    if (event.type === "focusin") {
      // What it held when the typing began: an edit that arrives meanwhile must not be overwritten unseen.
      this.base = this.input.dataset.saved;
      this.setAttribute("data-editing", "");
    } else if (event.type === "focusout") void this.save();
    else if (event.key === "Enter") this.input.blur();
    else if (event.key === "Escape") {
      this.input.value = this.base;
      this.input.blur();
    }
  }

  /** While it was edited nothing that arrived could change it: its region is asked for again. */
  leave() {
    this.removeAttribute("data-editing");
    this.closest("[data-fragment]")?.setAttribute("data-version", "");
    this.dispatchEvent(new CustomEvent("keysheet:refresh", { bubbles: true }));
  }

  async save() {
    const { input, base } = this;
    const { part, field } = input.dataset;
    if (input.value === base) {
      this.leave();
      return;
    }
    const address = this.closest("[data-design]").dataset.edits;
    try {
      const answer = await post(address, { part, field, base, shown: base, value: input.value });
      if (answer.status === 204) {
        input.dataset.saved = input.value;
        say("");
      } else {
        say(answer.status === 409 ? "Somebody renamed this while you typed; look again." : "Not saved: a name is needed.", true);
        input.value = base;
      }
      this.leave();
    } catch {
      say("Not saved: the server does not answer. The name is kept here; press Enter again.", true);
    }
  }
}

customElements.define("part-name", PartName);
