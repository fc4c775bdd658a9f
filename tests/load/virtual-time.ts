interface Due {
  readonly at: number;
  readonly turn: number;
  readonly call: () => void;
}

/** A clock that jumps from one thing that is due to the next, in milliseconds. */
export class VirtualTime {
  #now = 0;
  #turn = 0;
  readonly #due: Due[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, call: () => void): void {
    const due = { at: this.#now + ms, turn: this.#turn++, call };
    let place = this.#due.length;
    while (place > 0 && before(due, this.#due[place - 1])) place -= 1;
    this.#due.splice(place, 0, due);
  }

  /** Until nothing is due any more. */
  run(): void {
    for (let next = this.#due.shift(); next; next = this.#due.shift()) {
      this.#now = next.at;
      next.call();
    }
  }
}

const before = (one: Due, other: Due | undefined): boolean =>
  other !== undefined && (one.at < other.at || (one.at === other.at && one.turn < other.turn));
