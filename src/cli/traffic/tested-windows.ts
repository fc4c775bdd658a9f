/**
 * Tests the exchanges of a recording in groups (windows), and keeps the windows with new results.
 */

import { setImmediate } from 'node:timers/promises';
import type { Target } from '../../settings/index.js';
import type { Entry } from '../../traffic/index.js';
import type { WindowReview } from './window-review.js';
import type { WindowTester } from './window-tester.js';

/** A recording up to this size is tested as a whole, which takes about half a second. */
const MAX_AT_ONCE = { exchanges: 1000, bytes: 8 * 1024 * 1024 } as const;
const WINDOW = { exchanges: 250, bytes: 2 * 1024 * 1024 } as const;
/** The maximum number of windows that are tested while further exchanges are read. */
const MAX_AHEAD = 5;

/**
 * `whole` is the exchange as it was sent, `tested` the form that is tested; undefined if the
 * exchange cannot be tested.
 */
export interface Kept {
  readonly whole: Entry;
  readonly tested: Entry | undefined;
}

interface TestingOptions {
  /** Keeps all exchanges regardless of their number. */
  readonly isWhole: boolean;
  /** Called with a line when a clause is violated for the first time. */
  readonly print: (line: string) => void;
}

interface Ahead {
  readonly window: readonly Kept[];
  readonly review: Promise<WindowReview>;
}

/**
 * A small recording is tested as a whole, a large one in windows. A window is kept if it is the
 * first to violate a clause or the first to test it.
 */
export class TestedWindows {
  readonly counts = new Map<string, number>();
  kept: Kept[] = [];
  readonly #tester: WindowTester;
  readonly #target: Target;
  readonly #options: TestingOptions;
  readonly #violated = new Set<string>();
  readonly #ahead: Ahead[] = [];
  #window: Kept[] = [];
  #bytes = 0;
  #isWindowed = false;

  constructor(tester: WindowTester, target: Target, options: TestingOptions) {
    this.#tester = tester;
    this.#target = target;
    this.#options = options;
  }

  async add(exchange: Kept | undefined): Promise<void> {
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
   * Tests the last window. A small recording is kept as a whole. After an interruption only its
   * first exchanges are kept, so that the command ends soon.
   */
  async end(signal: AbortSignal): Promise<void> {
    if (this.#isWindowed) await this.#test(this.#window);
    else this.kept = signal.aborted ? this.#window.slice(0, WINDOW.exchanges) : this.#window;
    while (this.#ahead.length > 0) await this.#collect();
  }

  /** The result is collected when a few more windows have begun. */
  async #test(window: readonly Kept[]): Promise<void> {
    const entries = window.flatMap(({ tested }) => tested ?? []);
    const review = this.#tester.test(entries, this.#target, new Set(this.#violated));
    // The error is thrown when the result is collected.
    review.catch(() => undefined);
    this.#ahead.push({ window, review });
    if (this.#ahead.length > MAX_AHEAD) await this.#collect();
    await setImmediate();
  }

  async #collect(): Promise<void> {
    const first = this.#ahead.shift();
    if (first === undefined) return;
    const { tested, violations } = await first.review;
    const news = [...violations].filter(([clause]) => !this.#violated.has(clause));
    const isFirstTest = [...tested.keys()].some((clause) => !this.counts.has(clause));
    if (news.length > 0 || isFirstTest) this.kept.push(...first.window);
    for (const [clause, line] of news) {
      this.#violated.add(clause);
      this.#options.print(line);
    }
    for (const [clause, count] of tested)
      this.counts.set(clause, (this.counts.get(clause) ?? 0) + count);
  }
}
