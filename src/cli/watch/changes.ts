import type { Clock } from '../../http/index.js';

/** Collects changes, such as a saved file or a restarted server. */
export class Changes {
  readonly #reported = new Set<string>();
  /** How often a change was reported. A file may be reported several times. */
  #reports = 0;
  #wake: () => void = () => undefined;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly report = (what: string): void => {
    this.#reported.add(what);
    this.#reports += 1;
    this.#wake();
  };

  /**
   * Resolves with the names of what changed since the last call, or with undefined if the signal
   * aborts before anything changes. After a change it waits until no other change is reported,
   * because an editor may save several files one after the other.
   */
  async next(signal: AbortSignal): Promise<string | undefined> {
    while (this.#reported.size === 0) {
      if (signal.aborted) return undefined;
      await this.#reportOrAbort(signal);
    }
    let before: number;
    do {
      before = this.#reports;
      await this.#clock.sleep(QUIET_MS);
    } while (this.#reports !== before);
    const names = [...this.#reported];
    this.#reported.clear();
    return names.length > 3
      ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
      : names.join(', ');
  }

  async #reportOrAbort(signal: AbortSignal): Promise<void> {
    const stop = (): void => this.#wake();
    signal.addEventListener('abort', stop, { once: true });
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    signal.removeEventListener('abort', stop);
  }
}

/** Changes are complete if no other change is reported in this time. */
const QUIET_MS = 50;
