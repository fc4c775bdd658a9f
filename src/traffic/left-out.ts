/** Counts the parts of a recording that were not tested, by reason. */

import type { Gaps } from '../http/index.js';
import type { FooterEvent } from '../ledger/index.js';

type LeftOutRow = NonNullable<FooterEvent['leftOut']>[number];

export class LeftOut {
  readonly #counts = new Map<string, LeftOutRow>();

  /** Adds an exchange that was not tested at all. */
  exchange(why: string): void {
    this.#add('exchange', why);
  }

  /** Adds the incomplete parts of a tested exchange. */
  parts({ headers, fields, body }: Gaps): void {
    const gaps = new Set([headers, body, ...(fields?.values() ?? [])]);
    for (const gap of gaps) if (gap !== undefined) this.#add(gap.part, `${gap.state}: ${gap.why}`);
  }

  /** Most frequent first. */
  get rows(): LeftOutRow[] {
    return [...this.#counts.values()].sort((a, b) => b.exchanges - a.exchanges);
  }

  #add(what: string, why: string): void {
    const key = `${what}: ${why}`;
    const before = this.#counts.get(key)?.exchanges ?? 0;
    this.#counts.set(key, { what, why, exchanges: before + 1 });
  }
}
