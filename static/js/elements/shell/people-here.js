// The people who are here, as initials and as a list with their places; following a person until one's own next action.

import { say, show } from "../../lib/sync/server.js";

const ACTS = ["pointerdown", "keydown", "wheel", "touchstart"];
const ONLY_HELD = ["Shift", "Control", "Alt", "Meta"];

class FollowBar extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    document.addEventListener("keysheet:people", (event) => this.take(event.detail.people), { signal });
    document.addEventListener("click", (event) => this.clicked(event), { signal });
    document.addEventListener("htmx:after:swap", () => this.scroll(), { signal });
    for (const act of ACTS) document.addEventListener(act, (event) => this.acted(event), { signal, capture: true, passive: true });
    this.people ??= [];
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  get followed() {
    return this.people.find((person) => person.id === this.who && !person.me);
  }

  clicked(event) {
    const follow = event.target.closest?.("[data-follow]");
    if (follow) {
      follow.closest("dialog")?.close();
      this.follow(Number(follow.dataset.follow));
    }
    if (event.target.closest?.("#people-count")) this.list();
    if (event.target.closest?.("[data-unfollow]")) this.leave();
  }

  follow(who) {
    this.who = who;
    this.begun = performance.now();
    if (!this.followed) {
      this.who = 0;
      return;
    }
    this.shown();
    this.tell();
    this.go();
  }

  leave(why = "") {
    if (!this.who) return;
    this.who = 0;
    this.hidden = true;
    this.replaceChildren();
    this.tell();
    if (why) say(why);
  }

  tell() {
    document.dispatchEvent(new CustomEvent("keysheet:follows", { detail: { who: this.who } }));
  }

  /** Any action on the page ends it, except the click that started it. */
  acted(event) {
    if (!this.who || performance.now() - this.begun < 300) return;
    if (event.type === "keydown" && ONLY_HELD.includes(event.key)) return;
    if (event.target.closest?.("follow-bar") && event.type !== "keydown") return;
    this.leave();
  }

  take(people) {
    const before = this.followed;
    this.people = people;
    if (!this.who) {
      this.watchers();
      return;
    }
    if (!this.followed) this.leave(`${before?.name ?? "Who you followed"} left.`);
    else this.go();
  }

  /** Show who follows this person, so that following is always visible. */
  watchers() {
    const me = this.people.find((person) => person.me);
    const names = this.people.filter((person) => me && person.follows === me.id && !person.me).map((person) => person.name);
    this.hidden = !names.length;
    this.className = "watched";
    if (names.length) this.textContent = `${names.join(", ")} ${names.length > 1 ? "follow" : "follows"} you`;
  }

  shown() {
    const { followed } = this;
    this.hidden = false;
    this.className = followed.color;
    const end = Object.assign(document.createElement("button"), { type: "button", className: "button button-small", textContent: "Stop (Escape)" });
    end.setAttribute("data-unfollow", "");
    this.replaceChildren(`You follow ${followed.name}. Any action of yours stops this. `, end);
  }

  go() {
    const { path } = this.followed;
    if (path && path !== location.pathname + location.search) this.visit(path);
    else this.scroll();
  }

  /** Use the page's own navigation. */
  visit(path) {
    if (this.going === path) return;
    this.going = path;
    const link = Object.assign(document.createElement("a"), { href: path, hidden: true });
    document.querySelector(".topbar").append(link);
    window.htmx.process(link);
    link.click();
    link.remove();
    setTimeout(() => (this.going = ""), 1000);
  }

  scroll() {
    const { followed } = this;
    if (!followed) return;
    const grid = document.querySelector("item-grid");
    if (grid && Math.abs(grid.scrollTop - followed.scroll) > 1) grid.scrollTop = followed.scroll;
    if (followed.focus) document.getElementById(followed.focus)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  list() {
    const dialog = show('<h2 id="dialog-title">Here now</h2><ul class="people-list"></ul><div class="form-actions"><button type="button" class="button" data-close-dialog>Close</button></div>');
    dialog.querySelector("ul").append(...this.people.map((person) => line(person)));
  }
}

function line(person) {
  const row = document.createElement("li");
  const dot = Object.assign(document.createElement("span"), { className: `person ${person.color}`, textContent: person.initials });
  const name = Object.assign(document.createElement("strong"), { textContent: person.me ? `${person.name} (you)` : person.name });
  const where = Object.assign(document.createElement("span"), { className: "quiet small", textContent: person.where });
  dot.setAttribute("aria-hidden", "true");
  row.append(dot, name, where);
  if (!person.me && person.path) {
    const follow = Object.assign(document.createElement("button"), { type: "button", className: "button button-small", textContent: "Follow" });
    follow.dataset.follow = person.id;
    row.append(follow);
  }
  return row;
}

customElements.define("follow-bar", FollowBar);
