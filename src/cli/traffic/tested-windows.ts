/** Selects the exchanges of a recording that the command tests in detail and reports. */

import { setImmediate } from 'node:timers/promises';
import type { Target } from '../../settings/index.js';
import type { Entry } from '../../traffic/index.js';
import type { WindowReview } from './window-review.js';
import type { WindowTester } from './window-tester.js';

/** A recording up to this size is kept as a whole. Testing it takes about half a second. */
const MAX_AT_ONCE = { exchanges: 1000, bytes: 8 * 1024 * 1024 } as const;
/**
 * In a larger recording, exchanges are collected until they exceed one of these sizes, and are then
 * tested. No window has more than this number of exchanges.
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
  /** By clause: the number of exchanges that its rule tested, in all windows. */
  readonly counts = new Map<string, number>();
  kept: RecordedExchange[] = [];
  readonly #tester: WindowTester;
  readonly #target: Target;
  readonly #options: TestingOptions;
  readonly #violated = new Set<string>();
  readonly #pending: PendingReview[] = [];
  #window: RecordedExchange[] = [];
  #bytes = 0;
  #isWindowed = false;

  constructor(tester: WindowTester, target: Target, options: TestingOptions) {
    this.#tester = tester;
    this.#target = target;
    this.#options = options;
  }

  async add(exchange: RecordedExchange | undefined): Promise<void> {
    if (exchange === undefined) return;
    this.#window.push(exchange);
    this.#bytes += exchange.whole.answer?.body?.length ?? 0;
    const most = this.#isWindowed ? WINDOW : MAX_AT_ONCE;
    if (
      this.#options.isWhole ||
      (this.#window.length <= most.exchanges && this.#bytes <= most.bytes)
    )
      return;
    const window = this.#window;
    this.#isWindowed = true;
    this.#window = [];
    this.#bytes = 0;
    for (let at = 0; at < window.length; at += WINDOW.exchanges)
      await this.#test(window.slice(at, at + WINDOW.exchanges));
  }

  /**
   * Tests the last window of a large recording. Keeps a small recording as a whole, but after an
   * interruption only its first exchanges, so that the command ends soon.
   */
  async end(signal: AbortSignal): Promise<void> {
    if (this.#isWindowed) await this.#test(this.#window);
    else this.kept = signal.aborted ? this.#window.slice(0, WINDOW.exchanges) : this.#window;
    while (this.#pending.length > 0) await this.#collect();
  }

  /** Starts the test of a window. If too many tests are pending, waits for the first. */
  async #test(window: readonly RecordedExchange[]): Promise<void> {
    const entries = window.flatMap(({ tested }) => tested ?? []);
    const review = this.#tester.test(entries, this.#target, new Set(this.#violated));
    // An error is thrown only when the result is collected.
    review.catch(() => undefined);
    this.#pending.push({ window, review });
    if (this.#pending.length > MAX_PENDING) await this.#collect();
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
