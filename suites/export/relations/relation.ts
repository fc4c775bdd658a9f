/** Relations between several exchanges, and functions that combine relations. */

import type { Violation } from '../../../src/harness/rule.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import type { ExportRelation } from '../topic.js';

export type SharedViolation = Omit<Violation, 'clause'> & {
  readonly exchanges: readonly Exchange[];
};

export type RelationWithFacts = (
  exchanges: readonly Exchange[],
  known: Known,
  note: () => void,
) => readonly SharedViolation[];

/**
 * The relation is not used for recorded traffic of other clients, because the data may have changed
 * between the exchanges.
 */
export const inRun =
  (relation: RelationWithFacts): ExportRelation =>
  (exchanges, known, { note }) =>
    known === undefined || known.survey.foreignTraffic !== undefined
      ? []
      : relation(exchanges, known, note);

export const all =
  (...relations: readonly ExportRelation[]): ExportRelation =>
  (exchanges, known, judging) =>
    relations.flatMap((relation) => relation(exchanges, known, judging));
