// The socket of one design: fragments and people arrive, what this page shows and where its focus is goes out.
//
// Each fragment carries the version of what it shows. Whoever was away says which versions it has, and is sent what
// differs: a lost message costs one question, never a wrong page.

import { Latest } from "../lib/latest.js";
import { get, morphInside, place, say } from "../lib/server.js";

const HEARTBEAT_MS = 10_000;
const PATIENCE_MS = [250, 500, 1000, 2000, 5000, 10_000];
const REMOVED = 4403;
const GONE = 4404;

class DesignLive extends HTMLElement {
  #socket = null;
  #attempts = 0;
  #focus = "";
  #told = "";

  connectedCallback() {
    this.asked ??= new Latest(() => this.askForJobs());
    this.workbench = this.closest("[data-design]");
    this.stop = new AbortController();
    const { signal } = this.stop;
    const on = (target, name, act) => target.addEventListener(name, act, { signal });
    on(document, "htmx:after:swap", () => this.show());
    on(window, "popstate", () => this.show());
    on(document, "keysheet:saved", () => this.show());
    on(document, "keysheet:undraft", () => this.forgetDraft());
    on(document, "keysheet:refresh", () => this.show());
    on(document, "focusin", (event) => this.focus(event.target));
    on(window, "online", () => this.open());
    on(window, "offline", () => this.state("offline"));
    on(document, "visibilitychange", () => !document.hidden && this.open());
    this.beat = setInterval(() => this.tell({ type: "here", focus: this.#focus }), HEARTBEAT_MS);
    this.open();
  }

  disconnectedCallback() {
    this.stop.abort();
    clearInterval(this.beat);
    this.#socket?.close();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  get isDrafting() {
    return Boolean(document.querySelector("key-cell[data-editing]"));
  }

  open() {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    const address = new URL(this.workbench.dataset.socket, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.#socket = new WebSocket(address);
    this.#socket.addEventListener("open", () => this.opened());
    this.#socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    this.#socket.addEventListener("close", (event) => this.closed(event.code));
  }

  opened() {
    this.#attempts = 0;
    this.#told = "";
    this.state("live");
    document.dispatchEvent(new CustomEvent("keysheet:live"));
    this.show();
    this.asked.ask();
    this.tell({ type: "here", focus: this.#focus });
  }

  closed(code) {
    if (!this.isConnected) return;
    if (code === REMOVED || code === GONE) {
      this.state("offline");
      say("This design is no longer shared with you.", true);
      location.reload();
      return;
    }
    this.state("offline");
    const patience = PATIENCE_MS[Math.min(this.#attempts, PATIENCE_MS.length - 1)];
    this.#attempts += 1;
    setTimeout(() => this.again(), patience);
  }

  /** Where sockets do not get through, each try asks over HTTP what is new. */
  again() {
    if (!this.isConnected) return;
    if (this.#attempts > 1) this.show();
    this.open();
  }

  state(name) {
    const bulb = document.getElementById("link-state");
    bulb.dataset.state = name;
    bulb.textContent = name === "live" ? "live" : "offline, trying again";
  }

  tell(message) {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }

  /** Say what this page shows, and get what is newer; over HTTP where the socket is closed. */
  show() {
    const query = place();
    const fragments = {};
    for (const element of document.querySelectorAll("[data-fragment]"))
      fragments[element.dataset.fragment] = element.dataset.version ?? "";
    // What is being typed shows a grid of its own; the stored one is asked for when the typing ends.
    if (this.isDrafting) delete fragments.grid;
    if (this.isOpen) {
      const shown = JSON.stringify({ type: "show", query, fragments });
      // A draft swaps the grid at every keystroke; what the server knows already it is not told again.
      if (shown !== this.#told) this.#socket.send(shown);
      this.#told = shown;
      return;
    }
    const address = new URL(this.workbench.dataset.fragments, location.href);
    address.search = query;
    for (const [name, version] of Object.entries(fragments)) address.searchParams.append("has", `${name}=${version}`);
    get(address).then(({ status, text }) => status === 200 && this.heard(JSON.parse(text)), () => this.state("offline"));
  }

  /** A job moved on: what shows jobs is asked for again. */
  async askForJobs() {
    const region = document.querySelector("[data-src]");
    if (!region) return;
    const answer = await get(region.dataset.src);
    if (answer.status === 200 && region.isConnected) await morphInside(region, answer.text);
  }

  forgetDraft() {
    document.getElementById("grid")?.setAttribute("data-version", "");
    this.show();
  }

  heard(message) {
    const act = { fragments: () => this.take(message), people: () => this.people(message.people), job: () => this.asked.ask() }[message.type];
    act?.();
  }

  async take({ fragments, query }) {
    if (query !== undefined && query !== place()) return;
    for (const [name, { html, version }] of Object.entries(fragments)) {
      const region = document.querySelector(`[data-fragment="${name}"]`);
      if (!region || region.dataset.version === version) continue;
      if (name === "grid" && this.isDrafting) continue;
      region.dataset.version = version;
      await morphInside(region, html);
    }
    this.mark();
  }

  focus(element) {
    const name = element.closest("[data-cell]")?.id ?? "";
    if (name === this.#focus) return;
    this.#focus = name;
    this.tell({ type: "here", focus: name });
  }

  people(people) {
    this.others = people;
    const list = document.getElementById("people");
    list.replaceChildren(...people.map(face));
    document.getElementById("people-count").textContent = `${people.length} here`;
    this.mark();
  }

  /** Show on which cell each colleague is. */
  mark() {
    for (const cell of this.workbench.querySelectorAll("[data-person]")) {
      cell.classList.remove(cell.dataset.person);
      cell.removeAttribute("data-person");
    }
    for (const person of this.others ?? []) {
      const cell = person.focus && !person.me && document.getElementById(person.focus);
      if (!cell) continue;
      cell.dataset.person = person.colour;
      cell.dataset.personName = person.name;
      cell.classList.add(person.colour);
    }
  }
}

function face(person) {
  const element = document.createElement("li");
  element.className = `person ${person.colour}`;
  element.textContent = person.initials;
  element.title = person.me ? `${person.name} (you)` : person.name;
  const spoken = Object.assign(document.createElement("span"), { className: "for-readers", textContent: ` ${element.title}` });
  element.append(spoken);
  return element;
}

customElements.define("design-live", DesignLive);
