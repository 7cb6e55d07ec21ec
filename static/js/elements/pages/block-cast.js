// The form that casts a building block: with another table or entity, what depends on it is offered anew.

import { get } from "../../lib/sync/server.js";

class BlockCast extends HTMLElement {
  connectedCallback() {
    if (this.isListening) return;
    this.isListening = true;
    this.addEventListener("change", (event) => {
      if (event.target.matches("[data-recasts]")) void this.recast(event.target);
    });
  }

  async recast(field) {
    const address = new URL(this.dataset.recast, location.href);
    address.search = new URLSearchParams(new FormData(this.querySelector("form"))).toString();
    address.searchParams.set("changed", field.name);
    const answer = await get(address);
    if (answer.status !== 200 || !this.isConnected) return;
    const made = new DOMParser().parseFromString(answer.text, "text/html").getElementById("block-cast");
    const { id } = field;
    this.replaceChildren(...made.childNodes);
    window.htmx.process(this);
    document.getElementById(id)?.focus();
  }
}

customElements.define("block-cast", BlockCast);
