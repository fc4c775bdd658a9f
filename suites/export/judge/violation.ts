import type { Note as NoteOf, RelationViolation, Violation as ViolationOf } from '../../../src/harness/suite.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductPage } from '../ask.js';
import type { ClauseId } from '../clauses.js';
import type { Exchange } from '../exchange.js';
import type { Known, Survey } from '../survey/data.js';
import type { Clauses } from './clauses-of-request.js';

/** What an answer violates of the export document. */
export type Violation = ViolationOf<ClauseId>;
/** The same of several exchanges together. */
export type Together = RelationViolation<Exchange, ClauseId>;
/** Told of each clause that an answer is held against. */
export type Note = NoteOf<ClauseId>;

/** What several exchanges of a run show together, by what was learned of its target. */
export type Relation = (exchanges: readonly Exchange[], known: Known, note: Note) => readonly Together[];

export const violates = (clause: ClauseId, expected: string, actual: string | number): Violation => ({
  clause,
  expected,
  actual: String(actual),
});

/** A page of the own destination, what was asked for, and what it is compared with. */
export interface JudgedPage {
  readonly page: ProductPage;
  readonly request: ProductsQuestion;
  readonly known: Known;
  /** What the page is compared with: the whole data, a key range, or a sample. */
  readonly survey: Survey;
  /** Which clause each aspect of the page belongs to. */
  readonly clauses: Clauses;
  /** Records that it has at most. */
  readonly size: number;
  /** Records that come before it. */
  readonly start: number;
  readonly note: Note;
}
