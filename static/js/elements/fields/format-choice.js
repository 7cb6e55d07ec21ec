// The format of an attribute; a stored random shard also has a count.

class FormatChoice extends HTMLElement {
  connectedCallback() {
    if (this.isListening) return;
    this.isListening = true;
    this.addEventListener("change", (event) => {
      if (event.target.matches("select")) this.querySelector(".shards").hidden = event.target.value !== "shard";
    });
  }
}

customElements.define("format-choice", FormatChoice);
