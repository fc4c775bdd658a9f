/** Makes invisible characters of external text visible, and shortens text. */

/**
 * Control characters except tab and line feed, marks that change the direction of text, line and
 * paragraph separators, byte order marks, noncharacters, and halves of surrogate pairs.
 */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\p{Surrogate}/gu;

/**
 * Escapes invisible characters, for example as `\u001b`, because text from a target must not
 * control a terminal or a viewer.
 */
export const visible = (text: string): string =>
  text.replace(
    UNSEEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** At most `length` characters, followed by `…` if text was cut. Invisible characters are shown. */
export function excerpt(text: string, length: number): string {
  const begin = visible(withoutHalf(text.slice(0, length)));
  return text.length <= length && begin.length <= length
    ? begin
    : `${withoutHalf(begin.slice(0, length))}…`;
}

const withoutHalf = (text: string): string => text.replace(/[\ud800-\udbff]$/, '');
