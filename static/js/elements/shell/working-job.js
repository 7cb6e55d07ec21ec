// The progress of jobs, polled until they are done. Then the page is reloaded with the result, or, where no page is named,
// the result takes the place of the progress.

import { get, morphInside } from "../../lib/sync/server.js";

const EVERY_MS = 700;

class WorkingJob extends HTMLElement {
  // A form that is sent leads elsewhere, such as Stop. It ends the job: a reload for that would cancel what was sent.
  left = (event) => {
    if (event.defaultPrevented || event.target.method !== "post") return;
    this.isLeft = true;
    clearTimeout(this.next);
  };

  connectedCallback() {
    window.addEventListener("submit", this.left);
    if (!("done" in this.dataset)) this.next = setTimeout(() => this.ask(), EVERY_MS);
  }

  disconnectedCallback() {
    window.removeEventListener("submit", this.left);
    clearTimeout(this.next);
  }

  async ask() {
    const answer = await get(this.dataset.at);
    if (!this.isConnected || this.isLeft) return;
    const made = answer.status === 200 && new DOMParser().parseFromString(answer.text, "text/html").querySelector("working-job");
    const isDone = made && "done" in made.dataset;
    if (made && (!isDone || !this.dataset.page)) await morphInside(this, made.innerHTML);
    else if (answer.status && (isDone || this.dataset.page)) {
      location.replace(this.dataset.page ?? location.href);
      return;
    }
    if (isDone) return;
    this.next = setTimeout(() => this.ask(), EVERY_MS);
  }
}

customElements.define("working-job", WorkingJob);
