/**
 * The type of a reading of the export API. A reading predicts the response in one of three ways: by
 * itself (`response`), by its list (`list`), or by what it changes. In the third case the response is
 * compared as usual, but with the changed question, the changed evaluation of criteria, and the page
 * as it would be without the mistake.
 */

import type { Reading } from '../../../src/harness/reading.js';
import type { Criterion, Filter, Scalar } from '../../../src/protocol/export/filter.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import { JSON_API, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { isObject } from '../../../src/schema/json-value.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import type { ComparisonRules } from '../model/oracle/criterion.js';
import type { Trait } from '../model/oracle/equality.js';
import type { ListOfRecords } from './list.js';

/**
 * A mistake of an export API. A server with the mistake answers a question as if it were the
 * changed one, and evaluates criteria in its own way.
 */
export interface ExportReading extends Reading {
  /** Whether the mistake may change the response to the question. */
  readonly touches: (question: ProductsQuestion) => boolean;
  /** The question that the server answers. Default: the question itself. */
  readonly question?: (question: ProductsQuestion, known: Known) => ProductsQuestion;
  /** How the server evaluates a criterion. If missing, or if the result is undefined: rightly. */
  readonly instead?: ComparisonRules['instead'];
  /** Whether the server selects null for a criterion. Undefined: as a right server. */
  readonly insteadForNull?: ComparisonRules['insteadForNull'];
  /**
   * A trait that the server respects, even if it was learned that it ignores it: a server that
   * removes the trait from the values of filters only seems to ignore it. Default: none.
   */
  readonly respects?: Trait | undefined;
  /**
   * The page without what the mistake changes in it, which is then compared: it looks right only if
   * the page is as predicted. Default: the page itself.
   */
  readonly page?: (page: ProductPage, question: ProductsQuestion, known: Known) => ProductPage;
  /**
   * A further condition that the page must fulfil to be as predicted. Undefined if that is not
   * known. Default: none.
   */
  readonly fits?: (
    page: ProductPage,
    question: ProductsQuestion,
    known: Known,
  ) => boolean | undefined;
  /**
   * The list that the server returns instead of the right one. Undefined if it is not known.
   * Missing if the mistake does not change the list as a whole.
   */
  readonly list?: (question: ProductsQuestion, known: Known) => ListOfRecords | undefined;
  /**
   * Set if the mistake leaves open whether some records are selected. Otherwise a response shows
   * nothing if the mistake leaves more records open than the document does. It is also set if
   * `response` accepts several responses, so that one may fit by chance.
   */
  readonly opens?: true;
  /**
   * Whether the response is as the mistake predicts, whatever else it contains. Undefined if the
   * mistake does not change it. Missing if only a comparison with the data shows the mistake.
   */
  readonly response?: (exchange: Exchange, known: Known) => boolean | undefined;
}

/** A text as a part of an id. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** A parameter as a number, or its default. */
export const numberOf = (value: string | number | undefined, otherwise: number): number =>
  Number(value ?? otherwise);

/** The format of a list of products; undefined if the body is none. */
export const formatIn = (json: unknown): string | undefined => {
  if (Array.isArray(json)) return PLAIN;
  return isObject(json) && Array.isArray(json.data) ? JSON_API : undefined;
};

/** Whether the request has a filter. */
export const hasFilter = ({ filter }: ProductsQuestion): boolean =>
  (filter?.groups.length ?? 0) > 0;

/** Changes the criteria of a filter. A criterion that becomes undefined is left out. */
export const onEachCriterion =
  (change: (criterion: Criterion) => Criterion | undefined) =>
  (question: ProductsQuestion): ProductsQuestion => {
    const { filter } = question;
    if (filter === undefined) return question;
    let isChanged = false;
    const groups = filter.groups
      .map((group) => ({
        ...group,
        criteria: group.criteria.flatMap((criterion) => {
          const changed = change(criterion);
          if (changed !== criterion) isChanged = true;
          return changed ?? [];
        }),
      }))
      .filter(({ criteria }) => criteria.length > 0);
    return isChanged ? { ...question, filter: { ...filter, groups } } : question;
  };

export const onFilter =
  (change: (filter: Filter) => Filter) =>
  (question: ProductsQuestion): ProductsQuestion =>
    question.filter === undefined ? question : { ...question, filter: change(question.filter) };

/** The values of a criterion as a list. There are none for null. */
export const valuesOf = ({ value }: Criterion): readonly Scalar[] => {
  if (value === null) return [];
  return typeof value === 'object' ? value : [value];
};
