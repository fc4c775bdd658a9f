/** Relations between several exchanges, and functions that combine relations. */

import type { Violation } from '../../../src/harness/rule.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import type { ExportRelation } from '../topic.js';

/** A violation that several exchanges show together. */
export type SharedViolation = Omit<Violation, 'clause'> & {
  readonly exchanges: readonly Exchange[];
};

/** `note` records that the clause was tested. The clause then passes unless it is violated. */
export type RelationWithFacts = (
  exchanges: readonly Exchange[],
  known: Known,
  note: () => void,
) => readonly SharedViolation[];

/**
 * Applies a relation only to requests of Assay, and only if facts about the data are known. Between
 * the recorded exchanges of other clients, the data may have changed.
 */
export const inRun =
  (relation: RelationWithFacts): ExportRelation =>
  (exchanges, known, { note }) =>
    known === undefined || known.survey.foreignTraffic !== undefined
      ? []
      : relation(exchanges, known, note);

/** Combines relations into one relation, which returns all violations. */
export const all =
  (...relations: readonly ExportRelation[]): ExportRelation =>
  (exchanges, known, judging) =>
    relations.flatMap((relation) => relation(exchanges, known, judging));
