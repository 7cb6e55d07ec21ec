// An older revision: arrow keys go to the previous and the next one.

const LEFT_ALONE = "input, textarea, select, [contenteditable], item-grid, dialog, split-pane, .scrolls-sideways";

class RevisionSteps extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    document.addEventListener("keydown", (event) => this.pressed(event), { signal: this.stop.signal });
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  pressed(event) {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    const name = { ArrowLeft: "older", ArrowRight: "newer" }[event.key];
    if (!name || event.target.closest?.(LEFT_ALONE) || document.getElementById("dialog").open) return;
    const link = this.querySelector(`a[data-to="${name}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  }
}

customElements.define("revision-steps", RevisionSteps);
