// The list of changes: arrow keys move through it, Enter opens a change, and changes of colleagues appear automatically.

import { Latest } from "../../lib/sync/latest.js";
import { get, morph } from "../../lib/sync/server.js";

class HistoryList extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    this.asked ??= new Latest(() => this.refresh());
    this.addEventListener("keydown", (event) => this.pressed(event), { signal: this.stop.signal });
    document.addEventListener("keysheet:versions", () => this.asked.ask(), { signal: this.stop.signal });
    if (this.hasAttribute("data-newest")) this.watch();
  }

  disconnectedCallback() {
    this.stop.abort();
    this.seen?.disconnect();
  }

  /** The header shows every new revision; the first page follows it. */
  watch() {
    this.seen = new MutationObserver(() => this.asked.ask());
    this.seen.observe(document.getElementById("revision"), { attributes: true, attributeFilter: ["data-version"] });
  }

  async refresh() {
    const answer = await get(location.href);
    if (answer.status !== 200 || !this.isConnected) return;
    const page = new DOMParser().parseFromString(answer.text, "text/html");
    const choice = page.getElementById("change-choice");
    if (choice) await morph(document.getElementById("change-choice"), choice.outerHTML);
  }

  pressed(event) {
    const links = [...this.querySelectorAll("a.change")];
    const at = links.indexOf(event.target.closest("a.change"));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (at < 0 || to === undefined || !links[to]) return;
    event.preventDefault();
    links[to].focus();
  }
}

customElements.define("history-list", HistoryList);
