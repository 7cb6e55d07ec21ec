// Undo and redo show their effect: this person's own next steps, requested again after each own change.

import { Latest } from "../../lib/sync/latest.js";
import { get } from "../../lib/sync/server.js";

const KEYS = { undo: "Ctrl Z", redo: "Ctrl Shift Z" };
const NAMES = { undo: "Undo", redo: "Redo" };

class UndoSteps extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.asked ??= new Latest(() => this.ask());
    for (const name of ["keysheet:saved", "keysheet:live"]) document.addEventListener(name, () => this.asked.ask(), { signal });
    document.addEventListener("visibilitychange", () => !document.hidden && this.asked.ask(), { signal });
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  async ask() {
    const answer = await get(this.dataset.steps);
    if (answer.status === 200 && this.isConnected) this.show(JSON.parse(answer.text));
  }

  show(steps) {
    for (const [step, label] of Object.entries(steps)) {
      const button = this.button(step);
      const said = label ? `${NAMES[step]}: ${label} (${KEYS[step]})` : `Nothing to ${step}`;
      // A focused button without a next step stays enabled, so that keyboard users keep their place.
      button.disabled = !label && document.activeElement !== button;
      button.setAttribute("aria-disabled", String(!label));
      button.title = said;
      button.dataset.label = label;
    }
  }

  button(step) {
    return this.querySelector(`[data-step="${step}"]`);
  }
}

customElements.define("undo-steps", UndoSteps);
