// The design or the selected part as JSON: completed and checked while it is typed, saved as one change. Text is kept in this
// browser until it is saved.

import { editor } from "../../lib/json-code.js";
import { get, say, show } from "../../lib/sync/server.js";
import { withToken } from "../../lib/sync/tokens.js";

const shelf = (design, part) => `keysheet-json-${design}-${part}`;

class JsonEditor extends HTMLElement {
  static observedAttributes = ["data-part"];
  #part = "";
  #kind = "design";
  #revision = 0;
  #saved = "";
  #faults = [];
  code = null;

  async connectedCallback() {
    if (this.code) return;
    this.addEventListener("click", (event) => this.clicked(event));
    // Keys typed here are text, not shortcuts of the page; only the palette opens from here too.
    this.host.addEventListener("keydown", (event) => (event.ctrlKey || event.metaKey) && event.key === "k" ? null : event.stopPropagation());
    this.seen = new MutationObserver(() => this.heard());
    this.seen.observe(this.querySelector("#json_state"), { childList: true, subtree: true, attributes: true });
    const [module, schema] = await Promise.all([import(this.dataset.module), fetch(this.dataset.schema).then((answer) => answer.json())]);
    if (!this.isConnected) return;
    this.code = editor(module, this.host, {
      schema,
      kind: () => this.#kind,
      label: "JSON of the design",
      isReadOnly: !this.mayEdit,
      isLoaded: () => this.#saved !== "",
      check: (text) => this.check(text),
      save: () => void this.save(),
      changed: () => this.changed(),
      told: (faults) => this.told(faults),
    });
    await this.open(this.dataset.part);
    this.code?.view.focus();
  }

  disconnectedCallback() {
    // A morph moves elements: only one that does not come back ends its editor, which holds the page's nodes otherwise.
    queueMicrotask(() => this.isConnected || this.end());
  }

  end() {
    this.seen?.disconnect();
    this.code?.view.destroy();
    this.code = null;
  }

  attributeChangedCallback(_, before, after) {
    if (before === null || before === after || !this.code) return;
    this.scopes();
    // Follow the selected part, unless unsaved text would disappear.
    if (this.#part && !this.isDirty) void this.open(after);
  }

  get host() {
    return this.querySelector("#json-code");
  }

  get workbench() {
    return this.closest("[data-design]");
  }

  get mayEdit() {
    return this.workbench.dataset.mayEdit === "true";
  }

  get isDirty() {
    return this.mayEdit && this.code !== null && this.code.text !== this.#saved;
  }

  get shelf() {
    return shelf(this.workbench.dataset.design, this.#part);
  }

  clicked(event) {
    const scope = event.target.closest("[data-scope]");
    if (scope) void this.open(scope.dataset.scope ? this.dataset.part : "");
    if (event.target.closest("[data-save-json]")) void this.save();
    if (event.target.closest("[data-again]")) void this.again();
    const fault = event.target.closest("[data-fault]");
    if (fault) this.code.goTo(this.#faults[Number(fault.dataset.fault)].from);
  }

  async open(part) {
    const answer = await this.fetchText(part);
    // The page can have been left while the text was on its way.
    if (!answer || !this.code) return;
    this.#part = part;
    this.#kind = answer.kind;
    const kept = this.mayEdit ? JSON.parse(localStorage.getItem(this.shelf) ?? "null") : null;
    const isKept = kept && kept.text !== answer.text;
    this.#revision = isKept ? kept.revision : answer.revision;
    this.#saved = answer.text;
    this.code.text = isKept ? kept.text : answer.text;
    this.querySelector("#json-title").textContent = part ? `JSON of ${answer.name || answer.kind}` : "JSON";
    this.scopes();
    this.say(isKept ? `Your unsaved text, based on revision ${kept.revision}.` : "");
  }

  async fetchText(part) {
    const address = new URL(this.dataset.text, location.href);
    if (part) address.searchParams.set("part", part);
    try {
      const answer = await get(address);
      if (answer.status === 200) return JSON.parse(answer.text);
      say("This part of the design no longer exists.", true);
    } catch {
      say("The server does not respond. The JSON cannot be loaded now.", true);
    }
    return null;
  }

  scopes() {
    const part = this.querySelector("#json-part");
    part.hidden = !this.dataset.part;
    part.setAttribute("aria-pressed", String(Boolean(this.#part)));
    this.querySelector("#json-whole").setAttribute("aria-pressed", String(!this.#part));
  }

  changed() {
    if (!this.mayEdit) return;
    this.querySelector("#json-save").disabled = !this.isDirty;
    if (this.isDirty) localStorage.setItem(this.shelf, JSON.stringify({ text: this.code.text, revision: this.#revision }));
    else localStorage.removeItem(this.shelf);
    this.heard();
  }

  /** The design has changed: reload unedited text; edited text is merged when it is saved. */
  heard() {
    const newest = Number(this.querySelector("[data-newest]")?.dataset.newest ?? 0);
    if (!this.code || newest <= this.#revision) return;
    if (this.isDirty) this.say(`Others have changed the design since revision ${this.#revision}. Saving merges both versions.`);
    else void this.open(this.#part);
  }

  async again() {
    localStorage.removeItem(this.shelf);
    await this.open(this.#part);
    this.code?.view.focus();
  }

  async check(text) {
    if (!this.isDirty) return [];
    const answer = await this.send(this.dataset.check, { text, part: this.#part, revision: this.#revision }).catch(() => null);
    return answer?.status === 200 ? answer.body.faults : [];
  }

  told(faults) {
    this.#faults = faults;
    const place = this.querySelector("#json-problems");
    if (!place) return;
    place.hidden = !faults.length;
    place.replaceChildren(...faults.slice(0, 20).map((fault, number) => problem(fault, number)));
  }

  async save(keep = false) {
    if (!this.mayEdit || !this.isDirty) return;
    const text = this.code.text;
    // The same key for the same text, so that a retry after a lost response does not repeat the change.
    if (this.sent?.text !== text || keep) this.sent = { text, key: crypto.randomUUID() };
    this.say("Saving");
    try {
      const change = { text, part: this.#part, revision: this.#revision, key: this.sent.key, keep };
      await this.answered(await this.send(this.dataset.save, change), text);
    } catch {
      this.say("Not saved: the server does not respond. Your text is kept here. Save again.", true);
    }
  }

  async answered({ status, body }, text) {
    if (status === 200) {
      this.#revision = body.revision;
      this.#saved = text;
      this.changed();
      this.say(`Saved, revision ${body.revision}.`);
      document.dispatchEvent(new CustomEvent("keysheet:saved", { detail: { revision: body.revision } }));
      await this.tidy(text, body.revision);
    } else if (status === 409 && body.conflicts) {
      this.say(body.message, true);
      this.choose(body);
    } else {
      this.say(`Not saved: ${body.message}`, true);
    }
  }

  /** Show the text as stored, unless the person has continued typing. */
  async tidy(text, revision) {
    const answer = await this.fetchText(this.#part);
    if (!answer || this.code?.text !== text) return;
    const at = this.code.view.state.selection.main.head;
    this.#saved = answer.text;
    this.#revision = Math.max(revision, answer.revision);
    if (answer.text !== text) {
      this.code.text = answer.text;
      this.code.view.dispatch({ selection: { anchor: Math.min(at, answer.text.length) } });
    }
  }

  choose({ message, conflicts }) {
    const dialog = show(document.getElementById("json-conflicts").innerHTML);
    dialog.querySelector("[data-said]").textContent = message;
    dialog.querySelector("tbody").replaceChildren(...conflicts.map(conflictRow));
    dialog.addEventListener(
      "click",
      (event) => {
        const choice = event.target.closest("[data-choice]")?.dataset.choice;
        if (!choice) return;
        dialog.close();
        if (choice === "mine") void this.save(true);
        else if (choice === "theirs") void this.again();
        else this.code.view.focus();
      },
    );
  }

  async send(address, body) {
    const answer = await withToken(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  }

  say(sentence, isGrave = false) {
    const place = this.querySelector("#json-said");
    if (!place) return;
    if (place.textContent !== sentence) place.textContent = sentence;
    place.classList.toggle("refusal", isGrave);
  }
}

function problem({ line, message }, number) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "json-problem" });
  button.dataset.fault = number;
  const where = Object.assign(document.createElement("span"), { className: "where", textContent: `line ${line}` });
  button.append(where, ` ${message}`);
  return button;
}

function conflictRow({ what, theirs, yours }) {
  const row = document.createElement("tr");
  const cells = [what, written(theirs), written(yours)].map((text, n) =>
    Object.assign(document.createElement(n ? "td" : "th"), { textContent: text, className: n ? "mono" : "" }),
  );
  row.append(...cells);
  return row;
}

function written(value) {
  return value === null || value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value);
}

/** `j` opens the JSON page from every page of a design. */
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches?.("input, textarea, select, [contenteditable]");
  if (event.key !== "j" || isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const link = document.querySelector("[data-json-link]");
  if (!link) return;
  event.preventDefault();
  link.click();
});

customElements.define("json-editor", JsonEditor);
