// A term that a page explains: its button opens the explanation, which the server writes once for all pages.

import { get, say, sentence, show } from "../../lib/sync/server.js";

class TermHint extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    this.addEventListener("click", () => void this.open(), { signal: this.stop.signal });
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  async open() {
    const answer = await get(this.dataset.from);
    if (answer.status !== 200) {
      say(sentence(answer.text), true);
      return;
    }
    const dialog = show(answer.text);
    dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  }
}

customElements.define("term-hint", TermHint);
