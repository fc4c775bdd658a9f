/**
 * Reconstructs the list of products from responses to requests without filters, orders and groups.
 */

import { DEFAULT_LIMIT } from '../protocol/export/question.js';

/**
 * At least this number of pages must show that a parameter is ignored. A single page may look like
 * that by chance.
 */
const FEWEST = 2;

export interface ListWindow {
  readonly offset: number;
  readonly limit: number;
}

/** `names` identifies the records. `total` is the size of the whole list. */
export interface PlainPage extends ListWindow {
  readonly names: readonly string[];
  /** undefined in the format without `meta`. */
  readonly total: number | undefined;
}

export class PlainList {
  readonly ignoresOffset: boolean;
  readonly ignoresLimit: boolean;
  /** The name of the record at each position. undefined if two responses contradict each other. */
  readonly #names: ReadonlyMap<number, string> | undefined;
  readonly #total: number | undefined;

  constructor(pages: readonly PlainPage[]) {
    this.#total = pages.find(({ total }) => total !== undefined)?.total;
    this.ignoresOffset = this.#isOffsetIgnored(pages);
    this.ignoresLimit = this.#isLimitIgnored(pages);
    this.#names = namesByPlace(
      pages.map((page) => (this.ignoresOffset ? { ...page, offset: 0 } : page)),
    );
  }

  /** Returns the names of the records in a window, or undefined if one of them is unknown. */
  at({ offset, limit }: ListWindow): readonly string[] | undefined {
    const from = this.ignoresOffset ? 0 : offset;
    const most = this.ignoresLimit ? DEFAULT_LIMIT : limit;
    // These comparisons also exclude NaN, which stands for a parameter that is not a number.
    if (this.#total === undefined || !(most > 0) || !(from >= 0)) return undefined;
    const length = Math.max(0, Math.min(most, this.#total - from));
    const found: string[] = [];
    for (let index = 0; index < length; index += 1) {
      const name = this.#names?.get(from + index);
      if (name === undefined) return undefined;
      found.push(name);
    }
    return found;
  }

  /** The offset is ignored if all pages with an offset begin with the first record. */
  #isOffsetIgnored(pages: readonly PlainPage[]): boolean {
    const [start] = pages.find(({ offset }) => offset === 0)?.names ?? [];
    const later = pages.filter(({ offset }) => offset > 0 && offset < (this.#total ?? 0));
    return later.length >= FEWEST && later.every(({ names }) => names[0] === start);
  }

  /**
   * The limit is ignored if every page whose limit is smaller than the number of records on a page
   * without a limit has that number of records.
   */
  #isLimitIgnored(pages: readonly PlainPage[]): boolean {
    const total = this.#total;
    if (total === undefined) return false;
    const smaller = pages.flatMap(({ offset, limit, names }) => {
      const usual = Math.min(DEFAULT_LIMIT, total - (this.ignoresOffset ? 0 : offset));
      return limit > 0 && limit < usual ? [names.length === usual] : [];
    });
    return smaller.length >= FEWEST && smaller.every(Boolean);
  }
}

/** The record at each position; undefined if two pages contradict each other. */
function namesByPlace(pages: readonly PlainPage[]): ReadonlyMap<number, string> | undefined {
  const known = new Map<number, string>();
  for (const { offset, names } of pages) {
    for (const [index, name] of names.entries()) {
      const before = known.get(offset + index);
      if (before !== undefined && before !== name) return undefined;
      known.set(offset + index, name);
    }
  }
  return known;
}
