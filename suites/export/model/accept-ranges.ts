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
  accept.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((one) => /^q=/i.test(one));
    return {
      range,
      hasParameters: parameters.some((one) => one !== weight),
      weight: weight === undefined ? 1 : Number(weight.slice('q='.length)),
    };
  });
