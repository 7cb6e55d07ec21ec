// Says that the server was updated while this page was open: its scripts and what it shows are those of before. The person
// chooses when to reload. Edits that wait are kept over a reload, text in a field is not: then the first click says so.

import { say } from "../../lib/sync/server.js";

const FIELDS = "textarea, input:not([type=hidden], [type=checkbox], [type=radio])";

class ServerUpdate extends HTMLElement {
  #warned = false;

  connectedCallback() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    document.addEventListener("keysheet:server", (event) => this.told(event.detail.version), { signal });
    this.addEventListener("click", (event) => event.target.closest("button") && this.reload(), { signal });
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  /** The body is never swapped: its version is that of the scripts that run. An older server may answer again. */
  told(version) {
    this.hidden = version === document.body.dataset.server;
  }

  reload() {
    document.activeElement?.blur();
    const typed = [...document.querySelectorAll(FIELDS)].filter((one) => one.value !== one.defaultValue && one.checkVisibility());
    if (typed.length && !this.#warned) {
      this.#warned = true;
      typed[0].focus();
      say("This field has text that is not saved. Save it first, or click Reload again to discard it.", true);
      return;
    }
    location.reload();
  }
}

customElements.define("server-update", ServerUpdate);
