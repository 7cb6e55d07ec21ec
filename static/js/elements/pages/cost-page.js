// <cost-page>: assumptions are in the address, numbers open their arithmetic, an assumption is saved as an edit.
// <traffic-shape>: 24 hours as bars, drawn with the pointer or the arrow keys.

import { choose, choosing } from "../../lib/choices.js";
import { editingRates } from "../../lib/rates.js";
import { edit } from "../../lib/sync/edits.js";
import { get, say, sentence, show } from "../../lib/sync/server.js";

const REST_MS = 250;
const HEIGHT = 120;
const STEPS = { ArrowUp: 5, ArrowDown: -5, PageUp: 25, PageDown: -25 };

const ASSUMPTIONS = ["region", "mode", "class", "times", "growth", "items", "ahead", "traffic", "level"];
const NOTHING_ASSUMED = Object.fromEntries(ASSUMPTIONS.map((name) => [name, ""]));

class CostPage extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    choosing(this, { signal });
    editingRates(this, { signal });
    this.addEventListener("input", ({ target }) => this.typed(target), { signal });
    this.addEventListener("change", ({ target }) => this.changed(target), { signal });
    this.addEventListener("focusout", ({ target }) => target.id === "cost-budget" && this.left(target), { signal });
    this.addEventListener("submit", (event) => this.submitted(event), { signal });
    this.addEventListener("click", (event) => this.clicked(event), { signal });
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  clicked(event) {
    const number = event.target.closest("[data-open]");
    if (number) void this.open(number.dataset.open);
    const saved = event.target.closest("[data-save]");
    if (saved) void this.save(saved);
    const scenario = event.target.closest("[data-scenario]");
    if (scenario) {
      event.preventDefault();
      event.stopPropagation();
      this.assume(scenario.dataset.scenario);
    }
    const dropped = event.target.closest("[data-drop-scenario]")?.dataset.dropScenario;
    if (dropped) void this.keep(this.querySelector(".keep-scenario"), dropped, (kept) => kept.filter((one) => one.name !== dropped));
    const within = event.target.closest(".within a");
    if (within) this.goTo(event, within);
  }

  typed(field) {
    if (field.matches("[data-series]")) this.slid(field);
    // What a colleague stores from here on is not drawn over the text, and not overwritten unseen.
    else if (field.id === "cost-budget") field.parentElement.setAttribute("data-editing", "");
  }

  /** A slider over a series of values, as in 1, 2, 5, 10. */
  slid(slider) {
    const value = slider.dataset.series.split(" ")[slider.value];
    slider.labels[0].querySelector("output").textContent = slider.dataset.shows.replace("{}", value);
    slider.setAttribute("aria-valuetext", slider.dataset.says.replace("{}", value));
  }

  changed(field) {
    if (field.matches("[data-series]")) {
      const value = field.dataset.series.split(" ")[field.value];
      choose({ [field.dataset.name]: value === field.dataset.none ? "" : value });
    } else if (field.id === "cost-budget") void this.budget(field);
  }

  /** A budget is in dollars, with or without the sign and commas. */
  async budget(field) {
    const text = field.value.replaceAll(/[$,\s]/g, "");
    const value = text === "" ? null : Number(text);
    field.setCustomValidity(Number.isFinite(value ?? 0) && (value ?? 0) >= 0 ? "" : "A budget is a number of dollars.");
    if (!field.reportValidity()) return;
    const base = JSON.parse(field.dataset.stored);
    const shown = field.value;
    const isSaved = value === base || (await edit([{ put: "design", field: "settings.budget", value, base, shown: base }], { label: "budget" })).ok;
    if (field.value !== shown) return;
    if (isSaved) field.defaultValue = shown;
    field.parentElement.removeAttribute("data-editing");
    if (document.activeElement !== field) this.left(field);
    this.closest("[data-fragment]")?.setAttribute("data-version", "");
    this.dispatchEvent(new CustomEvent("keysheet:refresh", { bubbles: true }));
  }

  /** A text that is not stored, and kept elsewhere for a choice, does not look like a stored one. */
  left(field) {
    if (field.validity.valid && !field.parentElement.hasAttribute("data-editing")) field.value = field.defaultValue;
  }

  submitted(event) {
    const form = event.target;
    if (!form.matches(".keep-scenario")) return;
    event.preventDefault();
    const name = form.elements.name.value.trim();
    if (name) void this.keep(form, name, (kept) => [...kept.filter((one) => one.name !== name), { ...JSON.parse(form.dataset.here), name }]);
  }

  /** Store the list of scenarios that `made` makes of the stored one. */
  async keep(form, name, made) {
    const base = JSON.parse(form.dataset.stored);
    const value = made(Array.isArray(base) ? base : []);
    const change = { put: "design", field: "settings.scenarios", value: value.length ? value : null, base };
    const answer = await edit([change], { label: `scenario ${name}` });
    if (!answer.ok) return;
    if (form.elements.name) form.elements.name.value = "";
    // The form, or the button of the scenario, goes with the next update.
    this.querySelector(".scenarios-frame")?.focus({ preventScroll: true });
    say(value.some((one) => one.name === name) ? `Kept ${name} as a scenario.` : `Deleted the scenario ${name}. You can undo this.`);
  }

  /** Assumptions of a scenario replace those in the address; what is compared and the page's other choices stay. */
  assume(query) {
    const assumed = Object.fromEntries(new URLSearchParams(query));
    choose({ ...NOTHING_ASSUMED, ...assumed });
  }

  async open(name) {
    const address = new URL(this.dataset.arithmetic, location.href);
    address.search = location.search;
    address.searchParams.set("of", name);
    const answer = await get(address);
    if (answer.status !== 200) {
      say(sentence(answer.text), true);
      return;
    }
    const dialog = show(answer.text);
    dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  }

  /** Save an assumption in the design, and remove it from the address. */
  async save(button) {
    const { save, label, saves } = button.dataset;
    button.disabled = true;
    const answer = await edit(JSON.parse(save), { label });
    if (!answer.ok) {
      button.disabled = false;
      return;
    }
    choose({ [saves]: "", ...(saves === "traffic" ? { level: "" } : {}) });
    say("Saved to the design. You can undo this.");
  }

  goTo(event, link) {
    const heading = document.getElementById(link.hash.slice(1));
    if (!heading) return;
    event.preventDefault();
    event.stopPropagation();
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "start" });
  }
}

class TrafficShape extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    const on = (name, act) => this.addEventListener(name, act, { signal: this.stop.signal });
    on("pointerdown", (event) => this.begin(event));
    on("pointermove", (event) => this.isDrawing && this.draw(event));
    on("pointerup", (event) => this.end(event));
    on("pointercancel", (event) => this.end(event));
    on("keydown", (event) => this.pressed(event));
  }

  disconnectedCallback() {
    this.stop.abort();
    clearTimeout(this.resting);
  }

  get bars() {
    return [...this.querySelectorAll("[role=slider]")];
  }

  begin(event) {
    this.isDrawing = true;
    this.setPointerCapture(event.pointerId);
    this.draw(event);
    event.preventDefault();
  }

  draw(event) {
    const svg = this.querySelector("svg");
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const hour = Math.min(23, Math.max(0, Math.floor(at.x / 24)));
    const bar = this.bars[hour];
    this.set(bar, ((HEIGHT - at.y) / HEIGHT) * 100);
    this.only(bar);
    bar.focus();
  }

  end() {
    if (!this.isDrawing) return;
    this.isDrawing = false;
    this.rest();
  }

  pressed(event) {
    const bar = event.target.closest("[role=slider]");
    if (!bar) return;
    const { bars } = this;
    const hour = bars.indexOf(bar);
    const value = Number(bar.dataset.value);
    const next = { ArrowLeft: hour - 1, ArrowRight: hour + 1 }[event.key];
    if (next !== undefined) {
      const to = bars[(next + bars.length) % bars.length];
      this.only(to);
      to.focus();
    } else if (event.key in STEPS) this.set(bar, value + STEPS[event.key]);
    else if (event.key === "Home") this.set(bar, 0);
    else if (event.key === "End") this.set(bar, 100);
    else return;
    event.preventDefault();
    if (next === undefined) this.rest();
  }

  only(bar) {
    for (const one of this.bars) one.setAttribute("tabindex", one === bar ? "0" : "-1");
  }

  /** A drawing is not swapped until it has been sent. */
  set(bar, value) {
    const kept = Math.round(Math.min(100, Math.max(0, value)));
    this.dataset.editing = "";
    bar.dataset.value = kept;
    bar.setAttribute("y", HEIGHT - (HEIGHT * kept) / 100);
    bar.setAttribute("height", (HEIGHT * kept) / 100);
    bar.setAttribute("aria-valuenow", kept);
    bar.setAttribute("aria-valuetext", `${kept}% of the busiest hour`);
  }

  rest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.tell(), REST_MS);
  }

  tell() {
    delete this.dataset.editing;
    const hours = this.bars.map((bar) => Number(bar.dataset.value));
    if (hours.some(Boolean)) choose({ traffic: hours.join(",") });
    else say("At least one hour needs traffic.", true);
  }
}

customElements.define("cost-page", CostPage);
customElements.define("traffic-shape", TrafficShape);
