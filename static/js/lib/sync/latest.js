// One request at a time; only the newest waiting one is kept, so that typing never builds up a queue.

export class Latest {
  #run;
  #busy = false;
  #waiting = null;

  constructor(run) {
    this.#run = run;
  }

  /** Run with these arguments now, or as soon as the current run ends, unless newer ones come first. */
  ask(...given) {
    this.#waiting = given;
    if (!this.#busy) void this.#next();
  }

  /** Drop the waiting request; a running one continues. */
  forget() {
    this.#waiting = null;
  }

  async #next() {
    this.#busy = true;
    while (this.#waiting) {
      const given = this.#waiting;
      this.#waiting = null;
      try {
        await this.#run(...given);
      } catch {
        // A failed draft is followed by another one, or by the save, which reports its failure.
      }
    }
    this.#busy = false;
  }
}
