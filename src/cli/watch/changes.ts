import type { Clock } from '../../http/index.js';

/** Collects changes, such as a saved file or a restarted server. */
export class Changes {
  readonly #reported = new Set<string>();
  #wake: () => void = () => undefined;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly report = (what: string): void => {
    this.#reported.add(what);
    this.#wake();
  };

  /**
   * Waits until no more changes follow, because saving a file may change it several times. Resolves
   * with the changes since the last call, or with undefined when the signal aborts.
   */
  async next(signal: AbortSignal): Promise<string | undefined> {
    while (this.#reported.size === 0) {
      if (signal.aborted) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    for (let before = 0; before !== this.#reported.size; ) {
      before = this.#reported.size;
      await this.#clock.sleep(QUIET_MS);
    }
    const files = [...this.#reported];
    this.#reported.clear();
    return files.length > 3
      ? `${files.slice(0, 3).join(', ')} and ${files.length - 3} more`
      : files.join(', ');
  }
}

/** Changes are complete after this time without another change. */
const QUIET_MS = 50;
