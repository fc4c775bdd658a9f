/**
 * The beginning of a text, as a text of its own: a slice keeps the whole alive, and so would every
 * exchange of a run its body of megabytes. Half a character at the cut becomes U+FFFD.
 */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();
