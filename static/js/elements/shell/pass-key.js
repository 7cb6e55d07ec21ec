// Makes a passkey (`data-makes`), or requests one, when its form is sent: the browser's answer goes with the form.
// The options for the browser are in `data-options`, or at the address in `data-from`.

class PassKey extends HTMLElement {
  #answered = false;

  connectedCallback() {
    this.addEventListener("submit", (event) => {
      if (this.#answered) return;
      event.preventDefault();
      this.ask(event.target).catch((error) => this.say(reason(error)));
    });
  }

  async ask(form) {
    this.say("");
    if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) throw new Error("This browser has no passkeys.");
    const { publicKey } = await this.options();
    const answer =
      "makes" in this.dataset
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
    form.elements.credential.value = JSON.stringify(answer.toJSON());
    this.#answered = true;
    form.requestSubmit();
  }

  async options() {
    if (this.dataset.options) return JSON.parse(this.dataset.options);
    const answer = await fetch(this.dataset.from);
    if (!answer.ok) throw new Error("The server did not answer. Try again.");
    return answer.json();
  }

  say(text) {
    const line = this.querySelector("[role=alert]");
    line.textContent = text;
    line.hidden = !text;
  }
}

/** A person who refuses and a device without a key are the same error. */
function reason(error) {
  if (error.name === "InvalidStateError") return "This device has a passkey of this account already.";
  return error.name === "NotAllowedError" ? "The passkey was not used. Try again, or use another way." : error.message;
}

customElements.define("pass-key", PassKey);
