/** Timers that can all be cancelled when a run ends. */
export class Timers {
  readonly #running = new Map<NodeJS.Timeout, () => void>();

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

  clear(): void {
    for (const timer of this.#running.keys()) clearTimeout(timer);
    this.#running.clear();
  }
}
