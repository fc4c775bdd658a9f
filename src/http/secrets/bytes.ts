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
  let bytes = '';
  let done = 0;
  for (const { at, end, bytes: instead } of replacements) {
    bytes += view.bytes.slice(done, at) + instead;
    done = end;
  }
  bytes += view.bytes.slice(done);
  /** The stretch that a byte was made from. */
  function originOf(index: number): { readonly at: number; readonly end: number } {
    let moved = 0;
    for (const replacement of replacements) {
      const { at, end, bytes: instead } = replacement;
      if (index + moved < at) break;
      if (index + moved < at + instead.length) return replacement;
      moved += end - at - instead.length;
    }
    return { at: index + moved, end: index + moved + 1 };
  }
  return { bytes, placeOf: (from, to) => view.placeOf(originOf(from).at, originOf(to - 1).end) };
}
