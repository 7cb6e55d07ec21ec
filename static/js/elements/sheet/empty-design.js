// A design without a table has no items: the start panel gets the whole view. (An attribute, not `:has()`, which the browser
// evaluates again on every change of the page.)

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
