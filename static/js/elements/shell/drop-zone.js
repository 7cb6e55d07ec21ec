// A file that is dropped, selected or pasted is sent immediately; without a file, the form is an ordinary form.

class DropZone extends HTMLElement {
  connectedCallback() {
    for (const name of ["dragover", "dragleave", "drop", "change"]) this.addEventListener(name, this);
  }

  get form() {
    return this.querySelector("form") ?? this.closest("form");
  }

  handleEvent(event) {
    if (event.type === "change") {
      if (event.target.type === "file" && event.target.files.length) this.form.requestSubmit();
      return;
    }
    event.preventDefault();
    this.toggleAttribute("data-over", event.type === "dragover");
    if (event.type === "drop") this.take(event.dataTransfer);
  }

  take(data) {
    const file = this.querySelector('input[type="file"]');
    if (data.files.length) {
      file.files = data.files;
      this.form.requestSubmit();
    } else {
      this.querySelector("textarea").value = data.getData("text/plain");
    }
  }
}

customElements.define("drop-zone", DropZone);
