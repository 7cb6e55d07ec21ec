// Which item collections are folded, in this page: kept for the window's session, told to the server with every window.

const MOST = 120;

export class Folds {
  /** `key` names the grid; `text` is what the server drew. */
  constructor(key, text = "") {
    this.key = `keysheet-folds-${key}`;
    const kept = sessionStorage.getItem(this.key) ?? "";
    this.differs = kept !== text;
    this.ids = new Set(kept.split(".").filter(Boolean));
  }

  get text() {
    return [...this.ids].join(".");
  }

  toggle(id) {
    if (!this.ids.delete(id)) this.ids.add(id);
    // The address of a window has an end: what was folded longest ago unfolds.
    for (const old of [...this.ids].filter((one) => one !== "*").slice(0, Math.max(0, this.ids.size - MOST))) this.ids.delete(old);
    this.keep();
  }

  all(isFolded) {
    this.ids = new Set(isFolded ? ["*"] : []);
    this.keep();
  }

  keep() {
    if (this.ids.size) sessionStorage.setItem(this.key, this.text);
    else sessionStorage.removeItem(this.key);
  }
}
