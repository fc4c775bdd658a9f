/** Tests traffic while it is recorded. */

import type { HarEntry } from '../../formats/har.js';
import type { Target } from '../../settings/index.js';
import { trafficOfOthers } from '../../traffic/index.js';
import { reviewWindow } from './window-review.js';

/** The number of exchanges that are tested together, so that memory and time stay limited. */
const WINDOW = 200;

/** Reports the first violation of each clause while traffic arrives. */
export class LiveJudge {
  readonly #target: Target;
  readonly #print: (line: string) => void;
  readonly #reported = new Set<string>();
  #window: HarEntry[] = [];
  #fresh = 0;

  /** `print` is called with a line when a clause is violated for the first time. */
  constructor(target: Target, print: (line: string) => void) {
    this.#target = target;
    this.#print = print;
  }

  see(entry: HarEntry): void {
    this.#window.push(entry);
    this.#fresh += 1;
    if (this.#window.length > 2 * WINDOW) this.#window = this.#window.slice(-WINDOW);
  }

  /** Tests the exchanges since the last call together with earlier exchanges. */
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
