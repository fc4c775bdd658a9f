/** Callers wait in a queue until a slot is free. */
export class Slots {
  #free: number;
  readonly #line: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#line.push(resolve));
  }

  free(): void {
    const next = this.#line.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
