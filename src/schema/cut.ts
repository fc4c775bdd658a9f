/**
 * A copy of the first `length` UTF-16 code units of a text. A slice would keep the whole text in
 * memory, for example a body of megabytes. Half a surrogate pair at the cut becomes U+FFFD.
 */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();
