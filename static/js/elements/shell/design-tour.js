// A tour of five stops over the key sheet, by mouse or keyboard, which can be left at any stop. It changes nothing in the design.

const MARGIN = 10;

class DesignTour extends HTMLElement {
  #at = 0;

  connectedCallback() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    document.addEventListener("click", (event) => event.target.closest("[data-tour]") && this.asked(event), { signal });
    window.addEventListener("resize", () => this.place(), { signal });
    if (location.hash === "#tour") this.begin();
  }

  disconnectedCallback() {
    this.stop.abort();
    this.leave();
  }

  get stops() {
    return [...this.querySelector("template").content.querySelectorAll("section")];
  }

  /** The stops are on the key sheet: from another page, the tour begins there. */
  asked(event) {
    event.preventDefault();
    document.getElementById("dialog").close();
    if (document.getElementById("sheet")) this.begin();
    else location.assign(`${this.dataset.sheet}#tour`);
  }

  begin() {
    if (location.hash === "#tour") history.replaceState(history.state, "", location.pathname + location.search);
    this.leave();
    this.before = document.activeElement;
    this.ring = Object.assign(document.createElement("div"), { className: "tour-ring" });
    this.card = Object.assign(document.createElement("div"), { className: "tour-card", tabIndex: -1 });
    this.card.setAttribute("role", "dialog");
    this.card.setAttribute("aria-labelledby", "tour-title");
    this.card.addEventListener("click", (event) => this.clicked(event));
    this.card.addEventListener("keydown", (event) => this.pressed(event));
    this.append(this.ring, this.card);
    this.go(0);
  }

  leave() {
    if (!this.card) return;
    this.card.remove();
    this.ring.remove();
    this.card = this.ring = null;
    this.before?.focus?.({ preventScroll: true });
  }

  go(number) {
    this.#at = number;
    const stops = this.stops;
    const stop = stops[number].cloneNode(true);
    stop.querySelector("h2").id = "tour-title";
    const isLast = number === stops.length - 1;
    const acts = document.createElement("div");
    acts.className = "form-actions";
    acts.append(
      Object.assign(document.createElement("span"), { className: "quiet small", textContent: `${number + 1} of ${stops.length}` }),
      button("Leave", "leave", "button button-quiet button-small"),
      button("Back", "back", "button button-small"),
      button(isLast ? "Done" : "Next", isLast ? "leave" : "next", "button button-small button-primary"),
    );
    acts.querySelector("[data-act=back]").disabled = number === 0;
    this.card.replaceChildren(stop, acts);
    this.place();
    acts.lastElementChild.focus({ preventScroll: true });
  }

  clicked(event) {
    const act = event.target.closest("[data-act]")?.dataset.act;
    if (act === "leave") this.leave();
    else if (act) this.step(act === "next" ? 1 : -1);
  }

  pressed(event) {
    const acts = { Escape: () => this.leave(), ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1) };
    event.stopPropagation();
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  step(by) {
    const number = this.#at + by;
    if (number >= 0 && number < this.stops.length) this.go(number);
  }

  /** The ring is around what the stop is about; the card is beside it, within the window. */
  place() {
    if (!this.card) return;
    const box = shown(this.stops[this.#at].dataset.at)?.getBoundingClientRect();
    this.ring.hidden = !box;
    const { innerWidth: width, innerHeight: height } = window;
    const own = this.card.getBoundingClientRect();
    let left = (width - own.width) / 2;
    let top = (height - own.height) / 2;
    if (box) {
      const inside = { left: Math.max(box.left, 2), top: Math.max(box.top, 2), right: Math.min(box.right, width - 2), bottom: Math.min(box.bottom, height - 2) };
      Object.assign(this.ring.style, { left: `${inside.left}px`, top: `${inside.top}px`, width: `${inside.right - inside.left}px`, height: `${inside.bottom - inside.top}px` });
      const isBelow = inside.bottom + MARGIN + own.height < height;
      const isAbove = inside.top - MARGIN - own.height > 0;
      top = isBelow ? inside.bottom + MARGIN : isAbove ? inside.top - MARGIN - own.height : inside.top + MARGIN;
      left = isBelow || isAbove ? inside.left : inside.left + MARGIN;
    }
    this.card.style.left = `${Math.max(MARGIN, Math.min(left, width - own.width - MARGIN))}px`;
    this.card.style.top = `${Math.max(MARGIN, Math.min(top, height - own.height - MARGIN))}px`;
  }
}

/** The first element of a list of selectors that is on the page and visible. */
function shown(selectors) {
  for (const selector of selectors.split(", ")) {
    const found = document.querySelector(selector);
    if (found?.checkVisibility()) return found;
  }
  return null;
}

function button(text, act, classes) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text, className: classes });
  made.dataset.act = act;
  return made;
}

customElements.define("design-tour", DesignTour);
