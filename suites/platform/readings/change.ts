/** What all mistakes that change a page have in common. */

import { defined } from '../../../src/defined.js';
import type { Mistake } from '../../../src/harness/mistake.js';
import type { Exchange, Facts } from '../exchange.js';
import type { Scope } from './scopes.js';

export type PlatformMistake = Mistake<Exchange, Facts>;

export interface Change {
  readonly id: string;
  readonly clause: string;
  readonly sentence: string;
  /** What the document requires instead. Default: the text of the clause in `required.ts`. */
  readonly requires?: string;
}

export const firstOf = (ids: readonly number[]): number | undefined => ids[0];
export const lastOf = (ids: readonly number[]): number | undefined => ids.at(-1);

/** The description of the mistake under one condition. `mistake` is the same for all conditions. */
export const named = ({ id, clause, sentence, requires }: Change, scope: Scope) => ({
  id: `platform.${id}.${scope.id}`,
  mistake: `platform.${id}`,
  clause,
  sentence: `${sentence}${scope.words}`,
  ...defined({ requires }),
});
