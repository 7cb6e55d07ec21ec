// A design without a table has no items either: the way to begin has the whole view.
// (An attribute, and no `:has()`: that one is looked up again at every change of the page.)

class EmptyDesign extends HTMLElement {
  connectedCallback() {
    this.split = this.closest(".split");
    this.split?.toggleAttribute("data-empty", true);
  }

  disconnectedCallback() {
    this.split?.toggleAttribute("data-empty", false);
  }
}

customElements.define("empty-design", EmptyDesign);
