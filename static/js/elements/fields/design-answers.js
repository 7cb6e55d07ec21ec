// The decisions about the selected part: a dialog with the numbers, and the edit of an answer.

import { get, post, say, sentence, show } from "../../lib/sync/server.js";

class DesignAnswers extends HTMLElement {
  connectedCallback() {
    this.workbench = this.closest("[data-design]");
    this.stop = new AbortController();
    const asked = (event) => event.target.closest?.("[data-answers]");
    this.workbench.addEventListener("click", (event) => asked(event) && void this.ask(asked(event).dataset.answers), { signal: this.stop.signal });
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  async ask(part) {
    const answer = await get(`${this.dataset.asks}?${new URLSearchParams({ part })}`);
    if (answer.status !== 200) {
      say(sentence(answer.text), true);
      return;
    }
    const dialog = show(answer.text);
    dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
    for (const link of dialog.querySelectorAll("a")) link.addEventListener("click", () => dialog.close());
    for (const apply of dialog.querySelectorAll("[data-apply]"))
      apply.addEventListener("click", () => void this.apply(dialog, { label: apply.dataset.apply, part }));
  }

  async apply(dialog, fields) {
    dialog.close();
    const answer = await post(this.dataset.applies, fields);
    if (answer.status === 204) {
      this.dispatchEvent(new CustomEvent("keysheet:saved", { bubbles: true, detail: { revision: answer.revision } }));
      say(`${fields.label}: done. You can undo this.`);
    } else say(sentence(answer.text), true);
  }
}

customElements.define("design-answers", DesignAnswers);
