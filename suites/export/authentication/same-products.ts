import { deviates } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';

/** The products of a destination and no others, by what identifies each; a deviation where they are not. */
export function sameProducts(wanted: readonly string[], got: readonly string[], answer: Answer): void {
  const known = new Set(wanted);
  const foreign = got.filter((id) => !known.has(id));
  if (foreign.length > 0 || got.length !== wanted.length) {
    deviates(
      `the ${wanted.length} products of the destination`,
      `${got.length} products, ${foreign.length} of them others`,
      answer,
    );
  }
}
