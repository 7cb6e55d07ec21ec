// What a text of requirements is understood as so far, below the field; while there is no text, an example.

import { Latest } from "../../lib/sync/latest.js";
import { post } from "../../lib/sync/server.js";

const PAUSE_MS = 400;

class FirstLook extends HTMLElement {
  connectedCallback() {
    this.looks ??= new Latest((text) => this.look(text));
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.field?.addEventListener("input", () => this.typed(), { signal });
    this.typed();
  }

  disconnectedCallback() {
    clearTimeout(this.next);
    this.stop.abort();
  }

  get field() {
    return document.getElementById(this.dataset.of);
  }

  typed() {
    clearTimeout(this.next);
    const text = this.field?.value ?? "";
    if (text.trim()) this.next = setTimeout(() => this.looks.ask(text), PAUSE_MS);
    else this.show("");
  }

  async look(text) {
    const answer = await post(this.dataset.looks, { text });
    if (this.field?.value === text) this.show(answer.status === 200 ? answer.text.trim().replace(/\s+/g, " ") : "");
  }

  show(html) {
    const [example, look] = this.querySelectorAll("[data-example], [data-look]");
    look.innerHTML = html;
    look.hidden = !html;
    example.hidden = Boolean(html);
  }
}

customElements.define("first-look", FirstLook);
