import type { Violation } from '../../../src/harness/rule.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import type { ExportRelation } from '../topic.js';

/** A violation that several exchanges show together. */
export type Together = Omit<Violation, 'clause'> & { readonly exchanges: readonly Exchange[] };

/** A clause as a function of several exchanges, where facts are known. */
export type KnownRelation = (
  exchanges: readonly Exchange[],
  known: Known,
  note: () => void,
) => readonly Together[];

/**
 * A relation for the exchanges of a run: in foreign traffic the data may have changed meanwhile.
 */
export const inRun =
  (relation: KnownRelation): ExportRelation =>
  (exchanges, known, { note }) =>
    known === undefined || known.survey.shown !== undefined ? [] : relation(exchanges, known, note);

/** The violations of several relations. */
export const all =
  (...relations: readonly ExportRelation[]): ExportRelation =>
  (exchanges, known, judging) =>
    relations.flatMap((relation) => relation(exchanges, known, judging));
