// Finds a row of the outline by its name or code; Enter goes to the first one that is left.

class OutlineFind extends HTMLElement {
  connectedCallback() {
    this.field = this.querySelector("input");
    this.field.addEventListener("input", () => this.filter());
    this.field.addEventListener("keydown", (event) => this.pressed(event));
  }

  get rows() {
    return [...document.querySelectorAll(".outline a.row")];
  }

  filter() {
    const wanted = this.field.value.trim().toLowerCase();
    for (const row of this.rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  }

  pressed(event) {
    const first = this.rows.find((row) => !row.hidden);
    if (event.key === "Escape") {
      this.field.value = "";
      this.filter();
      this.field.blur();
    } else if ((event.key === "Enter" || event.key === "ArrowDown") && first) {
      event.preventDefault();
      if (event.key === "Enter") first.click();
      first.focus();
    }
  }
}

customElements.define("outline-find", OutlineFind);
