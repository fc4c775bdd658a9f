/**
 * Returns `A`, `A and B`, or `A, B and C`. `Intl.ListFormat` is not used, because it would need 12
 * ms at each start.
 */
export function listInWords(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** The longest part of a value that a sentence contains. */
const LONGEST = 200;

/** Cuts a long value, so that it can be part of a sentence. */
export const shortened = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
