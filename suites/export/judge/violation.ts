import type { Note as NoteOf, Violation as ViolationOf } from '../../../src/harness/suite.js';
import type { ClauseId } from '../clauses.js';

/** What an answer violates of the export document. */
export type Violation = ViolationOf<ClauseId>;
/** Told of each clause that an answer is held against. */
export type Note = NoteOf<ClauseId>;

export const violates = (clause: ClauseId, expected: string, actual: string | number): Violation => ({
  clause,
  expected,
  actual: String(actual),
});
