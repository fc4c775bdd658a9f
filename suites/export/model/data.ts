/**
 * The facts that a run learns: the records (snapshot), the properties of the data (survey), and the
 * behaviour of the server under test.
 */

import type { Answer } from '../../../src/http/answer.js';
import type { Criterion } from '../../../src/protocol/export/filter.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import type { WireEncoding } from '../../../src/protocol/export/query-string.js';
import { DEFAULT_LIMIT, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Changing } from './identity.js';
import type { Column } from './oracle/column.js';
import type { ComparisonRules } from './oracle/criterion.js';
import type { Columns } from './oracle/filter.js';

/** The records of the server under test, and the pages from which they were read. */
export interface Snapshot {
  /** The whole dataset in the order of the server, or a sample of the dataset. */
  readonly records: readonly ProductRecord[];
  /** Whether `records` is the whole dataset. The result of every filter can then be computed. */
  readonly complete: boolean;
  /** The reason why `records` is not the whole dataset, or an empty text. */
  readonly whyIncomplete: string;
  /** The size of the largest page that was received. */
  readonly pageSize: number;
  /** The first page, the largest page, and the last page if there are several. */
  readonly pages: readonly SurveyedPage[];
  /**
   * The member is set if responses contradict each other about the list. The sizes of the list and
   * of its pages are then unknown.
   */
  readonly contradiction?: Contradiction | undefined;
  /**
   * The member is set if a page without `limit` is too short. Pages with `limit` are still trusted.
   */
  readonly shortDefault?: Contradiction | undefined;
}

/** Responses that should agree and do not. They are reported once, as a violation of `clause`. */
export interface Contradiction {
  readonly clause: 'EXP-LIST-5' | 'EXP-LIST-6' | 'EXP-LIST-7' | 'EXP-LIST-8' | 'EXP-FILT-9';
  readonly expected: string;
  readonly actual: string;
  readonly sentence?: string | undefined;
  /** The contradicting responses, most informative last. */
  readonly answers: readonly Answer[];
}

export interface SurveyedPage {
  readonly request: ProductsQuestion;
  readonly page: ProductPage;
}

export interface Survey extends Snapshot {
  readonly total: number;
  readonly columns: Columns;
  /** A column with a different value in every record. */
  readonly key: Column | undefined;
  /**
   * Why columns are not tested, by name: their values differ between the two formats, or the target
   * refuses them in filters, orders and groups.
   */
  readonly untested: ReadonlyMap<string, string>;
  /** Columns whose values change while they are read. */
  readonly changing: Changing;
  /** The member is set if the data changed during the run. */
  readonly changes?: Changes | undefined;
  /**
   * The member is set if requests of other clients were recorded and are tested. The data is then
   * unknown, so each page is tested by itself. `lists` is the array encoding that the server
   * understands.
   */
  readonly foreignTraffic?: { readonly lists: WireEncoding['arrayEncoding'] | undefined };
  /**
   * The member is set if `records` are only a part of the data. These criteria, a lower and an
   * upper bound of the key, select the part.
   */
  readonly keyRange?: readonly Criterion[] | undefined;
}

/** What differed when the data was read again. */
export interface Changes {
  /** The number of the exchange that showed the first change. */
  readonly since: number;
  /** The number of the exchange that last read the data again. */
  readonly until: number;
  /** The number of records whose value differed, by the name of the column. */
  readonly columns: ReadonlyMap<string, number>;
  /** The keys, as JSON, of records that were added, removed, or have other values. */
  readonly unsettled: ReadonlySet<string>;
  /** Records that are no longer in the data. Earlier responses may contain them. */
  readonly removed: readonly ProductRecord[];
  /** The smallest and the largest total of the list that was seen. */
  readonly leastTotal: number;
  readonly mostTotal: number;
}

/** The totals that the whole list may have. */
export const totalsOf = ({ total, changes }: Survey) => ({
  least: Math.min(total, changes?.leastTotal ?? total),
  most: Math.max(total, changes?.mostTotal ?? total),
});

/**
 * Whether a list may contain the record or not, because it differed when the data was read again.
 */
export const isUnsettled = (record: ProductRecord, { changes, key }: Survey): boolean =>
  changes !== undefined &&
  key !== undefined &&
  changes.unsettled.has(JSON.stringify(record[key.name] ?? null));

export const emptySurvey: Survey = {
  records: [],
  complete: true,
  whyIncomplete: '',
  pageSize: DEFAULT_LIMIT,
  pages: [],
  total: 0,
  columns: new Map(),
  key: undefined,
  untested: new Map(),
  changing: new Set(),
};

/** Evidence that `meta.total` is wrong in filtered lists, or in lists with an offset. */
export interface WrongTotals {
  readonly filtered?: Contradiction | undefined;
  readonly offset?: Contradiction | undefined;
}

/** The facts about the data, and about how the server under test reads requests. */
export interface Known {
  /**
   * Evidence of wrong totals in filtered lists or in lists with an offset. If there is such
   * evidence, the totals of these lists are not compared.
   */
  readonly totals: WrongTotals;
  /**
   * The member is set if the server combines the criteria of a group wrongly. Filters with several
   * criteria in a group are then not tested.
   */
  readonly brokenGroups?: Contradiction | undefined;
  /**
   * The facts about a key range, if there is one. Otherwise the same facts as `whole`. A key range
   * is a part of the data with consecutive keys, whose records are all known and fit on one page.
   * It is used if the data is too large to be read completely.
   */
  readonly survey: Survey;
  /**
   * The facts about all data. If there are too many records, `records` is only a sample, but
   * `total` is the number of all records.
   */
  readonly whole: Survey;
  readonly comparisonRules: ComparisonRules;
  readonly wireEncoding: WireEncoding;
  /**
   * The text that stands for null in a filter. It is undefined if the server accepts no known text.
   */
  readonly nullSpelling: string | undefined;
  /** Returns the value of `orderBy` that orders records by a column, ascending. */
  readonly orderBy: (column: Column) => string;
  /**
   * The member is set if the name of a column alone as `orderBy` does not order the records, but
   * another value of `orderBy` does. `bare` and `works` are the responses to these two values.
   */
  readonly orderInstead?:
    | { readonly column: Column; readonly bare: Answer; readonly works: Answer }
    | undefined;
}
