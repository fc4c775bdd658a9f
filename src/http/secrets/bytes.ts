/** Texts as byte strings, and decoded views that remember their original positions. */

/** A text in UTF-8 with one character per byte. Half a surrogate pair becomes U+FFFD. */
export const bytesOf = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;

/** The mark `…` at the end of a cut text, in UTF-8. */
export const CUT = '\u00e2\u0080\u00a6';

/** A range of a text and its replacement. */
export interface Replacement {
  readonly at: number;
  readonly end: number;
  readonly bytes: string;
}

/** A partly decoded text that can map its positions to the original text. */
export interface View {
  readonly bytes: string;
  /** The range of the original text from which the bytes `from` to `to` were decoded. */
  readonly placeOf: (from: number, to: number) => readonly [start: number, end: number];
}

/** A text that is not decoded yet. */
export const viewOf = (bytes: string): View => ({ bytes, placeOf: (from, to) => [from, to] });

/** A view with some ranges replaced. The ranges are sorted and do not overlap. */
export function replaced(view: View, replacements: readonly Replacement[]): View {
  /** The start of each replacement in the new text. */
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
  /** The range of the old text from which a byte of the new text was made. */
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

/** The index of the last of some ascending numbers that is at most a limit; -1 if there is none. */
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
