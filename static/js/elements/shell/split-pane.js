// A border between two panels that can be dragged, or moved with the arrow keys; it remembers its position.

const STEP_PIXELS = 16;

class SplitPane extends HTMLElement {
  connectedCallback() {
    this.addEventListener("pointerdown", this);
    this.addEventListener("keydown", this);
    const kept = Number(localStorage.getItem(this.memory));
    if (kept) this.set(kept);
  }

  get memory() {
    return `keysheet-pane-${this.dataset.pane}`;
  }

  get limits() {
    return [Number(this.dataset.least ?? 160), Number(this.dataset.most ?? 640)];
  }

  get sign() {
    return this.dataset.from === "end" ? -1 : 1;
  }

  current() {
    const panel = document.getElementById(this.dataset.panel).getBoundingClientRect();
    return this.dataset.axis === "x" ? panel.width : panel.height;
  }

  set(pixels) {
    const [least, most] = this.limits;
    const size = Math.round(Math.min(most, Math.max(least, pixels)));
    this.closest("[data-design]").style.setProperty(this.dataset.property, `${size}px`);
    this.setAttribute("aria-valuenow", size);
    localStorage.setItem(this.memory, size);
  }

  handleEvent(event) {
    if (event.type === "pointerdown") this.drag(event);
    else this.step(event);
  }

  step(event) {
    const grow = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!grow) return;
    event.preventDefault();
    this.set(this.current() + grow * this.sign * STEP_PIXELS);
  }

  drag(start) {
    const size = this.current();
    const axis = this.dataset.axis === "x" ? "clientX" : "clientY";
    const moved = (event) => this.set(size + this.sign * (event[axis] - start[axis]));
    this.setPointerCapture(start.pointerId);
    this.addEventListener("pointermove", moved);
    this.addEventListener("pointerup", () => this.removeEventListener("pointermove", moved), { once: true });
    start.preventDefault();
  }
}

customElements.define("split-pane", SplitPane);
