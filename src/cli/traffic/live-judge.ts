import type { HarEntry } from '../../formats/har.js';
import type { Target } from '../../settings/index.js';
import { trafficOfOthers } from '../../traffic/index.js';
import { reviewWindow } from './window-review.js';

/**
 * At least this number of the latest exchanges, and at most twice as many, are tested together. The
 * limit saves memory and time.
 */
const WINDOW = 200;

/** Tests traffic while it is recorded. Each violated clause is printed once. */
export class LiveJudge {
  readonly #target: Target;
  readonly #print: (line: string) => void;
  readonly #reported = new Set<string>();
  #window: HarEntry[] = [];
  #fresh = 0;

  constructor(target: Target, print: (line: string) => void) {
    this.#target = target;
    this.#print = print;
  }

  see(entry: HarEntry): void {
    this.#window.push(entry);
    this.#fresh += 1;
    if (this.#window.length > 2 * WINDOW) this.#window = this.#window.slice(-WINDOW);
  }

  /**
   * Tests the exchanges since the last call together with earlier exchanges. If more than `WINDOW`
   * exchanges came since then, the oldest of them may be left out.
   */
  async judge(): Promise<void> {
    if (this.#fresh === 0) return;
    this.#fresh = 0;
    const { entries, target } = trafficOfOthers(this.#window, this.#target);
    const { violations } = await reviewWindow(entries, target, this.#reported);
    for (const [clause, line] of violations) {
      if (this.#reported.has(clause)) continue;
      this.#reported.add(clause);
      this.#print(line);
    }
  }
}
