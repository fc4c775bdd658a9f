/**
 * Swaps the letter case of A to Z. The result equals the text only in a comparison that ignores
 * letter case.
 */
export const swapCase = (text: string): string =>
  text.replace(/[A-Za-z]/g, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));
