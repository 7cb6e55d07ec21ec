// Creates the first parts of an empty design from lines of text.

import { post, say, sentence } from "../lib/server.js";

class BeginLines extends HTMLElement {
  connectedCallback() {
    this.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.begin();
    });
  }

  async begin() {
    const refusal = this.querySelector(".refusal");
    const text = this.querySelector("textarea").value;
    const answer = await post(this.closest("[data-design]").dataset.begin, { text }).catch(() => null);
    refusal.hidden = answer?.status === 200;
    if (!answer) refusal.textContent = "The server does not respond. Your text is kept here.";
    else if (answer.status !== 200) refusal.textContent = sentence(answer.text);
    else {
      const { notes } = JSON.parse(answer.text);
      say(notes.length ? `Draft created. Not understood: ${notes.slice(0, 3).join("; ")}${notes.length > 3 ? "..." : ""}` : "Draft created. You can undo this.");
      this.dispatchEvent(new CustomEvent("keysheet:saved", { bubbles: true }));
    }
  }
}

customElements.define("begin-lines", BeginLines);
