/**
 * Swaps the case of the letters A to Z. The result equals the text only in a case-insensitive
 * comparison.
 */
export const swapCase = (text: string): string =>
  text.replace(/[A-Za-z]/g, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));
