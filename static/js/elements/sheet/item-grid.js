// The grid of items: a window of a long list, positioned by two spacers; keyboard access to cells, edited in place.

import { choosing } from "../../lib/choices.js";
import { copied, copyItems, pasted } from "../../lib/grid/grid-clipboard.js";
import { around, isShort, tall } from "../../lib/grid/grid-window.js";
import { actOf, columnOf } from "../../lib/grid/grid-keys.js";
import { itemsActs, itemsMenu, openPaste, openSamples } from "../../lib/grid/item-acts.js";
import { clear, editCell, isEditable, itemOf, open, removeItems } from "../../lib/grid/item-cell.js";
import { Folds } from "../../lib/grid/item-folds.js";
import { Latest } from "../../lib/sync/latest.js";
import { get, morph, say } from "../../lib/sync/server.js";

const ITEM_PIXELS = 28;
const HEADS = "keysheet-heads";

class ItemGrid extends HTMLElement {
  static observedAttributes = ["data-pattern", "data-lit"];

  connectedCallback() {
    // A morph moves elements outside of the page first; the grid starts when it is back in its place.
    const workbench = this.closest("[data-design]");
    if (!workbench) return;
    this.stop = new AbortController();
    const { signal } = this.stop;
    const on = (target, name, act, options = {}) => target.addEventListener(name, act, { signal, ...options });
    this.windows ??= new Latest((first) => this.load({ first }));
    this.selected ??= new Set();
    this.region = this.closest(".grid-region");
    this.folds = new Folds(`${workbench.dataset.design}-${this.id}`, this.dataset.folded);
    on(this, "scroll", () => this.look(), { passive: true });
    on(this, "keydown", (event) => this.pressed(event));
    on(this, "click", (event) => this.clicked(event));
    on(this, "dblclick", (event) => this.begin(event.target.closest(".value")));
    on(this, "focusin", (event) => this.focused(event.target));
    on(this, "focusout", (event) => event.relatedTarget && !this.contains(event.relatedTarget) && (this.isHeld = false));
    on(this, "paste", (event) => pasted(this, event));
    on(this, "copy", (event) => copied(this, event));
    for (const name of ["pointerdown", "keysheet:gone"]) on(document, name, (event) => !this.contains(event.target) && (this.isHeld = false));
    on(document, "htmx:before:swap", () => (this.keptTop = this.scrollTop));
    on(document, "htmx:after:swap", () => this.swapped());
    on(this.region, "click", (event) => this.acted(event));
    on(document, "keysheet:acts", ({ detail }) => this.mayEdit && detail.push(...itemsActs(this).map(([label, keys, act]) => ({ label, keys, act }))));
    // A filter starts at the top, and is set before the region is requested.
    for (const name of ["input", "change", "click"])
      on(this.region, name, (event) => event.target.closest("[data-choice], [data-choose], [data-choose-none]") && this.toTop(event), { capture: true });
    choosing(this.region, { signal });
    this.settle();
    if (this.folds.differs || this.heads !== (this.dataset.heads ?? "")) void this.load({ first: 1 });
    this.forgetSought();
    setTimeout(() => this.showLit());
  }

  disconnectedCallback() { this.stop?.abort(); }

  /** The item of a link is in the first window; later windows are where the person scrolls. */
  forgetSought() {
    const address = new URL(location.href);
    if (!address.searchParams.has("seek")) return;
    address.searchParams.delete("seek");
    history.replaceState(history.state, "", address);
  }

  attributeChangedCallback(name, before, pattern) {
    // A pattern was selected, not only updated: scroll to its first item when the rows arrive. With other parameters it reads others.
    if (name === "data-lit" && (!before || !this.dataset.lit || this.isToShow)) return;
    this.isToShow = Boolean(pattern) && pattern !== before;
    if (this.isToShow && this.isConnected) setTimeout(() => this.showLit());
  }

  showLit() {
    if (!this.isToShow) return;
    this.isToShow = false;
    this.settle();
    const lit = this.querySelector(".returned, .discarded, .written");
    if (lit || !this.dataset.lit) this.bringIn(lit);
    else void this.load({ seek: this.dataset.lit }).then(() => this.bringIn(document.getElementById(`row-${this.dataset.lit}`)));
  }

  get mayEdit() {
    return this.closest("[data-design]").dataset.mayEdit === "true";
  }

  /** Ids of the items for an action: the selected ones, else the focused one. */
  get chosen() {
    if (this.selected.size) return [...this.selected];
    const row = this.at && document.getElementById(this.at.row);
    return row?.matches("[data-item]") ? [itemOf(row)] : [];
  }

  /** "one": one head row for all entities, as this person has chosen. */
  get heads() { return localStorage.getItem(HEADS) ?? ""; }

  get entity() { return document.getElementById(this.at?.row ?? "")?.dataset.entity ?? ""; }

  number(name) { return Number(this.dataset[name] ?? 0); }
  toTop(event) {
    if (event?.target.closest("[data-choose-none]")) this.region.querySelector("#grid-find").value = "";
    this.dataset.first = 0;
    this.scrollTop = 0;
  }

  /** While rows are replaced, the list is shorter for a moment and the browser cuts the scroll position: restore it. */
  swapped() {
    this.settle();
    if (this.keptTop > this.scrollTop) this.scrollTop = this.keptTop;
    this.fill();
  }

  /** A window that came for another place, as after a parameter that reads elsewhere: show what is lit, or ask for this place. */
  fill() {
    const first = this.number("before");
    const isAway = this.scrollTop + this.clientHeight <= first || this.scrollTop >= first + this.number("drawn");
    if (!this.isConnected || !this.number("drawn") || !isAway) return;
    const lit = this.querySelector(".returned, .discarded, .written");
    if (lit) this.bringIn(lit);
    else this.look();
  }

  /** After every change of the contents: spacers, selection, the cell in the tab order, the focus. */
  settle() {
    if (!this.isConnected) return;
    for (const [name, pixels] of [["before", this.number("before")], ["after", this.number("after")]]) {
      const spacer = this.querySelector(`[data-spacer="${name}"]`);
      if (spacer) spacer.style.height = `${pixels}px`;
    }
    for (const row of this.querySelectorAll("[data-item]")) {
      if (this.selected.has(itemOf(row))) row.setAttribute("aria-selected", "true");
      else if (row.hasAttribute("aria-selected")) row.removeAttribute("aria-selected");
    }
    const cell = this.cellAt(this.at);
    this.only(cell ?? this.querySelector(".item > .key-rest, [data-head]"));
    if (cell && this.isHeld && (document.activeElement === document.body || !document.activeElement)) cell.focus({ preventScroll: true });
  }

  only(cell) {
    for (const one of this.querySelectorAll('[tabindex="0"]')) if (one !== cell) one.tabIndex = -1;
    if (cell) cell.tabIndex = 0;
  }

  cellAt(at) {
    const row = at && document.getElementById(at.row);
    if (!row || !this.contains(row)) return null;
    if (!row.matches("[data-item]")) return row;
    return [...row.querySelectorAll("[tabindex]")].find((one) => columnOf(one) === at.column) ?? row.querySelector("[tabindex]");
  }

  focused(target) {
    const cell = target.closest("[data-head], .item > [tabindex]");
    if (!cell) return;
    this.isHeld = true;
    this.at = { row: (cell.closest("[data-item]") ?? cell).id, column: columnOf(cell) };
    this.only(cell);
  }

  /** Request another window when the end of the current one is near. */
  look() {
    if (!isShort(this)) return;
    // A draft is short, and belongs to the cell that is being edited.
    if (this.hasAttribute("data-draft")) document.dispatchEvent(new CustomEvent("keysheet:redraft"));
    else this.windows.ask(around(this, this.scrollTop));
  }

  async load(asked) {
    const address = new URL(this.closest("[data-design]").dataset.grid, location.href);
    address.search = location.search;
    address.searchParams.delete("seek");
    for (const [name, value] of Object.entries({ ...asked, folded: this.folds.text, heads: this.heads, tall: tall(this) })) if (value) address.searchParams.set(name, value);
    const answer = await get(address);
    if (answer.status !== 200 || !this.isConnected) return;
    this.querySelector("[data-editing] :is(input, select, textarea)")?.blur();
    await morph(document.getElementById("grid"), answer.text);
    this.settle();
  }

  /** Scroll to an item and focus it, or one of its cells. */
  async seek(id, cell = "[tabindex]") {
    await this.load({ seek: id });
    const row = document.getElementById(`row-${id}`);
    if (!row) return;
    this.bringIn(row);
    this.isHeld = true;
    (row.querySelector(cell) ?? row.querySelector("[tabindex]")).focus({ preventScroll: true });
  }

  bringIn(row) {
    if (!row) return;
    const above = row.offsetTop + (row.offsetParent === this ? 0 : row.closest(".block").offsetTop) - this.scrollTop;
    if (above < ITEM_PIXELS * 3 || above > this.clientHeight - ITEM_PIXELS * 2) this.scrollTop += above - this.clientHeight / 3;
  }

  clicked(event) {
    const head = event.target.closest("[data-head]");
    if (head) {
      head.focus({ preventScroll: true });
      if (event.target.closest("[data-fold-block]")) this.fold(head);
      return;
    }
    const cell = event.target.closest(".item > *");
    if (!cell || !getSelection().isCollapsed || event.target.closest(".cell-field")) return;
    if (cell.matches(".who")) this.choose(cell.parentElement);
    const to = cell.matches("[tabindex]") ? cell : cell.parentElement.querySelector("[tabindex]");
    to.focus({ preventScroll: true });
    if (event.shiftKey) this.extend(cell.parentElement);
    else if (event.ctrlKey || event.metaKey) this.toggle(cell.parentElement);
    else if (cell.matches(".key-rest")) this.select([cell.parentElement]);
    else this.select([]);
    this.anchor = event.shiftKey ? this.anchor : cell.parentElement.id;
  }

  /** The actions of the toolbar. */
  acted(event) {
    const button = event.target.closest("[data-grid-act]");
    if (!button) return;
    const act = button.dataset.gridAct;
    if (act.endsWith("fold-all")) void this.refold(() => this.folds.all(act === "fold-all"));
    else if (act === "heads") void this.refold(() => localStorage.setItem(HEADS, this.heads ? "" : "one"));
    else if (act === "menu") itemsMenu(button, this);
    else void (act === "samples" ? openSamples() : openPaste("", this.entity));
  }

  fold(head) {
    const block = head.closest("[data-block]").dataset.block;
    this.refold(() => this.folds.toggle(block));
  }

  refold(act) {
    act();
    this.dataset.folded = this.folds.text;
    return this.load({ first: around(this, this.scrollTop) });
  }

  select(rows) {
    this.selected = new Set(rows.map(itemOf));
    this.tellSelected();
  }

  toggle(row) {
    this.anchor = row.id;
    if (!this.selected.delete(itemOf(row))) this.selected.add(itemOf(row));
    this.tellSelected();
  }

  /** From the start of the selection to this row. */
  extend(row) {
    const rows = [...this.querySelectorAll("[data-item]")];
    const from = rows.findIndex((one) => one.id === this.anchor);
    const to = rows.indexOf(row);
    const [first, last] = from < 0 ? [to, to] : [from, to].sort((a, b) => a - b);
    this.select(rows.slice(first, last + 1));
  }

  tellSelected() {
    this.settle();
    if (this.selected.size > 1) say(`${this.selected.size} items selected. Ctrl C copies them, Ctrl Alt C as JSON; Delete removes, Ctrl D duplicates them.`);
  }

  remove_() {
    const ids = this.chosen;
    this.selected.clear();
    return removeItems(ids);
  }

  copy(form) { return copyItems(this, form); }
  refuse() { say("You can view this design but not edit it."); }

  begin(cell, typed = "", isNext = false) {
    if (!cell || cell.hasAttribute("data-editing")) return;
    if (!isEditable(cell)) say(`${cell.dataset.name ?? "This"} is written by a key template. Edit the template in the key sheet, or the attributes that it uses.`);
    else if (!this.mayEdit) cell.classList.contains("long") ? void open(cell) : this.refuse();
    else void editCell(cell, (step) => this.ended(cell, step), typed, isNext);
  }

  /** An edit ended: stay, or go to the next attribute; null if the focus has already moved elsewhere. */
  ended(cell, step) {
    if (step === null) return;
    const cells = [...cell.parentElement.querySelectorAll(".value")].filter(isEditable);
    const to = cells[cells.indexOf(cell) + step];
    (to ?? cell).focus({ preventScroll: false });
    if (step && to) this.begin(to, "", true);
  }

  /** The inspector shows the entity of an item. */
  choose(row) {
    document.getElementById(`outline-${row.dataset.entity}`)?.click();
  }

  pressed(event) {
    const cell = event.target.closest("[data-head], .item > [tabindex]");
    if (!cell || event.target.closest("[data-editing]")) return;
    const act = actOf(this, event, cell);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    void act();
  }

  deleted(cell) {
    if (!this.mayEdit) return this.refuse();
    if (this.selected.size || !cell.matches(".value")) return this.remove_();
    return isEditable(cell) ? clear(cell) : this.begin(cell);
  }

  onlyThis(head) {
    const address = new URL(location.href);
    address.searchParams.set("partition", head.dataset.label);
    history.replaceState(history.state, "", address);
    this.toTop();
    document.dispatchEvent(new CustomEvent("keysheet:refresh"));
  }
}

customElements.define("item-grid", ItemGrid);
