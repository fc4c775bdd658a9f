/** Pauses that can all be called off at once when a run ends. */
export class Timers {
  readonly #running = new Map<NodeJS.Timeout, () => void>();

  /** Calls back after a number of milliseconds. */
  after(ms: number, call: () => void): void {
    const timer = setTimeout(() => {
      this.#running.delete(timer);
      call();
    }, ms);
    this.#running.set(timer, call);
  }

  get size(): number {
    return this.#running.size;
  }

  /** None of the running ones will call. */
  clear(): void {
    for (const timer of this.#running.keys()) clearTimeout(timer);
    this.#running.clear();
  }
}
