// The folded item collections of this page: stored for the session, and sent to the server with every request for a window.

const MOST = 120;

export class Folds {
  /** `key` identifies the grid; `text` is what the server rendered. */
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
    // The address of a window has a length limit: the collections folded longest ago unfold.
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
