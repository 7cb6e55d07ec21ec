// Comments on a design's page: c or Shift F2 comments on the focused element, marks on cells, a dialog that updates itself.

import { choosing } from "../../lib/choices.js";
import { get, morphInside, post, say, sentence, show } from "../../lib/sync/server.js";

class DesignComments extends HTMLElement {
  connectedCallback() {
    this.workbench = this.closest("[data-design]");
    this.stop = new AbortController();
    const { signal } = this.stop;
    const on = (name, act) => document.addEventListener(name, act, { signal });
    document.addEventListener("keydown", (event) => this.pressed(event), { signal, capture: true });
    on("click", (event) => this.clicked(event));
    on("htmx:after:swap", () => this.mark());
    on("keysheet:swapped", () => this.mark());
    on("keysheet:comment-on", ({ target }) => void this.open(spotOf(target) ?? chosen()));
    on("keysheet:comments", () => void this.again());
    on("keysheet:comment", (event) => event.detail.state === "said" && void this.again());
    this.mark();
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  get mayComment() {
    return this.dataset.mayComment === "true";
  }

  /** c, and Shift F2 as in a spreadsheet: in a sheet whose cells can be edited, c is typed. */
  pressed(event) {
    const isAnywhere = event.key === "F2" && event.shiftKey;
    const isLetter = event.key === "c" && !event.ctrlKey && !event.metaKey && !event.altKey && !this.takesLetters(event.target);
    if (!(isAnywhere || isLetter) || document.getElementById("dialog").open) return;
    event.preventDefault();
    event.stopPropagation();
    const button = event.target.closest?.("[data-comment-on]");
    void this.open(button ? placeOf(button.dataset) : (spotOf(event.target) ?? chosen()), button);
  }

  takesLetters(target) {
    const isSheet = this.workbench.dataset.mayEdit === "true" && target.closest?.("key-sheet, item-grid");
    return Boolean(isSheet || target.matches?.("input, textarea, select, [contenteditable]"));
  }

  clicked(event) {
    const target = event.target.closest?.("[data-comment-on], [data-settle], [data-said-edit], [data-said-remove], [data-close-dialog]");
    if (!target) return;
    if ("commentOn" in target.dataset) void this.open(placeOf(target.dataset), target);
    else if ("settle" in target.dataset) void this.settle(target);
    else if ("saidEdit" in target.dataset) this.edit(target.closest("[data-said]"));
    else if ("saidRemove" in target.dataset) void this.remove(target.closest("[data-said]"));
    else target.closest("dialog").close();
  }

  /** The dialog of one place; when it closes, the focus returns. The place can be in another design: in a branch. */
  async open(spot, opener = null) {
    const place = new URLSearchParams(Object.entries(spot).filter(([, value]) => value));
    this.opener = opener;
    this.at = `${opener?.dataset.commentsOf ?? this.dataset.comments}at/?${place}`;
    const answer = await get(this.at);
    if (!answer || answer.status !== 200) {
      say(answer.status ? sentence(answer.text) : "The server does not respond. Comments open when it does.", true);
      return;
    }
    const before = document.activeElement;
    const dialog = show(answer.text);
    dialog.addEventListener("close", () => (document.getElementById(before?.id) ?? document.querySelector("[data-blocks]"))?.focus(), { once: true });
    this.own();
    dialog.querySelector("comment-box[data-new] textarea")?.focus();
  }

  /** Reload the threads of the open dialog, and what the page of a review says of them: they block its merge. */
  async again() {
    await Promise.all([this.threads(), this.blocked()]);
  }

  async blocked() {
    const section = document.querySelector("[data-blocks]");
    if (!section) return;
    const answer = await get(location.href);
    if (answer.status !== 200 || !section.isConnected) return;
    const page = new DOMParser().parseFromString(answer.text, "text/html");
    await morphInside(section, page.querySelector("[data-blocks]").innerHTML);
  }

  async threads() {
    const list = document.querySelector("#dialog[open] [data-threads]");
    if (!list) return;
    const answer = await get(this.at);
    if (answer?.status !== 200 || !list.isConnected) return;
    const page = new DOMParser().parseFromString(answer.text, "text/html");
    await morphInside(list, page.querySelector("[data-threads]").innerHTML);
    const path = this.opener?.dataset.commentPath ?? "";
    const left = list.querySelectorAll(".thread:not(.resolved)").length || "";
    for (const count of document.querySelectorAll(`[data-comment-path="${CSS.escape(path)}"] [data-count]`)) count.textContent = left;
    this.own();
  }

  async settle(button) {
    const { thread } = button.closest("[data-thread]").dataset;
    await this.tell(`${this.base(button)}${thread}/resolve/`, button.dataset.settle === "open" ? { open: "1" } : {});
  }

  async remove(said) {
    await this.tell(`${this.base(said)}said/${said.dataset.said}/remove/`, {});
  }

  /** The text becomes a field; Ctrl Enter saves, Escape cancels. */
  edit(said) {
    const shown = said.querySelector(".text");
    if (said.querySelector("textarea")) return;
    const text = Object.assign(document.createElement("textarea"), { className: "input", value: shown.textContent, rows: 3, maxLength: 4000 });
    text.setAttribute("aria-label", "Your comment");
    said.setAttribute("data-editing", "");
    shown.hidden = true;
    const save = Object.assign(document.createElement("button"), { type: "button", className: "button button-small", textContent: "Save" });
    const row = Object.assign(document.createElement("div"), { className: "row" });
    row.append(save);
    shown.after(text, row);
    text.focus();
    const leave = () => {
      text.remove();
      row.remove();
      shown.hidden = false;
      said.removeAttribute("data-editing");
      said.closest("[data-fragment]")?.setAttribute("data-version", "");
      document.dispatchEvent(new CustomEvent("keysheet:refresh"));
      void this.again();
    };
    const keep = async () => {
      if (await this.tell(`${this.base(said)}said/${said.dataset.said}/edit/`, { text: text.value })) leave();
    };
    save.addEventListener("click", () => void keep());
    text.addEventListener("keydown", (event) => {
      if (event.key === "Escape") leave();
      else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void keep();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** The address of the comments of the design that a thread belongs to. */
  base(element) {
    return element.closest("[data-comments-at]")?.dataset.commentsAt ?? this.dataset.comments;
  }

  async tell(address, fields) {
    const answer = await post(address, fields);
    if (answer.status && answer.status < 300) {
      void this.again();
      return true;
    }
    say(answer.status ? sentence(answer.text) : "Not saved: the server does not respond. Try again.", true);
    return false;
  }

  mark() {
    this.own();
    const counts = new Map([...document.querySelectorAll("#talk [data-on]")].map((one) => [one.dataset.on, one.value]));
    for (const element of this.workbench.querySelectorAll("[data-comments]:not(design-comments)"))
      if (!counts.has(element.id)) element.removeAttribute("data-comments");
    for (const [id, count] of counts) {
      const element = document.getElementById(id);
      if (element && element.dataset.comments !== count) element.dataset.comments = count;
    }
  }

  /** Show the actions of a comment's author, and mark one's own threads. */
  own() {
    const { me } = this.dataset;
    const mayManage = this.dataset.mayManage === "true";
    for (const own of document.querySelectorAll("[data-said] .own")) {
      const said = own.closest("[data-said]");
      const isMine = said.dataset.by === me;
      // An owner removes what a guest wrote, and edits nobody's words.
      const mayRemove = isMine || (mayManage && "byGuest" in said.dataset);
      own.hidden = !mayRemove || !this.mayComment || Boolean(said.querySelector(".text > .quiet"));
      own.querySelector("[data-said-edit]").hidden = !isMine;
    }
    for (const button of document.querySelectorAll("[data-value-me]")) button.dataset.value = me;
  }
}

/** The place that an element represents, as the server names it; null if it represents none. */
function spotOf(element) {
  const finding = element.closest?.("[data-of-rule]")?.dataset;
  if (finding) return { rule: finding.ofRule, path: finding.ofPath, part: finding.ofPart };
  const row = element.closest?.("[data-item]");
  const named = element.closest?.("[data-part]");
  if (named?.dataset.part) return { part: named.dataset.part, field: named.dataset.field ?? "" };
  const head = element.closest?.("th [data-head]")?.closest("[data-row], th[data-column]")?.dataset;
  if (head?.row || head?.column) return { part: head.row || head.column };
  if (row) return { part: row.dataset.item || row.id.replace(/^row-/, "") };
  const listed = element.closest?.(".outline [id^=outline-]");
  return listed ? { part: listed.id.slice("outline-".length) } : null;
}

/** The place that a button names. */
function placeOf({ commentOn, commentRule, commentPath }) {
  return { part: commentOn, rule: commentRule ?? "", path: commentPath ?? "" };
}

function chosen() {
  return { part: new URLSearchParams(location.search).get("part") ?? "" };
}

class CommentsPanel extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    choosing(this, { signal: this.stop.signal });
    this.querySelector(".thread.chosen")?.scrollIntoView({ block: "center" });
    this.querySelector(".thread.chosen")?.focus({ preventScroll: true });
  }

  disconnectedCallback() {
    this.stop.abort();
  }
}

customElements.define("design-comments", DesignComments);
customElements.define("comments-panel", CommentsPanel);
