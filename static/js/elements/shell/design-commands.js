// Shortcuts on all pages of a design, folding panels, and buttons that send a POST.

import { goTo } from "../../lib/focusing.js";
import { nameInput } from "../../lib/name-input.js";
import { flush, waiting } from "../../lib/sync/edits.js";
import { get, post, say, sentence, show } from "../../lib/sync/server.js";

const PATIENCE_MS = 5000;
const NARROW = "(max-width: 900px)";

class DesignCommands extends HTMLElement {
  connectedCallback() {
    this.workbench = this.closest("[data-design]");
    this.stop = new AbortController();
    document.addEventListener("keydown", (event) => this.pressed(event), { signal: this.stop.signal });
    this.workbench.addEventListener("click", (event) => this.clicked(event), { signal: this.stop.signal });
    this.workbench.addEventListener("keysheet:mute", (event) => void this.muteAt(event.detail.map(({ ofRule, ofPath }) => ["place", `${ofRule} ${ofPath}`])), { signal: this.stop.signal });
    this.workbench.addEventListener("keysheet:duplicate", (event) => void this.duplicate(event), { signal: this.stop.signal });
    document.addEventListener("htmx:after:swap", () => this.refold(), { signal: this.stop.signal });
    this.refold();
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  pressed(event) {
    const isTyping = event.target.matches("input, textarea, select");
    const isCommand = event.metaKey || event.ctrlKey;
    if (isCommand && event.key.toLowerCase() === "z" && !isTyping) this.change(event, event.shiftKey ? "redo" : "undo");
    else if (isCommand && event.key.toLowerCase() === "y" && !isTyping) this.change(event, "redo");
    else if (isCommand && event.key.toLowerCase() === "d" && !isTyping) void this.duplicate(event);
    else if (isCommand && event.key.toLowerCase() === "h" && !isTyping) this.replaceInTemplates(event);
    else if (isTyping || isCommand || event.altKey || document.getElementById("dialog").open) return;
    else if (event.key === "?") void this.help(event);
    else if (event.key === "Escape" && this.workbench.dataset.opened) this.workbench.dataset.opened = "";
    else if (event.key === "[") this.fold("outline");
    else if (event.key === "]") this.fold("inspector");
    else if (event.target.closest?.(".outline") && event.key.startsWith("Arrow")) this.walk(event);
  }

  clicked(event) {
    if (!event.target.closest("[data-fold]") && event.target.closest(".outline a, .middle, .topbar")) this.workbench.dataset.opened = "";
    const button = event.target.closest("[data-post]");
    if (button) this.change(event, button.dataset.post);
    const go = event.target.closest("[data-go]");
    if (go) this.goAfterSwap(go.dataset.go);
    const add = event.target.closest("[data-add]");
    if (add?.dataset.add === "entity") this.named(add);
    else if (add) void this.add(add.dataset);
    const drop = event.target.closest("[data-remove]");
    if (drop) void this.remove(drop.dataset.remove);
    const to = event.target.closest("[data-post-to]");
    if (to) void this.press(to);
    const shows = event.target.closest("[data-shows]");
    if (shows) void this.show(shows.dataset.shows);
    const fold = event.target.closest("[data-fold]");
    if (fold) this.fold(fold.dataset.fold);
    if (event.target.closest("[data-help]")) void this.help(event);
    const mute = event.target.closest("[data-mute]");
    if (mute) void this.mute(mute.dataset);
    const unmute = event.target.closest("[data-unmute]");
    if (unmute) void this.unmute(unmute.dataset);
  }

  /** Request a reason and the places, then mute. */
  mute({ rule, path, all }) {
    return this.muteAt({ rule, path, all: all ?? "" });
  }

  async muteAt(query) {
    const form = await get(`${this.workbench.dataset.muting}?${new URLSearchParams(query)}`);
    if (form.status !== 200) {
      say(sentence(form.text), true);
      return;
    }
    const dialog = show(form.text);
    const boxes = [...dialog.querySelectorAll("[name=place][type=checkbox]")];
    dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
    dialog.querySelector("[data-check-all]")?.addEventListener("click", () => boxes.forEach((box) => { box.checked = true; }));
    dialog.querySelector("form").addEventListener("submit", async (event) => {
      event.preventDefault();
      const fields = new FormData(event.target);
      if (!fields.has("place")) {
        boxes[0].setCustomValidity("Select at least one finding.");
        boxes[0].reportValidity();
        boxes[0].setCustomValidity("");
        return;
      }
      dialog.close();
      this.sent(await post(this.workbench.dataset.mutes, fields));
    });
  }

  async unmute({ rule, path }) {
    this.sent(await post(this.workbench.dataset.unmutes, { rule, path }));
  }

  /** Undo and redo follow the edits that wait: before them, they would take back an older change than the person means. */
  async change(event, what) {
    event.preventDefault();
    await flush();
    const left = waiting().length;
    if (left) {
      say(`Nothing was ${what === "undo" ? "undone" : "redone"}: ${left === 1 ? "1 edit is" : `${left} edits are`} not saved yet.`, true);
      return;
    }
    const answer = await post(this.workbench.dataset[what], {});
    this.sent(answer);
  }

  /** A button whose response is the page that it is on. Only what shows its job is drawn: a form beside it may be half filled in. */
  async press(button) {
    button.disabled = true;
    const answer = await post(button.dataset.postTo, {});
    const region = button.closest("[data-src]");
    if (answer.status === 200 && region) window.htmx.swap({ target: region, text: answer.text, select: "[data-src]", swap: "outerMorph", sourceElement: button, request: {}, response: {} });
    else this.sent(answer);
  }

  /** An entity gets its name first, where it is added; everything else is added with a name of its kind. */
  named(button) {
    const { parent } = button.dataset;
    // A copy of an action of the palette has no place of its own.
    const shown = button.hidden ? this.workbench.querySelector(`.outline [data-add="entity"][data-parent="${CSS.escape(parent)}"]`) : button;
    const sheet = this.workbench.querySelector(`key-sheet[data-table="${CSS.escape(parent)}"]`);
    const save = (name) => (sheet?.isConnected ? sheet.addRow(name) : this.add({ add: "entity", parent, name }));
    nameInput(shown, { value: "", label: "Name of the new entity", save });
  }

  /** Add a part; when it arrives, go to it. */
  async add({ add, parent, name = "" }) {
    const answer = await post(this.workbench.dataset.adds, { kind: add, parent: parent ?? "", name });
    this.sent(answer);
    if (answer.status !== 204) return;
    if (add === "attribute") this.whenThere(`#name-${CSS.escape(answer.part)}`, (input) => input.select());
    else if (add !== "index") this.whenThere(`#outline-${CSS.escape(answer.part)}`, (row) => {
      row.focus();
      row.click();
    });
  }

  replaceInTemplates(event) {
    const action = document.getElementById("palette-actions").content.querySelector("[data-shows*='templates/replace']");
    if (!action || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    void this.show(action.dataset.shows);
  }

  /** A fragment of the server in the page's dialog. */
  async show(address) {
    const answer = await get(address);
    if (answer.status !== 200) {
      say(sentence(answer.text), true);
      return;
    }
    const dialog = show(answer.text);
    dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
    dialog.querySelector("[autofocus]")?.focus();
  }

  /** Duplicate the focused entity, index or access pattern, with those that are selected with it; go to the first duplicate. */
  async duplicate(event) {
    const row = event.target.closest?.(".outline a.row[id], [data-pattern-row], th [data-head]");
    const parts = row ? partsAt(row) : [];
    if (!parts.length || this.workbench.dataset.mayEdit !== "true") return;
    event.preventDefault();
    const answer = await post(this.workbench.dataset.duplicates, parts.map((part) => ["part", part]));
    this.sent(answer);
    if (answer.status !== 204) return;
    say(`${parts.length > 1 ? `${parts.length} duplicated` : "Duplicated"} without sample items. You can undo this.`);
    const made = CSS.escape(answer.part);
    this.whenThere(`#head-${made}, #pattern-${made} th a, #outline-${made}`, (found) => found.focus());
  }

  async remove(part) {
    const answer = await post(this.workbench.dataset.removes, { part });
    this.sent(answer);
    if (answer.status === 204) say("Removed. You can undo this.");
  }

  /** Focus the target of a link: of several ids, the first that exists. */
  goAfterSwap(ids) {
    document.addEventListener("htmx:after:swap", () => goTo(ids), { once: true });
  }

  /** Act on an element that will arrive over the socket. */
  whenThere(selector, act) {
    const look = () => {
      const found = document.querySelector(selector);
      if (found) {
        arrived.disconnect();
        act(found);
      }
    };
    const arrived = new MutationObserver(look);
    arrived.observe(this.workbench, { childList: true, subtree: true });
    setTimeout(() => arrived.disconnect(), PATIENCE_MS);
    look();
  }

  sent(answer) {
    if (answer.status === 204) {
      this.dispatchEvent(new CustomEvent("keysheet:saved", { bubbles: true, detail: { revision: answer.revision } }));
      say(answer.said);
    } else {
      say(sentence(answer.text), true);
    }
  }

  async help(event) {
    event.preventDefault();
    show(document.getElementById("keys-help").innerHTML);
  }

  /** On a wide screen, a panel is folded and stays folded; on a phone it opens over the middle, and closes again. */
  fold(panel) {
    if (matchMedia(NARROW).matches) {
      this.workbench.dataset.opened = this.workbench.dataset.opened === panel ? "" : panel;
      if (this.workbench.dataset.opened) this.workbench.querySelector(`.${panel}`).querySelector("a, button, input")?.focus();
      return;
    }
    const folded = new Set((this.workbench.dataset.folded ?? "").split(" ").filter(Boolean));
    if (!folded.delete(panel)) folded.add(panel);
    localStorage.setItem(this.memory, [...folded].join(" "));
    this.refold();
  }

  /** Each view has its own folded panels. */
  get memory() {
    return `keysheet-folded-${this.workbench.querySelector(".view")?.id ?? ""}`;
  }

  /** A page that was swapped has none of its panels folded. */
  refold() {
    const folded = localStorage.getItem(this.memory) ?? this.workbench.dataset.usualFold ?? "";
    if ((this.workbench.dataset.folded ?? "") !== folded) this.workbench.dataset.folded = folded;
  }

  walk(event) {
    const rows = [...this.workbench.querySelectorAll(".outline a.row")];
    const at = rows.indexOf(event.target.closest("a.row"));
    const to = rows[at + { ArrowDown: 1, ArrowUp: -1 }[event.key]];
    if (at < 0 || !to) return;
    event.preventDefault();
    to.focus();
  }
}

/** The ids of the parts for an action at a row: of a list in which several are selected, all of them. */
function partsAt(row) {
  const several = row.closest("key-sheet")?.heads.of(row) ?? row.closest("pattern-board")?.chosen.of(row) ?? [];
  if (several.length) return several;
  return row.matches(".outline a") ? [row.id.replace("outline-", "")] : [];
}

customElements.define("design-commands", DesignCommands);
