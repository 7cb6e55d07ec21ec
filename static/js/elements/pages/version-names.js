// Names of versions: names that colleagues add appear automatically.

import { Latest } from "../../lib/sync/latest.js";
import { get, morphInside } from "../../lib/sync/server.js";

class VersionNames extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    this.asked ??= new Latest(() => this.refresh());
    document.addEventListener("keysheet:versions", () => this.asked.ask(), { signal: this.stop.signal });
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  async refresh() {
    const answer = await get(location.href);
    if (answer.status !== 200 || !this.isConnected) return;
    const found = new DOMParser().parseFromString(answer.text, "text/html").getElementById(this.id);
    if (found) await morphInside(this, found.innerHTML);
  }
}

customElements.define("version-names", VersionNames);
