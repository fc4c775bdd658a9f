/**
 * The types of topics. A topic is a clause with its rule and its checks. The requests of a check
 * are made from the learned facts (`questions`), from the settings (`withoutFacts`) or from the
 * routes (`withFact`). A question set is a choice of requests from the facts that is made in
 * `questions`, outside of the topics. A procedure makes requests that depend on earlier responses.
 * A run returns the result itself.
 */

import type { Rule, Ruling } from '../../src/harness/rule.js';
import type { Relation, Topics } from '../../src/harness/topic.js';
import type { ValueOperator } from '../../src/protocol/export/filter.js';
import { JSON_API, type ProductsQuestion, type Route } from '../../src/protocol/export/question.js';
import type { ExportTarget } from '../../src/settings/export-target.js';
import type { Asked, Part } from './model/comparison.js';
import type { Contradiction, Known } from './model/data.js';
import type { ErrorName } from './model/error-table.js';
import type { Exchange } from './model/exchange.js';

export interface ExportSettings {
  readonly target: ExportTarget;
  readonly secrets: readonly string[];
  /** Whether a credential may be sent in a URL, which servers may log. */
  readonly mayBeInUrls: boolean;
  readonly requests: number;
  readonly isLimited: boolean;
  readonly seed: number;
}

/** The names of the procedures in `procedures.ts`. */
export type Procedure =
  | 'requests with the token of another destination'
  | 'requests for another destination on each route';

/** The names of the functions in `procedures.ts` that compare several responses. */
export type Run =
  | 'the welcome page with tokens'
  | 'the list and the loaded records'
  | 'pages with and without gzip'
  | 'the totals of related filters';

/** The names of the questions about the modes of filters. */
export type ModeSet =
  | 'a group without mode'
  | 'a group of mode AND'
  | 'a group of mode OR'
  | 'groups without a top-level mode'
  | 'groups with the top-level mode AND'
  | 'groups with the top-level mode OR'
  | '(a OR b) AND (c OR d)'
  | '(a AND b) OR (c AND d)';

/** The names of the questions in `question-sets.ts`. */
export type QuestionSet =
  | ModeSet
  | `examples of ${ValueOperator}`
  | 'operators in several encodings'
  | 'values that occur in no record'
  | 'unusual values of the data'
  | 'random filters'
  | 'filters with orderBy, limit and offset'
  | 'filters with groupBy'
  | 'parameters on the legacy route'
  | 'one value in the path'
  | 'several values in the path'
  | 'parameters on the filtered route';

export interface ExportKinds {
  readonly question: ProductsQuestion;
  readonly exchange: Exchange;
  readonly facts: Known | undefined;
  readonly settings: ExportSettings;
  /** The filtered route is missing if the data has no value for it. */
  readonly singleFact: readonly Route[];
  readonly questionSet: QuestionSet;
  readonly needs: 'export.otherDestination' | 'export.emptyDestination' | 'export.fixture';
  readonly procedure: Procedure;
  readonly run: Run;
}
export type ExportTopics = Topics<ExportKinds>;
export type ExportRule = Rule<Exchange, Known | undefined>;
export type ExportRelation = Relation<Exchange, Known | undefined>;

export type When = (asked: Asked) => boolean;

/** Each part of a response has a condition that selects the requests to which a clause applies. */
export type Parts = Readonly<Partial<Record<Part, When>>>;

export interface PartsRule extends ExportRule {
  readonly parts: Parts;
}

/**
 * The rule is violated if the first deviation from the expected response is in one of these parts.
 * Later deviations are ignored, because the first may cause them.
 */
export function comparing(parts: Parts): PartsRule {
  const rule: ExportRule = (exchange, known) => {
    const { asked, deviation, tested } = exchange.compare(known);
    const isOwn = (part: Part): boolean => parts[part]?.(asked) === true;
    if (deviation !== undefined && isOwn(deviation.part)) {
      const { expected, actual, atMost } = deviation;
      return { expected, actual, atMost };
    }
    return tested.some(isOwn) ? 'holds' : undefined;
  };
  return Object.assign(rule, { parts });
}

/** The first violation of either rule counts. */
export function comparingAlso(parts: Parts, other: ExportRule): PartsRule {
  const first = comparing(parts);
  const rule: ExportRule = (exchange, known) => {
    const rulings = [first(exchange, known), other(exchange, known)];
    return rulings.find((one) => one !== undefined && one !== 'holds') ?? holdsAmong(rulings);
  };
  return Object.assign(rule, { parts });
}

const holdsAmong = (rulings: readonly Ruling[]): Ruling =>
  rulings.includes('holds') ? 'holds' : undefined;

/** Only a contradiction that violates this clause counts. */
export const contradicting =
  (clause: Contradiction['clause'], first: (known: Known) => Contradiction | undefined) =>
  (known: Known): Contradiction | undefined => {
    const found = first(known);
    return found?.clause === clause ? found : undefined;
  };

export const refusedFor =
  (error: ErrorName, isOfAnotherDestination?: true): When =>
  ({ mistake }) =>
    mistake?.error === error && mistake.isOfAnotherDestination === isOfAnotherDestination;

/**
 * The parts of the clause about a mistake. It covers the text of the error only in the plain
 * format, because EXP-ERR-4 covers the text in the JSON:API format.
 */
export function refusal(error: ErrorName, isOfAnotherDestination?: true): Parts {
  const when = refusedFor(error, isOfAnotherDestination);
  return {
    refusal: when,
    error: when,
    'error text': (asked) => !isJsonApi(asked) && when(asked),
  };
}

export const isPlainInOrder: When = ({ route, filter, question }) =>
  route === 'v2' && filter === undefined && question.orderBy !== undefined;

export const isJsonApi: When = ({ question: { accept = JSON_API } }) => accept === JSON_API;
