/** The types of relations between several exchanges, and functions that combine relations. */

import type { Violation } from '../../../src/harness/rule.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import type { ExportRelation } from '../topic.js';

/** A violation that several exchanges show together. */
export type SharedViolation = Omit<Violation, 'clause'> & {
  readonly exchanges: readonly Exchange[];
};

/** A relation between exchanges that needs the learned facts about the data. */
export type RelationWithFacts = (
  exchanges: readonly Exchange[],
  known: Known,
  note: () => void,
) => readonly SharedViolation[];

/**
 * Uses a relation only in runs with known facts. In recorded traffic of other clients the relation
 * is not used, because the data may have changed between the exchanges.
 */
export const inRun =
  (relation: RelationWithFacts): ExportRelation =>
  (exchanges, known, { note }) =>
    known === undefined || known.survey.foreignTraffic !== undefined
      ? []
      : relation(exchanges, known, note);

/** Combines several relations; their violations are joined. */
export const all =
  (...relations: readonly ExportRelation[]): ExportRelation =>
  (exchanges, known, judging) =>
    relations.flatMap((relation) => relation(exchanges, known, judging));
