import type {
  Note as NoteOf,
  RelationViolation,
  Violation as ViolationOf,
} from '../../../src/harness/suite.js';
import type { ClauseId } from '../clauses.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';

/** What an answer violates of the export document. */
export type Violation = ViolationOf<ClauseId>;
/** The same of several exchanges together. */
export type Together = RelationViolation<Exchange, ClauseId>;
/** Told of each clause that an answer is held against. */
export type Note = NoteOf<ClauseId>;

/** What several exchanges of a run show together, by what was learned of its target. */
export type Relation = (
  exchanges: readonly Exchange[],
  known: Known,
  note: Note,
) => readonly Together[];

export const violates = (
  clause: ClauseId,
  expected: string,
  actual: string | number,
): Violation => ({
  clause,
  expected,
  actual: String(actual),
});
