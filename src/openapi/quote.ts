import type { Clauses } from '../harness/index.js';

/**
 * Quotes clauses as a Markdown list: id, level, text. Ids are typed: a wrong one does not compile.
 */
export const quoting =
  <C extends Clauses>(clauses: C) =>
  (...ids: readonly (keyof C & string)[]): string =>
    ids.map((id) => `- **${id}** (${clauses[id]?.level}): ${clauses[id]?.text}`).join('\n');
