import type { Clock } from '../../http/index.js';

/** What changed: a file, or a server that came back. */
export class Changes {
  readonly #heard = new Set<string>();
  #wake: () => void = () => undefined;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Says that something changed. */
  readonly tell = (what: string): void => {
    this.#heard.add(what);
    this.#wake();
  };

  /**
   * Resolves with the changes since the last call, as soon as no more follow: saving a file touches
   * it more than once. Resolves with undefined when the signal fires.
   */
  async next(signal: AbortSignal): Promise<string | undefined> {
    while (this.#heard.size === 0) {
      if (signal.aborted) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    for (let heard = 0; heard !== this.#heard.size; ) {
      heard = this.#heard.size;
      await this.#clock.sleep(QUIET_MS);
    }
    const told = [...this.#heard];
    this.#heard.clear();
    return told.length > 3
      ? `${told.slice(0, 3).join(', ')} and ${told.length - 3} more`
      : told.join(', ');
  }
}

const QUIET_MS = 50;
