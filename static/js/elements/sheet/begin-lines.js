// Takes lines of text from an empty design to its Requirements page, which reads them.

import { post, sentence } from "../../lib/sync/server.js";

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
    const answer = await post(this.closest("[data-design]").dataset.begin, { text });
    refusal.hidden = answer.status === 204;
    if (answer.status === 204) location.assign(this.closest("[data-design]").dataset.requirements);
    else refusal.textContent = answer.status ? sentence(answer.text) : "The server does not respond. Your text is kept here.";
  }
}

customElements.define("begin-lines", BeginLines);
