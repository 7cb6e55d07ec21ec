// A list of names: each is a chip, and a field adds one. Enter or a comma adds, Backspace in the empty field removes the last.

class NameList extends HTMLElement {
  connectedCallback() {
    if (this.isListening) return;
    this.isListening = true;
    this.addEventListener("keydown", (event) => this.pressed(event));
    this.addEventListener("input", (event) => this.picked(event));
    this.addEventListener("focusout", (event) => !this.contains(event.relatedTarget) && this.add());
    this.addEventListener("click", (event) => this.clicked(event));
  }

  get entry() {
    return this.querySelector("[data-entry]");
  }

  get chips() {
    return [...this.querySelectorAll(".chip")];
  }

  pressed(event) {
    if (event.target !== this.entry) return;
    const { value } = this.entry;
    if ((event.key === "Enter" || event.key === ",") && value.trim()) {
      event.preventDefault();
      this.add();
    } else if (event.key === "Enter") {
      event.preventDefault();
    } else if (event.key === "Backspace" && !value && this.chips.length) {
      event.preventDefault();
      this.drop(this.chips.at(-1));
    }
  }

  /** A choice from the list of offers is added without Enter. */
  picked(event) {
    if (event.target !== this.entry || event.inputType?.startsWith("insertText") || event.inputType?.startsWith("delete")) return;
    if ([...(this.entry.list?.options ?? [])].some((one) => one.value === this.entry.value)) this.add();
  }

  clicked(event) {
    const button = event.target.closest("[data-row-drop]");
    if (button) {
      event.stopPropagation();
      this.drop(button.closest(".chip"));
    } else if (event.target === this) this.entry.focus();
  }

  add() {
    const name = this.entry.value.trim();
    this.entry.value = "";
    if (!name || this.chips.some((one) => one.dataset.value === name)) return;
    const chip = Object.assign(document.createElement("span"), { className: "chip mono", textContent: name });
    Object.assign(chip.dataset, { row: "", shape: "leaf", type: "text", value: name });
    const drop = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
    drop.dataset.rowDrop = "";
    drop.setAttribute("aria-label", `Remove ${name}`);
    chip.append(drop);
    this.entry.before(chip);
    this.tell();
  }

  drop(chip) {
    this.entry.focus();
    chip.remove();
    this.tell();
  }

  tell() {
    this.dispatchEvent(new CustomEvent("keysheet:changed", { bubbles: true }));
  }
}

customElements.define("name-list", NameList);
