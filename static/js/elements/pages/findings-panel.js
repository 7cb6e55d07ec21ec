// <findings-panel>: the list of findings by keyboard, and its filters in the address.
// <design-findings>: "fix it" on any page of a design, with a preview of what it changes.

import { choosing } from "../../lib/choices.js";
import { focusOn } from "../../lib/focusing.js";
import { Latest } from "../../lib/sync/latest.js";
import { RowChoice } from "../../lib/row-choice.js";
import { get, post, say, sentence, show } from "../../lib/sync/server.js";

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

class FindingsPanel extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    choosing(this, { signal });
    this.chosen ??= new RowChoice({ rows: () => this.cards, idOf: (card) => card.id, told });
    this.addEventListener("click", (event) => this.clicked(event), { signal, capture: true });
    this.addEventListener("keydown", (event) => this.pressed(event), { signal });
    this.addEventListener("focusin", (event) => this.focused(event.target), { signal });
    this.watcher = new MutationObserver(() => this.keep());
    this.watcher.observe(this, { childList: true, subtree: true });
    this.keep();
  }

  disconnectedCallback() {
    this.stop.abort();
    this.watcher.disconnect();
  }

  get cards() {
    return [...this.querySelectorAll(".finding[id]")];
  }

  /** One finding is in the tab order; when the focused one was fixed, the next takes its place. */
  keep() {
    const { cards } = this;
    this.chosen.show();
    if (!cards.length) return;
    const current = cards.find((card) => card.id === this.current);
    const next = current ?? cards[Math.min(this.at ?? 0, cards.length - 1)];
    const isLost = this.current && !current && (document.activeElement === document.body || !document.activeElement);
    this.only(next);
    if (isLost) next.focus();
  }

  only(card) {
    for (const one of this.cards) one.tabIndex = one === card ? 0 : -1;
  }

  focused(target) {
    const card = target.closest(".finding[id]");
    if (!card) {
      this.current = "";
      return;
    }
    this.current = card.id;
    this.at = this.cards.indexOf(card);
    this.only(card);
  }

  clicked(event) {
    const card = event.target.closest(".finding[id]");
    if (!card || event.target.closest("button")) return;
    if (this.chosen.clicked(event, card)) card.focus();
  }

  pressed(event) {
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const card = event.target.closest(".finding[id]");
    const { cards } = this;
    if (event.key in STEPS || event.key === "Home" || event.key === "End") {
      const at = card ? cards.indexOf(card) : -1;
      const to = { Home: 0, End: cards.length - 1 }[event.key] ?? Math.max(0, at + STEPS[event.key]);
      if (!cards[to]) return;
      event.preventDefault();
      cards[to].focus();
      cards[to].scrollIntoView({ block: "nearest" });
      if (event.shiftKey && card) this.chosen.extend(cards[to], card);
      else this.chosen.clear();
    } else if (card) this.act(event, card);
  }

  act(event, card) {
    const several = this.chosen.of(card);
    if (event.key === " " && event.target === card) {
      event.preventDefault();
      this.chosen.toggle(card);
      return;
    }
    if (event.key === "Escape") this.chosen.clear();
    if (event.key === "m" && several.length > 1) {
      event.preventDefault();
      this.dispatchEvent(new CustomEvent("keysheet:mute", { bubbles: true, detail: several.map((id) => document.getElementById(id).dataset) }));
      return;
    }
    const control = { Enter: event.target === card && "a.place", f: "[data-fix]", m: "[data-mute]" }[event.key];
    const found = control && card.querySelector(control);
    if (found) {
      event.preventDefault();
      found.click();
    } else if (event.key === "f" && document.querySelector("[data-may-edit=true]")) {
      say("No automatic fix is available. Follow the instruction under Fix.");
    }
  }
}

function told(ids) {
  say(ids.length > 1 ? `${ids.length} findings selected. Press m to mute them with one reason.` : "");
}

/** The path of each finding, and the label of the fix that is chosen for it, as pairs. */
function chosenWays(dialog) {
  return [...dialog.querySelectorAll("[data-way]")].flatMap((one) => [["path", one.dataset.way], ["way", one.value]]);
}

class DesignFindings extends HTMLElement {
  connectedCallback() {
    this.workbench = this.closest("[data-design]");
    this.stop = new AbortController();
    this.workbench.addEventListener("click", (event) => this.clicked(event), { signal: this.stop.signal });
    if (location.hash) focusOn(decodeURIComponent(location.hash.slice(1)));
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  clicked({ target }) {
    const fix = target.closest?.("[data-fix]");
    if (fix) void this.offer(fix);
    const rule = target.closest?.("[data-fix-rule]");
    if (rule) void this.offerRule(rule.dataset.fixRule);
  }

  /** Show the cells before and after each edit that fixes the finding, and what follows. */
  async offer(button) {
    const { rule, path } = button.dataset;
    const answer = await get(`${this.dataset.offers}?${new URLSearchParams({ rule, path })}`);
    if (answer.status !== 200) {
      say(sentence(answer.text), true);
      return;
    }
    const dialog = show(answer.text);
    dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
    const all = dialog.querySelector("[data-fix-rule]");
    all?.addEventListener("click", () => void this.offerRule(all.dataset.fixRule));
    for (const apply of dialog.querySelectorAll("[data-apply]"))
      apply.addEventListener("click", () => void this.fix(dialog, { label: apply.dataset.apply, rule, path }));
  }

  /** Show all fixes of a rule as one change, each in the way that is chosen for its finding: by default in the first. */
  async offerRule(rule, ways = [], focused = null) {
    say("Trying each fix on a copy of the design.");
    const answer = await get(`${this.dataset.ruleOffers}?${new URLSearchParams([["rule", rule], ...ways])}`);
    say("");
    if (answer.status !== 200) {
      say(sentence(answer.text), true);
      return;
    }
    // It was closed while the fixes were tried again.
    if (focused && !document.getElementById("dialog").open) return;
    const dialog = show(answer.text);
    dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
    const apply = dialog.querySelector("[data-apply-rule]");
    const fields = () => [["rule", rule], ["revision", apply.dataset.revision], ...chosenWays(dialog)];
    apply?.addEventListener("click", () => void this.fix(dialog, fields(), this.dataset.ruleFix));
    this.offers ??= new Latest((...given) => this.offerRule(...given));
    for (const choice of dialog.querySelectorAll("[data-way]")) choice.addEventListener("change", () => {
      // What is shown is of the choice before: it cannot be applied until it is shown anew.
      if (apply) apply.disabled = true;
      this.offers.ask(rule, chosenWays(dialog), choice.id);
    });
    if (focused) document.getElementById(focused)?.focus();
  }

  async fix(dialog, fields, address = this.workbench.dataset.fixes) {
    dialog.close();
    const answer = await post(address, fields);
    if (answer.status === 204) {
      this.dispatchEvent(new CustomEvent("keysheet:saved", { bubbles: true, detail: { revision: answer.revision } }));
      say(`${fields.label ?? `Fixes of ${new Map(fields).get("rule")}`}: done. You can undo this.`);
    } else say(sentence(answer.text), true);
  }
}

customElements.define("findings-panel", FindingsPanel);
customElements.define("design-findings", DesignFindings);
