// A time in the person's own time zone. Without scripts, and in files, it stays in UTC.

import { dayAndTime } from "../../lib/clock.js";

class LocalTime extends HTMLElement {
  static observedAttributes = ["at"];

  connectedCallback() {
    this.write();
    // A morph writes the server's text again, whether the time has changed or not.
    this.observer ??= new MutationObserver(() => this.write());
    this.observer.observe(this, { childList: true, characterData: true, subtree: true });
  }

  disconnectedCallback() {
    this.observer.disconnect();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.write();
  }

  write() {
    const at = new Date(this.getAttribute("at"));
    if (Number.isNaN(at.getTime())) return;
    const text = dayAndTime(at);
    if (this.textContent !== text) this.textContent = text;
    this.title = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  }
}

customElements.define("local-time", LocalTime);
