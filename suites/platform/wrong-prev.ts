import type { Page } from './read-page.js';

/** What a page was asked for, as far as `prev` goes. */
interface AskedOf {
  /** 0 where none was sent. */
  readonly cursor: number;
  readonly previous?: number | undefined;
}

/**
 * What is wrong with the `prev` of a page, by either reading of PLT-PAGE-8: it is 0 or an id that precedes the page, or
 * where `previous=p` was sent, p; 0 on the first page without one.
 */
export function wrongPrev(
  { ids, cursor: { prev } }: Page,
  { cursor, previous = 0 }: AskedOf,
): { readonly expected: string; readonly actual: string } | undefined {
  if (prev === null || prev === 0 || (previous > 0 && prev === previous)) return undefined;
  const actual = String(prev);
  const echo = previous > 0 ? ` or ${previous}` : '';
  if (prev < 0) return { expected: `prev 0${echo} or an id`, actual };
  if (cursor === 0) return { expected: `prev 0${echo} on the first page`, actual };
  // A page without entities has none that prev could stand in or after.
  const [start] = ids;
  return start !== undefined && prev >= start
    ? { expected: `prev 0${echo} or an id below ${start}`, actual }
    : undefined;
}
