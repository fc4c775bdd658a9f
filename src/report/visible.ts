/** Makes invisible characters of external text visible, and shortens text. */

/**
 * Control characters except tab and line feed, marks that change the direction of text, and halves
 * of surrogate pairs.
 */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\p{Surrogate}/gu;

/**
 * Replaces each character that would control a terminal or viewer with its escape, such as
 * `\u001b`. Text from a target is data and must not control the output.
 */
export const visible = (text: string): string =>
  text.replace(
    UNSEEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * The beginning of a text with invisible characters shown: at most `length` characters, with `…` if
 * text was cut.
 */
export function excerpt(text: string, length: number): string {
  const begin = visible(withoutHalf(text.slice(0, length)));
  return text.length <= length && begin.length <= length
    ? begin
    : `${withoutHalf(begin.slice(0, length))}…`;
}

/** The text without half a surrogate pair at its end. */
const withoutHalf = (text: string): string => text.replace(/[\ud800-\udbff]$/, '');
