/** Selects the exchanges of a recording that the command tests in detail and reports. */

import { setImmediate } from 'node:timers/promises';
import type { Target } from '../../settings/index.js';
import type { Entry } from '../../traffic/index.js';
import type { WindowReview } from './window-review.js';
import type { WindowTester } from './window-tester.js';

/** A recording up to this size is kept as a whole. Testing it takes about half a second. */
const MAX_AT_ONCE = { exchanges: 1000, bytes: 8 * 1024 * 1024 } as const;
/**
 * The limits of a window. A window ends with the exchange that reaches the number of exchanges or
 * the number of bytes. Only the bodies of responses are counted.
 */
const WINDOW = { exchanges: 250, bytes: 2 * 1024 * 1024 } as const;
/** The maximum number of windows that are tested while further exchanges are read. */
const MAX_PENDING = 5;

export interface RecordedExchange {
  /** The exchange as it was sent. */
  readonly whole: Entry;
  /** The form of the exchange that is tested, or undefined if the exchange cannot be tested. */
  readonly tested: Entry | undefined;
}

interface TestingOptions {
  /** If true, all exchanges are kept, regardless of their number. */
  readonly isWhole: boolean;
  /** Called with a line when a clause is violated for the first time. */
  readonly print: (line: string) => void;
}

interface PendingReview {
  readonly window: readonly RecordedExchange[];
  readonly review: Promise<WindowReview>;
}

/**
 * A small recording is kept as a whole. A large recording is divided into groups of exchanges
 * (windows). A window is kept if it is the first that tests or violates some clause.
 */
export class TestedWindows {
  /** For each clause: the number of exchanges in all windows that the rule of the clause tested. */
  readonly counts = new Map<string, number>();
  kept: RecordedExchange[] = [];
  readonly #tester: Pick<WindowTester, 'test'>;
  readonly #target: Target;
  readonly #options: TestingOptions;
  readonly #violated = new Set<string>();
  readonly #pending: PendingReview[] = [];
  /** The exchanges that are in no window yet. */
  readonly #collected: RecordedExchange[] = [];
  /** The total size of the response bodies in `#collected`, in bytes. */
  #bytes = 0;
  #isWindowed = false;

  constructor(tester: Pick<WindowTester, 'test'>, target: Target, options: TestingOptions) {
    this.#tester = tester;
    this.#target = target;
    this.#options = options;
  }

  async add(exchange: RecordedExchange | undefined): Promise<void> {
    if (exchange === undefined) return;
    this.#collected.push(exchange);
    this.#bytes += bytesOf(exchange);
    if (this.#options.isWhole) return;
    this.#isWindowed ||=
      this.#collected.length > MAX_AT_ONCE.exchanges || this.#bytes > MAX_AT_ONCE.bytes;
    while (this.#isWindowed && this.#isWindowFull()) await this.#test(this.#takeWindow());
  }

  #isWindowFull(): boolean {
    return this.#collected.length >= WINDOW.exchanges || this.#bytes >= WINDOW.bytes;
  }

  /** Removes the first window from the collected exchanges. */
  #takeWindow(): readonly RecordedExchange[] {
    const window: RecordedExchange[] = [];
    let bytes = 0;
    for (const exchange of this.#collected) {
      if (window.length === WINDOW.exchanges || bytes >= WINDOW.bytes) break;
      window.push(exchange);
      bytes += bytesOf(exchange);
    }
    this.#collected.splice(0, window.length);
    this.#bytes -= bytes;
    return window;
  }

  /**
   * Tests the last window of a large recording. Keeps a small recording as a whole, but after an
   * interruption only its first exchanges, so that the command ends soon.
   */
  async end(signal: AbortSignal): Promise<void> {
    if (this.#isWindowed && this.#collected.length > 0) await this.#test(this.#collected);
    if (!this.#isWindowed)
      this.kept = signal.aborted ? this.#collected.slice(0, WINDOW.exchanges) : this.#collected;
    while (this.#pending.length > 0) await this.#collect();
  }

  /** Starts the test of a window. If too many tests are pending, waits for the first. */
  async #test(window: readonly RecordedExchange[]): Promise<void> {
    const entries = window.flatMap(({ tested }) => tested ?? []);
    const review = this.#tester.test(entries, this.#target, new Set(this.#violated));
    // `#collect` throws the error. Until then, Node would treat it as an unhandled rejection.
    review.catch(() => undefined);
    this.#pending.push({ window, review });
    if (this.#pending.length > MAX_PENDING) await this.#collect();
    // Signals and results of other threads arrive only between two turns of the event loop.
    await setImmediate();
  }

  async #collect(): Promise<void> {
    const first = this.#pending.shift();
    if (first === undefined) return;
    const { tested, violations } = await first.review;
    const newViolations = [...violations].filter(([clause]) => !this.#violated.has(clause));
    const isFirstTest = [...tested.keys()].some((clause) => !this.counts.has(clause));
    if (newViolations.length > 0 || isFirstTest) this.kept.push(...first.window);
    for (const [clause, line] of newViolations) {
      this.#violated.add(clause);
      this.#options.print(line);
    }
    for (const [clause, count] of tested)
      this.counts.set(clause, (this.counts.get(clause) ?? 0) + count);
  }
}

const bytesOf = ({ whole }: RecordedExchange): number => whole.answer?.body?.length ?? 0;
