/** Reads the media ranges of `Accept` (RFC 9110 section 12.5.1). */

export interface AcceptRange {
  /** The range as it is written, such as `application/*`. Its letter case has no meaning. */
  readonly range: string;
  /** Whether it has parameters besides its weight. */
  readonly hasParameters: boolean;
  /** From 0 to 1. Default: 1. */
  readonly weight: number;
}

export const acceptRangesIn = (accept: string): readonly AcceptRange[] =>
  split(accept, ',').map((part) => {
    const [range = '', ...parameters] = split(part, ';');
    const weight = parameters.find((one) => /^q=/i.test(one));
    return {
      range,
      hasParameters: parameters.some((one) => one !== weight),
      weight: weight === undefined ? 1 : Number(weight.slice('q='.length)),
    };
  });

/** Splits at separators outside quoted strings (RFC 9110 section 5.6.4), and trims the parts. */
function split(text: string, separator: ',' | ';'): readonly string[] {
  const quoted = /"(?:[^"\\]|\\.)*"/g;
  const plain = text.replace(quoted, (string) => '_'.repeat(string.length));
  const ends = [...plain].flatMap((c, at) => (c === separator ? [at] : []));
  return [...ends, text.length].map((end, at) => text.slice((ends[at - 1] ?? -1) + 1, end).trim());
}
