// A dialog that lists what a change of several parts would touch, and makes it as one change.

export class BulkDialog extends HTMLElement {
  connectedCallback() {
    if (this.isListening) return;
    this.isListening = true;
    this.addEventListener("input", (event) => this.typed(event.target));
    this.addEventListener("change", (event) => this.ticked(event.target));
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.submit.disabled) void this.make();
    });
    this.querySelector("[data-close]").addEventListener("click", () => this.close());
  }

  get submit() {
    return this.querySelector("[type=submit]");
  }

  close() {
    this.closest("dialog").close();
  }

  /** The rows that are ticked. */
  ticks(selector) {
    return [...this.querySelectorAll(selector)].filter((row) => row.querySelector("input").checked);
  }

  /** The button says how many things it changes; none: it cannot be pressed. */
  offer(verb, count, noun) {
    this.submit.disabled = !count;
    this.submit.textContent = count ? `${verb} ${counted(count, noun)}` : verb.split(" ")[0];
  }
}

export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
