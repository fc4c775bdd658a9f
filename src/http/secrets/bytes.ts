/** A text in UTF-8, one character a byte. Half a surrogate pair becomes U+FFFD. */
export const bytesOf = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;

/** The sign at the end of a text that was cut, `…`, in UTF-8. */
export const CUT = '\u00e2\u0080\u00a6';

/** A stretch of a text, and what replaces it. */
export interface Replacement {
  readonly at: number;
  readonly end: number;
  readonly bytes: string;
}

/** A text decoded in part, with the way back to the original. */
export interface View {
  readonly bytes: string;
  /** Where in the original text that stands which became the bytes `from` to `to`. */
  readonly placeOf: (from: number, to: number) => readonly [start: number, end: number];
}

export const viewOf = (bytes: string): View => ({ bytes, placeOf: (from, to) => [from, to] });

/** A view with some stretches replaced, which are in order and do not overlap. */
export function replaced(view: View, replacements: readonly Replacement[]): View {
  /** Where each replacement begins in the new text. */
  const starts: number[] = [];
  let made = '';
  let done = 0;
  for (const { at, end, bytes } of replacements) {
    made += view.bytes.slice(done, at);
    starts.push(made.length);
    made += bytes;
    done = end;
  }
  made += view.bytes.slice(done);
  /** The stretch of the old text that a byte of the new one was made from. */
  function originOf(index: number): { readonly at: number; readonly end: number } {
    const before = lastAtMost(starts, index);
    const replacement = replacements[before];
    const start = starts[before];
    if (replacement === undefined || start === undefined) return { at: index, end: index + 1 };
    const after = index - start - replacement.bytes.length;
    if (after < 0) return replacement;
    return { at: replacement.end + after, end: replacement.end + after + 1 };
  }
  return {
    bytes: made,
    placeOf: (from, to) => view.placeOf(originOf(from).at, originOf(to - 1).end),
  };
}

/**
 * The index of the last of some ascending numbers that is not above a limit; -1 where there is
 * none.
 */
export function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = -1;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
