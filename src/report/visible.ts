/**
 * Control characters, marks that turn the direction of text, and halves of surrogate pairs; not tab
 * and line feed.
 */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\p{Surrogate}/gu;

/**
 * What a target sends is data: characters that a reader would obey instead of showing are spelled
 * out.
 */
export const visible = (text: string): string =>
  text.replace(
    UNSEEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * The beginning of a text, made visible: at most `length` characters, and a sign where more
 * followed.
 */
export function excerpt(text: string, length: number): string {
  const begin = visible(withoutHalf(text.slice(0, length)));
  return text.length <= length && begin.length <= length
    ? begin
    : `${withoutHalf(begin.slice(0, length))}…`;
}

/** A cut is between characters. */
const withoutHalf = (text: string): string => text.replace(/[\ud800-\udbff]$/, '');
