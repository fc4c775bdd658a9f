const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** `A`, `A and B`, `A, B and C`. */
export const listInWords = (names: readonly string[]): string => LIST.format(names);
