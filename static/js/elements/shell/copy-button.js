// Copies the text of the element that `for` names.

class CopyButton extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", async () => {
      const button = this.querySelector("button");
      const source = document.getElementById(this.getAttribute("for"));
      await navigator.clipboard.writeText(source.value ?? source.textContent);
      const before = button.textContent;
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = before), 1500);
    });
  }
}

customElements.define("copy-button", CopyButton);
