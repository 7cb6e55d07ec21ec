// One request at a time, and of those that wait only the newest: typing never queues up behind itself.

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

  /** Forget what waits; what runs is let run. */
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
        // A draft that did not arrive is followed by another one, or by the save, which does speak of its failure.
      }
    }
    this.#busy = false;
  }
}
