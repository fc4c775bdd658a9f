import type { Exchange } from '../model/exchange.js';

/**
 * Returns windows (parts of a list) that do not overlap, sorted by offset. A window that overlaps
 * an earlier window is left out.
 */
export function windowsApart(windows: readonly Exchange[]): readonly Exchange[] {
  let end = 0;
  return windows
    .toSorted((a, b) => startOf(a) - startOf(b))
    .filter((window) => {
      const isApart = startOf(window) >= end;
      if (isApart) end = startOf(window) + (window.page?.records.length ?? 0);
      return isApart;
    });
}

/** The offset of a window. */
export const startOf = ({ question: { offset = 0 } }: Exchange): number => Number(offset);
