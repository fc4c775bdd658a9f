/**
 * A to Z in the other case: what is almost the same, and is the same to a comparison without regard
 * to case.
 */
export const swapCase = (text: string): string =>
  text.replace(/[A-Za-z]/g, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));
