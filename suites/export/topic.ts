/**
 * The types and helper functions with which the topics of the export suite are written. A topic is
 * one clause with its rule and its checks. The requests of a check are made from the facts that
 * were learned about the target (`questions`), from the settings alone (`withoutFacts`), or from a
 * single fact, the list of routes (`withFact`). A check may instead name a procedure, whose
 * requests depend on earlier responses, or a run, which sends its requests and returns its result
 * itself.
 */

import type { Rule, Ruling } from '../../src/harness/rule.js';
import type { Relation, Topics } from '../../src/harness/topic.js';
import { JSON_API, type ProductsQuestion, type Route } from '../../src/protocol/export/question.js';
import type { ExportTarget } from '../../src/settings/export-target.js';
import type { Asked, Part } from './model/comparison.js';
import type { Contradiction, Known } from './model/data.js';
import type { ErrorName } from './model/error-table.js';
import type { Exchange } from './model/exchange.js';

/** The settings from which requests are made if no facts are needed. */
export interface ExportSettings {
  readonly target: ExportTarget;
  /** The values of all secrets of the target. */
  readonly secrets: readonly string[];
  /** Whether a credential may be sent in a URL, which may be logged. */
  readonly mayBeInUrls: boolean;
  /** The number of requests planned for the check. */
  readonly requests: number;
  /** Whether the run has a budget of requests. */
  readonly isLimited: boolean;
  /** The seed of the check. */
  readonly seed: number;
}

/** The names of the request sequences in `procedures.ts`. */
export type Procedure =
  | 'requests with the token of another destination'
  | 'requests for another destination on each route';

/** The names of the checks in `procedures.ts` that send their requests themselves. */
export type Run =
  | 'the welcome page with tokens'
  | 'the list and the loaded records'
  | 'pages with and without gzip'
  | 'the totals of related filters';

/** The types of the topics of the export API. */
export interface ExportKinds {
  readonly question: ProductsQuestion;
  readonly exchange: Exchange;
  readonly facts: Known | undefined;
  readonly settings: ExportSettings;
  /**
   * The routes that return products. The filtered route is missing if the data has no value for it.
   */
  readonly singleFact: readonly Route[];
  readonly needs: 'export.otherDestination' | 'export.emptyDestination' | 'export.fixture';
  readonly procedure: Procedure;
  readonly run: Run;
}
export type ExportTopics = Topics<ExportKinds>;
export type ExportRule = Rule<Exchange, Known | undefined>;
export type ExportRelation = Relation<Exchange, Known | undefined>;

/** Whether a clause applies to a request. */
export type When = (asked: Asked) => boolean;

/** The parts of a response to which a clause applies, each with the requests concerned. */
export type Parts = Readonly<Partial<Record<Part, When>>>;

export interface PartsRule extends ExportRule {
  readonly parts: Parts;
}

/**
 * Makes a rule about parts of the response. It is violated if the first deviation from the expected
 * response is in one of these parts. Later deviations are ignored, because the first may cause
 * them.
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

/**
 * Makes a rule that combines `comparing` with another rule: the first violation of either counts.
 */
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

/**
 * Makes a function that returns the contradiction among the facts, if the contradiction violates
 * this clause.
 */
export const contradicting =
  (clause: Contradiction['clause'], first: (known: Known) => Contradiction | undefined) =>
  (known: Known): Contradiction | undefined => {
    const found = first(known);
    return found?.clause === clause ? found : undefined;
  };

/** Whether the request must be refused with this documented error. */
export const refusedFor =
  (error: ErrorName, isOfAnotherDestination?: true): When =>
  ({ mistake }) =>
    mistake?.error === error && mistake.isOfAnotherDestination === isOfAnotherDestination;

/**
 * The parts of a response that the clause about a mistake covers. The clause covers the text of the
 * error only in the plain format, because another clause covers the text in the JSON:API format.
 */
export function refusal(error: ErrorName, isOfAnotherDestination?: true): Parts {
  const when = refusedFor(error, isOfAnotherDestination);
  return {
    refusal: when,
    error: when,
    'error text': (asked) => !isJsonApi(asked) && when(asked),
  };
}

/** Whether a request is for an unfiltered, ordered list of the v2 route. */
export const isPlainInOrder: When = ({ route, filter, question }) =>
  route === 'v2' && filter === undefined && question.orderBy !== undefined;

/** Whether a request asks for the JSON:API format. */
export const isJsonApi: When = ({ question: { accept = JSON_API } }) => accept === JSON_API;
