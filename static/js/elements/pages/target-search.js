// Filters the export formats by name; Enter opens the first match, Escape shows all again and then leaves the field.

class TargetSearch extends HTMLElement {
  connectedCallback() {
    this.addEventListener("input", () => this.find());
    this.addEventListener("keydown", (event) => this.pressed(event));
  }

  get field() {
    return this.querySelector("input");
  }

  get left() {
    return [...document.querySelectorAll(".target-kind .target:not([hidden])")];
  }

  find() {
    const words = this.field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const kind of document.querySelectorAll(".target-kind")) {
      for (const one of kind.querySelectorAll(".target")) {
        const said = `${one.textContent} ${one.dataset.name} ${kind.dataset.kind}`.toLowerCase();
        one.hidden = !words.every((word) => said.includes(word));
      }
      kind.hidden = !kind.querySelector(".target:not([hidden])");
    }
    this.querySelector("[data-none]").hidden = this.left.length > 0;
  }

  pressed(event) {
    if (event.key === "Escape" && this.field.value) {
      event.stopPropagation();
      this.field.value = "";
      this.find();
    } else if (event.key === "Escape") {
      document.querySelector("[data-go-key='e']")?.focus();
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.left[0]?.click();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      this.left[0]?.focus();
    }
  }
}

customElements.define("target-search", TargetSearch);
