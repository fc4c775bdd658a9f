/** Timers that can all be cancelled when a run ends. */
export class Timers {
  readonly #running = new Set<NodeJS.Timeout>();

  after(ms: number, call: () => void): void {
    const timer = setTimeout(() => {
      this.#running.delete(timer);
      call();
    }, ms);
    this.#running.add(timer);
  }

  /** The number of timers that have not fired yet. */
  get size(): number {
    return this.#running.size;
  }

  clear(): void {
    for (const timer of this.#running) clearTimeout(timer);
    this.#running.clear();
  }
}
