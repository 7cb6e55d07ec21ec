// The bell: the number of unread notices, and a dialog that lists them.

import { get, post, say, show } from "../../lib/sync/server.js";
import { withToken } from "../../lib/sync/tokens.js";

class InboxBell extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.addEventListener("click", () => void this.open(), { signal });
    document.addEventListener("keysheet:inbox", (event) => this.count(event.detail.unread), { signal });
    document.addEventListener("click", (event) => this.clicked(event), { signal });
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  count(unread) {
    const badge = this.querySelector(".unread");
    badge.dataset.unread = unread;
    badge.textContent = unread;
    badge.hidden = !unread;
  }

  async open() {
    const answer = await get(this.dataset.inbox);
    if (answer?.status === 200) show(answer.text);
    else say("The server does not respond. Your notices appear when it does.", true);
  }

  clicked(event) {
    const all = event.target.closest?.("[data-inbox-read]");
    if (all) void this.read(all);
  }

  async read(button) {
    const answer = await post(this.dataset.read, {});
    if (answer?.status !== 200) return;
    this.count(JSON.parse(answer.text).unread);
    for (const notice of document.querySelectorAll(".notice.unread")) notice.classList.remove("unread");
    button.remove();
  }
}

/** A notice that is opened is read, in the dialog of the bell and on the page of all notices. The request outlives the page. */
document.addEventListener("click", (event) => {
  const one = event.target.closest?.("[data-notice]");
  const holder = one?.closest("[data-read]") ?? document.querySelector("inbox-bell");
  if (one) void withToken(holder.dataset.read, { method: "POST", keepalive: true, body: new URLSearchParams({ notice: one.dataset.notice }) });
});

customElements.define("inbox-bell", InboxBell);
