// The socket of one design: it receives fragments and people, and sends the regions of this page and its focus.
//
// Each fragment has a version. A page that was disconnected reports its versions, and receives the fragments that differ: a
// lost message costs one request, never a wrong page.

import { refused, waiting } from "../../lib/sync/edits.js";
import { flash, texts } from "../../lib/sync/flash.js";
import { holds, letGo, lost, unsaved } from "../../lib/sync/held.js";
import { Latest } from "../../lib/sync/latest.js";
import { unpacked } from "../../lib/sync/packed.js";
import { get, morphInside, place, say } from "../../lib/sync/server.js";

const HEARTBEAT_MS = 10_000;
const STANDING_MS = 120;
const JOBS_MS = 3000;
const UNSAVED_MS = 400;
const PATIENCE_MS = [250, 500, 1000, 2000, 5000, 10_000];
const SIGNED_OUT = 4401;
const REMOVED = 4403;
const GONE = 4404;

class DesignLive extends HTMLElement {
  #socket = null;
  #place = "";
  #ofSocket = null;
  #attempts = 0;
  #standing = "";
  #follows = 0;
  #told = "";
  #read = Promise.resolve();
  #own = 0;
  #passed = false;
  #code = 0;

  connectedCallback() {
    this.asked ??= new Latest(() => this.askForJobs());
    this.workbench = this.closest("[data-design]");
    this.stop = new AbortController();
    const { signal } = this.stop;
    const on = (target, name, act, capture = false) => target.addEventListener(name, act, { signal, capture });
    on(document, "htmx:after:swap", () => this.swapped());
    on(window, "popstate", () => this.show());
    on(document, "keysheet:saved", (event) => this.saved(event.detail?.revision));
    on(document, "keysheet:undraft", () => this.forgetDraft());
    on(document, "keysheet:refresh", () => this.show());
    on(document, "focusin", () => this.moved());
    on(document, "scroll", () => this.moved(), true);
    on(document, "keysheet:follows", (event) => this.follows(event.detail.who));
    on(document, "keysheet:waiting", () => this.waited());
    on(window, "online", () => this.reopen());
    on(window, "offline", () => this.state("offline"));
    on(document, "visibilitychange", () => !document.hidden && this.open());
    this.beat = setInterval(() => this.here(), HEARTBEAT_MS);
    this.open();
  }

  disconnectedCallback() {
    this.stop.abort();
    clearInterval(this.beat);
    clearTimeout(this.later);
    clearTimeout(this.admitting);
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
    this.#place = this.workbench.dataset.socket;
    const address = new URL(this.#place, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    const { signal } = (this.#ofSocket = new AbortController());
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => this.opened(), { signal });
    socket.addEventListener("message", (event) => this.inOrder(event.data), { signal });
    socket.addEventListener("close", (event) => this.closed(event.code), { signal });
  }

  /** After a network failure, a socket can look open, or opening, and be dead: open a new one, and ignore the old one. */
  reopen() {
    this.#ofSocket?.abort();
    this.#socket?.close();
    this.#socket = null;
    this.open();
  }

  opened() {
    this.#attempts = 0;
    this.#told = "";
    this.state("live");
    document.dispatchEvent(new CustomEvent("keysheet:live"));
    this.show();
    this.asked.ask();
    this.here();
  }

  closed(code) {
    if (!this.isConnected) return;
    if (code === REMOVED || code === GONE) {
      this.state("offline");
      const kept = unsaved();
      if (kept.length) lost(kept);
      else location.reload();
      return;
    }
    this.state("offline");
    // A reload would lose unfinished text: the page waits until the person has signed in in another tab.
    if (code === SIGNED_OUT && this.#code !== SIGNED_OUT) say("You are signed out. Sign in again in another tab; your edits wait here.", true);
    this.#code = code;
    const patience = code === SIGNED_OUT ? PATIENCE_MS.at(-1) : PATIENCE_MS[Math.min(this.#attempts, PATIENCE_MS.length - 1)];
    this.#attempts += 1;
    setTimeout(() => this.again(), patience);
  }

  /** If websockets are blocked, each attempt requests updates over HTTP. */
  again() {
    if (!this.isConnected) return;
    if (this.#attempts > 1) this.show();
    this.open();
  }

  state(name) {
    const bulb = document.getElementById("link-state");
    bulb.dataset.state = name;
    const kept = waiting().length;
    const waits = kept ? `, ${kept} edit${kept > 1 ? "s" : ""} kept here` : "";
    bulb.textContent = (name === "live" ? "live" : "offline, trying again") + waits;
    this.admit(kept + refused().length > 0);
  }

  /** The header says "saved" only while nothing is kept here; what the server answers at once does not make it flicker. */
  admit(isKept) {
    const { dataset } = document.documentElement;
    clearTimeout(this.admitting);
    if (!isKept) delete dataset.unsaved;
    else if (!("unsaved" in dataset)) this.admitting = setTimeout(() => (dataset.unsaved = ""), UNSAVED_MS);
  }

  tell(message) {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }

  /** Report the fragments of this page, and get newer ones; over HTTP if the socket is closed. */
  show() {
    const query = place();
    const fragments = Object.create(null);
    for (const element of document.querySelectorAll("[data-fragment]"))
      fragments[element.dataset.fragment] = element.dataset.version ?? "";
    // While a key is typed, the grid shows a draft; the stored grid is requested when typing ends.
    if (this.isDrafting) delete fragments.grid;
    if (this.isOpen) {
      const shown = JSON.stringify({ type: "show", query, fragments });
      // A draft swaps the grid at every keystroke; a state that the server already knows is not sent again.
      if (shown !== this.#told) this.#socket.send(shown);
      this.#told = shown;
      return;
    }
    const address = new URL(this.workbench.dataset.fragments, location.href);
    address.search = query;
    for (const [name, version] of Object.entries(fragments)) address.searchParams.append("has", `${name}=${version}`);
    get(address).then(({ status, text }) => (status === 200 ? this.heard(JSON.parse(text)) : this.state("offline")));
  }

  saved(revision) {
    this.#own = Math.max(this.#own, revision ?? 0);
    this.#passed = false;
    this.#told = "";
    this.show();
  }

  waited() {
    // Without a network, a socket can stay open for minutes.
    this.state(this.isOpen && navigator.onLine ? "live" : "offline");
    if (!this.#passed || waiting().length) return;
    this.#passed = false;
    this.#told = "";
    this.show();
  }

  /** A job progressed: reload the elements that show jobs. */
  async askForJobs() {
    const region = document.querySelector("[data-src]");
    if (!region) return;
    const before = region.innerHTML;
    const answer = await get(region.dataset.src, region.dataset.version);
    if (answer.status === 204) {
      this.askLater();
      return;
    }
    // What came meanwhile, with a form that was sent, is newer than this answer.
    const isShown = answer.status === 200 && region.isConnected && region.innerHTML === before;
    if (isShown) {
      await morphInside(region, answer.text);
      region.dataset.version = answer.version;
    }
    this.askLater(!isShown && (answer.status === 200 || answer.status === 0 || answer.status >= 500));
  }

  /** A message can be lost, and a newer answer can be overtaken by an older one: progress is requested until it ends. */
  askLater(isUnanswered = false) {
    clearTimeout(this.later);
    if (!this.isConnected || !(isUnanswered || document.querySelector("[data-src] .moving"))) return;
    this.later = setTimeout(() => this.asked.ask(), JOBS_MS);
  }

  forgetDraft() {
    document.getElementById("grid")?.setAttribute("data-version", "");
    this.show();
  }

  /** Unpacking takes a moment: later messages wait for it. */
  inOrder(data) {
    this.#read = this.#read.then(async () => this.heard(typeof data === "string" ? JSON.parse(data) : await unpacked(data))).catch(console.error);
  }

  heard(message) {
    const act = {
      fragments: () => this.take(message),
      people: () => this.people(message.people),
      job: () => this.asked.ask(),
      comments: () => announce("comments"),
      versions: () => announce("versions"),
      inbox: () => announce("inbox", { unread: message.unread }),
    }[message.type];
    act?.();
    if (message.server) announce("server", { version: message.server });
  }

  /** A sheet from before this page's own edit would revert the typed text: request the one after it. */
  async take({ fragments, query, author, revision }) {
    for (const [name, { html, version }] of Object.entries(fragments)) {
      // Between two fragments, the page can move on.
      if (query !== undefined && query !== place()) return;
      const region = document.querySelector(`[data-fragment="${name}"]`);
      if (!region || region.dataset.version === version) continue;
      if (name === "grid" && this.isDrafting) continue;
      if (name === "sheet" && (waiting().length || revision < this.#own)) {
        this.#passed = true;
        continue;
      }
      if (holds(region, html)) continue;
      if (author || (revision > this.#own && !waiting().length)) letGo(region, html);
      region.dataset.version = version;
      const before = author ? texts(region) : null;
      await morphInside(region, html);
      if (author) flash(region, before, author.color);
    }
    announce("swapped");
    // The draft in the grid is that of the revision before.
    if (fragments.revision && this.isDrafting) announce("redraft");
  }

  swapped() {
    // A form or the history led to another design, whose changes this socket does not bring.
    if (this.workbench.dataset.socket !== this.#place) return void location.reload();
    this.show();
    this.moved();
    this.askLater();
    // A page that was swapped has a new list of people: draw it again.
    if (this.others) this.people(this.others);
  }

  /** Report where this person is to colleagues: at most every STANDING_MS. */
  moved() {
    clearTimeout(this.moving);
    this.moving = setTimeout(() => this.standing !== this.#standing && this.here(), STANDING_MS);
  }

  get standing() {
    const element = focused();
    const tab = document.querySelector(".views .tab[aria-current]");
    const label = element?.getAttribute("aria-label")?.split(":")[0] ?? "";
    const title = tab?.firstChild?.textContent.trim() ?? "";
    // Scrolling is sent only to followers.
    const me = this.others?.find((person) => person.me);
    const isFollowed = me && this.others.some((person) => person.follows === me.id);
    return JSON.stringify({
      type: "here",
      focus: element?.id ?? "",
      path: location.pathname + location.search,
      where: [title, label].filter(Boolean).join(": "),
      scroll: isFollowed ? Math.round(document.querySelector("item-grid")?.scrollTop ?? 0) : 0,
      follows: this.#follows,
    });
  }

  here() {
    this.#standing = this.standing;
    if (this.isOpen) this.#socket.send(this.#standing);
  }

  follows(who) {
    this.#follows = who;
    this.here();
  }

  people(people) {
    this.others = people;
    document.getElementById("people").replaceChildren(...people.map(face));
    document.getElementById("people-count").textContent = `${people.length} here`;
    announce("people", { people });
    // A new follower needs my scroll position.
    this.moved();
  }
}

function announce(what, detail = {}) {
  document.dispatchEvent(new CustomEvent(`keysheet:${what}`, { detail }));
}

/** The focused named element of a region: colleagues see it too. */
function focused() {
  const element = document.activeElement?.closest("[data-fragment] [id]");
  return element?.closest("[data-cell][id], [data-item][id]") ?? element;
}

function face(person) {
  const element = document.createElement("li");
  const button = Object.assign(document.createElement(person.me ? "span" : "button"), { className: `person ${person.color}`, textContent: person.initials });
  const where = person.where ? `, ${person.where}` : "";
  button.title = person.me ? `${person.name} (you)` : `${person.name}${where}. Follow`;
  if (!person.me) {
    button.type = "button";
    button.dataset.follow = person.id;
  }
  button.append(Object.assign(document.createElement("span"), { className: "for-readers", textContent: ` ${button.title}` }));
  element.append(button);
  return element;
}

customElements.define("design-live", DesignLive);
