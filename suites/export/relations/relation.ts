/** The types of relations between several exchanges, and functions that combine relations. */

import type { Violation } from '../../../src/harness/rule.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import type { ExportRelation } from '../topic.js';

/** A violation that several exchanges show together. */
export type SharedViolation = Omit<Violation, 'clause'> & {
  readonly exchanges: readonly Exchange[];
};

/** A relation that is used only if the facts about the data are known. */
export type KnownRelation = (
  exchanges: readonly Exchange[],
  known: Known,
  note: () => void,
) => readonly SharedViolation[];

/**
 * Limits a relation to the exchanges of a run, because during recorded traffic the data may have
 * changed.
 */
export const inRun =
  (relation: KnownRelation): ExportRelation =>
  (exchanges, known, { note }) =>
    known === undefined || known.survey.foreignTraffic !== undefined
      ? []
      : relation(exchanges, known, note);

/** Combines several relations; their violations are joined. */
export const all =
  (...relations: readonly ExportRelation[]): ExportRelation =>
  (exchanges, known, judging) =>
    relations.flatMap((relation) => relation(exchanges, known, judging));
