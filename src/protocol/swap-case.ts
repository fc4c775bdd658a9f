/**
 * Swaps the letter case of A to Z. A text with these letters equals the result only in a comparison
 * that ignores letter case.
 */
export const swapCase = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
