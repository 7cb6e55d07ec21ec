// A group of fields stays open or closed as its reader left it, also for the next part of that kind.

const shelf = (group) => `keysheet-open-${group}`;

class KeptOpen extends HTMLElement {
  connectedCallback() {
    const group = this.closest("details");
    const { group: name } = group.dataset;
    const kept = localStorage.getItem(shelf(name));
    if (kept !== null) group.open = kept === "open";
    if (this.isListening) return;
    this.isListening = true;
    group.addEventListener("toggle", () => localStorage.setItem(shelf(group.dataset.group), group.open ? "open" : "closed"));
  }
}

customElements.define("kept-open", KeptOpen);
