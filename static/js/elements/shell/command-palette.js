// All actions and places, found by typing: Ctrl K or / anywhere.
//
// The actions are the buttons of the template "palette-actions"; the places of this design, and matches in other designs, come
// from the server.

import { Latest } from "../../lib/sync/latest.js";
import { ranked } from "../../lib/matching.js";
import { get, say } from "../../lib/sync/server.js";

const SHOWN_MAX = 40;
const LETTERS_BEFORE_SEARCH = 2;

class CommandPalette extends HTMLElement {
  #places = null;
  #revision = "";
  #others = [];
  #shown = [];
  #acts = [];
  #back = null;

  connectedCallback() {
    this.searches ??= new Latest((text) => this.search(text));
    this.reloads ??= new Latest(() => this.load({ isAgain: true }));
    this.stop = new AbortController();
    const { signal } = this.stop;
    document.addEventListener("keydown", (event) => this.pressed(event), { signal });
    document.addEventListener("click", (event) => event.target.closest("[data-palette]") && this.open(), { signal });
    // What is listed is there: a colleague's edit lists the places again.
    document.addEventListener("keysheet:swapped", () => this.dialog.open && this.reloads.ask(), { signal });
    this.addEventListener("input", () => this.typed());
    this.addEventListener("keydown", (event) => this.steered(event));
    this.addEventListener("click", (event) => this.chosen(event));
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  get dialog() {
    return this.querySelector("dialog");
  }

  get input() {
    return this.querySelector("input");
  }

  pressed(event) {
    const isCommand = event.metaKey || event.ctrlKey;
    const isTyping = event.target.matches?.("input, textarea, select, [contenteditable]");
    const isAsked = (isCommand && event.key.toLowerCase() === "k") || (event.key === "/" && !isTyping && !isCommand);
    if (!isAsked || (document.querySelector("dialog[open]") && !this.dialog.open)) return;
    event.preventDefault();
    this.open();
  }

  open() {
    if (this.dialog.open) return;
    // The entries of menus for the focused element: each menu adds {label, keys, act}.
    this.#acts = [];
    this.#back = document.activeElement;
    document.dispatchEvent(new CustomEvent("keysheet:acts", { detail: this.#acts }));
    this.dialog.showModal();
    this.input.value = "";
    this.#others = [];
    this.typed();
    void this.load();
  }

  /** The next key is no longer typed into the field. */
  shut() {
    this.dialog.close();
    this.input.blur();
  }

  /** The places of this design, requested once per revision. */
  async load({ isAgain = false } = {}) {
    const { places } = this.dataset;
    const revision = document.getElementById("revision")?.dataset.version ?? "";
    if (!places || (this.#places && this.#revision === revision)) return;
    const answer = await get(places);
    if (answer?.status !== 200) return;
    this.#places = JSON.parse(answer.text).places;
    this.#revision = revision;
    this.list({ isAgain });
  }

  async search(text) {
    const address = new URL(this.dataset.search, location.href);
    address.searchParams.set("q", text);
    const answer = await get(address);
    if (answer.status !== 200 || text !== this.input.value.trim()) return;
    const own = this.dataset.design ?? "none";
    this.#others = JSON.parse(answer.text).places.filter((one) => !one.href.includes(own));
    this.list({ isAgain: true });
  }

  typed() {
    const text = this.input.value.trim();
    if (text.length < LETTERS_BEFORE_SEARCH) this.#others = [];
    else this.searches.ask(text);
    this.list();
  }

  actions() {
    const template = document.getElementById("palette-actions");
    const own = this.#acts.map(({ label, keys, act }) => ({ label, kind: "action", where: keys, act }));
    const always = [...(template?.content.querySelectorAll("button, a") ?? [])].map((element) => ({
      label: element.textContent.trim(),
      kind: "action",
      where: element.dataset.keys ?? "",
      element,
    }));
    return [...own, ...always];
  }

  /** List what fits the text. Listed again, the marked entry stays marked; if it is gone, Enter chooses none. */
  list({ isAgain = false } = {}) {
    const before = this.#shown;
    const marked = before[this.marked];
    const text = this.input.value.trim();
    const found = [...ranked(text, [...this.actions(), ...(this.#places ?? [])]), ...this.#others].slice(0, SHOWN_MAX);
    const list = this.querySelector("[role=listbox]");
    this.#shown = found;
    list.replaceChildren(...found.map(option));
    this.querySelector(".nothing").hidden = found.length > 0;
    this.mark(isAgain && before.length ? found.findIndex((one) => marked && nameOf(one) === nameOf(marked)) : 0);
  }

  get marked() {
    return this.options().findIndex((one) => one.getAttribute("aria-selected") === "true");
  }

  options() {
    return [...this.querySelectorAll("[role=option]")];
  }

  mark(number) {
    const options = this.options();
    for (const [n, one] of options.entries()) one.setAttribute("aria-selected", String(n === number));
    this.input.setAttribute("aria-activedescendant", options[number]?.id ?? "");
    options[number]?.scrollIntoView({ block: "nearest" });
  }

  steered(event) {
    const at = this.marked;
    const { length } = this.options();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      this.mark(at < 0 ? 0 : (at + step + length) % length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.options()[at]?.click();
    }
    // In a field of type search, Escape would only clear the field.
    if (event.key === "Escape") {
      event.preventDefault();
      this.shut();
    }
    event.stopPropagation();
  }

  /** An option does what its button or link does: a copy is clicked that is in the workbench only for that moment. */
  chosen(event) {
    if (event.target === this.dialog) this.shut();
    const option = event.target.closest("[role=option]");
    const place = option && this.#shown[this.options().indexOf(option)];
    if (!place) return;
    this.shut();
    if (place.act) {
      this.#back?.focus?.();
      place.act();
      return;
    }
    const act = place.element ? place.element.cloneNode(true) : Object.assign(document.createElement("a"), { href: place.href });
    act.hidden = true;
    if (place.kind === "download") act.setAttribute("hx-boost", "false");
    this.append(act);
    if (act.hash && act.pathname === location.pathname) this.go(act);
    act.click();
    act.remove();
  }

  /** A place on this page: the address changes, and the target gets the focus when it exists. */
  go(link) {
    window.htmx.process(link);
    const name = decodeURIComponent(link.hash.slice(1));
    document.addEventListener("htmx:after:swap", () => document.getElementById(name)?.focus(), { once: true });
    say("");
  }
}

const nameOf = ({ kind, label, where, href = "" }) => [kind, label, where, href].join("\n");

function option(place, number) {
  const item = document.createElement("li");
  item.id = `palette-${number}`;
  item.setAttribute("role", "option");
  const label = Object.assign(document.createElement("span"), { className: "label", textContent: place.label });
  if (place.hue) label.classList.add("entity", place.hue);
  const kind = Object.assign(document.createElement("span"), { className: "kind", textContent: place.kind });
  const where = Object.assign(document.createElement(place.element || place.act ? "kbd" : "span"), { className: "where", textContent: place.where });
  item.append(kind, label, ...(place.where ? [where] : []));
  return item;
}

customElements.define("command-palette", CommandPalette);
