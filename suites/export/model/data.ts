import type { Answer } from '../../../src/http/answer.js';
import type { Criterion } from '../../../src/protocol/export/filter.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/target.js';
import type { Changing } from './identity.js';
import type { Column } from './oracle/column.js';
import type { ComparisonRules } from './oracle/criterion.js';
import type { Columns } from './oracle/filter.js';

/** The records that were read of the target, and what they were read from. */
export interface Snapshot {
  /** The whole dataset in the target's own order, or a sample of it. */
  readonly records: readonly ProductRecord[];
  /** `records` is the whole dataset: filters are judged exactly. */
  readonly complete: boolean;
  /** Why not. */
  readonly incomplete: string;
  /** The most records that one answer was seen to hold. */
  readonly pageSize: number;
  /** What it was read from: the first page, the widest, and the last of several. */
  readonly pages: readonly SurveyedPage[];
  /**
   * Set where answers contradict each other about the list: nothing rests on its size or on the
   * size of its pages.
   */
  readonly contradiction?: Contradiction | undefined;
  /** Set where a page is short without `limit` alone. */
  readonly shortDefault?: Contradiction | undefined;
}

/**
 * What answers of the target should agree on and do not: one finding, of the clause that states it.
 */
export interface Contradiction {
  readonly clause: 'EXP-LIST-5' | 'EXP-LIST-6' | 'EXP-LIST-7' | 'EXP-LIST-8' | 'EXP-FILT-9';
  readonly expected: string;
  readonly actual: string;
  /** The answers that show it, the most informative last. */
  readonly answers: readonly Answer[];
}

/** A page of the survey with what it answers. */
export interface SurveyedPage {
  readonly request: ProductsQuestion;
  readonly page: ProductPage;
}

/** What was learned of the data before anything was judged on it. */
export interface Survey extends Snapshot {
  readonly total: number;
  readonly columns: Columns;
  /** A column that tells every record from every other. */
  readonly key: Column | undefined;
  /** Columns whose values change while they are read. */
  readonly changing: Changing;
  /**
   * Set where only pages of others were seen: each is judged by itself. `lists` is an encoding seen
   * to work.
   */
  readonly shown?: { readonly lists: WireEncoding['arrayEncoding'] | undefined };
  /** Criteria that pick the records, where they are but a part of the data; see `keyRangeOf`. */
  readonly keyRange?: readonly Criterion[] | undefined;
}

/** Of a destination whose lists are empty. */
export const nothing: Survey = {
  records: [],
  complete: true,
  incomplete: '',
  pageSize: 100,
  pages: [],
  total: 0,
  columns: new Map(),
  key: undefined,
  changing: new Set(),
};

/**
 * Lists whose totals are not those of the same list otherwise: with filters, or from an offset on.
 */
export interface WrongTotals {
  readonly filtered?: Contradiction | undefined;
  readonly offset?: Contradiction | undefined;
}

/** What a run has learned of the data, and how the target wants things written. */
export interface Known {
  /** What was found wrong with `meta.total` in some lists: nothing rests on it there. */
  readonly totals: WrongTotals;
  /**
   * Set where a group does not bring what its criteria bring alone: filters with such groups are
   * not judged.
   */
  readonly groups?: Contradiction | undefined;
  /**
   * All data, or the key range of it that one page holds: exact for what is asked inside it (see
   * `within`).
   */
  readonly survey: Survey;
  /** What is known of all data: the same, or a sample of it with the total. */
  readonly whole: Survey;
  readonly comparisonRules: ComparisonRules;
  readonly wireEncoding: WireEncoding;
  /** Undefined where no spelling of null is understood. */
  readonly nullSpelling: string | undefined;
  /** The value of orderBy for an ascending order of a column. */
  readonly orderBy: (column: Column) => string;
  /** Set where the bare column has no effect, with the response to the value that has one. */
  readonly orderInstead?:
    | { readonly column: Column; readonly bare: Answer; readonly works: Answer }
    | undefined;
}
