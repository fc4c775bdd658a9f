import type { Clauses } from '../harness/index.js';

/** Quotes clauses as a Markdown list. A wrong id is a compile error. */
export const quoting =
  <C extends Clauses>(clauses: C) =>
  (...ids: readonly (keyof C & string)[]): string =>
    ids.map((id) => `- **${id}** (${clauses[id]?.level}): ${clauses[id]?.text}`).join('\n');
