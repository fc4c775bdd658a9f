import type { Answer } from '../../../src/http/answer.js';
import type { Criterion } from '../../../src/protocol/export/filter.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Changing } from './identity.js';
import type { Column } from './oracle/column.js';
import type { ComparisonRules } from './oracle/criterion.js';
import type { Columns } from './oracle/filter.js';

/** The records of the target, and the pages that they were read from. */
export interface Snapshot {
  /** The whole dataset in the target's own order, or a sample of it. */
  readonly records: readonly ProductRecord[];
  /** Whether `records` is the whole dataset, so that the result of every filter is known. */
  readonly complete: boolean;
  /** Why the dataset is not complete. */
  readonly incomplete: string;
  /** The most records of any response. */
  readonly pageSize: number;
  /** The pages of the survey: the first one, the largest, and the last of several. */
  readonly pages: readonly SurveyedPage[];
  /**
   * Set where responses contradict each other about the list, so that its size and that of its
   * pages are not known.
   */
  readonly contradiction?: Contradiction | undefined;
  /** Set where only a page without `limit` is too short. */
  readonly shortDefault?: Contradiction | undefined;
}

/** Responses that should agree and do not: one finding, of the clause that they violate. */
export interface Contradiction {
  readonly clause: 'EXP-LIST-5' | 'EXP-LIST-6' | 'EXP-LIST-7' | 'EXP-LIST-8' | 'EXP-FILT-9';
  readonly expected: string;
  readonly actual: string;
  /** The responses that show it, the most informative last. */
  readonly answers: readonly Answer[];
}

/** A page of the survey, with its request. */
export interface SurveyedPage {
  readonly request: ProductsQuestion;
  readonly page: ProductPage;
}

/** The data of the target as it was learned. */
export interface Survey extends Snapshot {
  readonly total: number;
  readonly columns: Columns;
  /** A column that is different in every record. */
  readonly key: Column | undefined;
  /** Columns whose values change while they are read. */
  readonly changing: Changing;
  /**
   * Set for foreign traffic, of which each page is tested by itself. `lists` is an encoding of
   * lists that works.
   */
  readonly shown?: { readonly lists: WireEncoding['arrayEncoding'] | undefined };
  /** Criteria that select the records, where they are a part of the data; see `keyRangeOf`. */
  readonly keyRange?: readonly Criterion[] | undefined;
}

/** The survey of a destination without products. */
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

/** Totals that are wrong in some lists: in filtered ones, or from an offset on. */
export interface WrongTotals {
  readonly filtered?: Contradiction | undefined;
  readonly offset?: Contradiction | undefined;
}

/** What was learned of the data, and of how the target reads requests. */
export interface Known {
  /** Where `meta.total` is wrong, so that it is not compared there. */
  readonly totals: WrongTotals;
  /**
   * Set where a group does not return the records of its criteria: filters with such groups are not
   * tested.
   */
  readonly groups?: Contradiction | undefined;
  /**
   * All data, or a key range that fits on one page, in which every record is known (see `within`).
   */
  readonly survey: Survey;
  /** The same survey, or a sample of all data with its total. */
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
