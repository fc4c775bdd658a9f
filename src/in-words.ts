const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Names as a list in a sentence: `A`, `A and B`, `A, B and C`. */
export const listInWords = (names: readonly string[]): string => LIST.format(names);
