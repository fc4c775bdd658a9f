/**
 * The types of the topics of the export suite, and functions that make rules. A topic is one clause
 * with its rule, its relation and its checks.
 */

import type { Rule, Ruling } from '../../src/harness/rule.js';
import type { Given, Relation, Topics } from '../../src/harness/topic.js';
import { JSON_API, type ProductsQuestion, type Route } from '../../src/protocol/export/question.js';
import type { ExportTarget } from '../../src/settings/export-target.js';
import type { Asked, Part } from './model/comparison.js';
import type { Contradiction, Known } from './model/data.js';
import type { ErrorName } from './model/error-table.js';
import type { Exchange } from './model/exchange.js';

export interface ExportSettings {
  readonly target: ExportTarget;
  /** The values of all secrets of the target. Random tokens must not equal one. */
  readonly secrets: readonly string[];
  /** Whether a credential may be sent in a URL, which servers may log. */
  readonly mayBeInUrls: boolean;
  /** Whether values may be sent for which a firewall may lock out the sender. */
  readonly mayBeHostile: boolean;
  /** The number of requests that the check may send. */
  readonly requests: number;
  /** Whether the user limited the number of requests of the run. */
  readonly isLimited: boolean;
  readonly seed: number;
}

/** The types that a topic of this suite uses. */
export interface ExportKinds {
  readonly question: ProductsQuestion;
  readonly exchange: Exchange;
  readonly facts: Known | undefined;
  readonly settings: ExportSettings;
  readonly learned: {
    /** The routes to products. Without a value to filter by, the filtered route is missing. */
    readonly routes: readonly Route[];
  };
  /** Settings without which a check is skipped. */
  readonly needs: 'export.otherDestination' | 'export.emptyDestination' | 'export.fixture';
}
export type ExportGiven = Given<ExportKinds>;
export type ExportTopics = Topics<ExportKinds>;
export type ExportRule = Rule<Exchange, Known | undefined>;
export type ExportRelation = Relation<Exchange, Known | undefined>;

/** A condition that selects requests. */
export type When = (asked: Asked) => boolean;

export const anyRequest: When = () => true;

/**
 * The parts of a response that a clause is about. A part counts only for the requests that its
 * condition selects.
 */
export type Parts = Readonly<Partial<Record<Part, When>>>;

/** A rule of `comparing`. `parts` shows which generated requests can test its clause. */
export interface PartsRule extends ExportRule {
  readonly parts: Parts;
}

/**
 * Makes a rule that compares a response with the expected response. The rule is violated if the
 * first deviation is in one of these parts, and the condition of the part selects the request.
 * Later deviations are ignored, because the first may cause them. Otherwise the rule holds if one
 * of these parts was tested.
 */
export function comparing(parts: Parts): PartsRule {
  const rule: ExportRule = (exchange, known) => {
    const { asked, deviation, tested } = exchange.compare(known);
    const isTestedByRule = (part: Part): boolean => parts[part]?.(asked) === true;
    if (deviation !== undefined && isTestedByRule(deviation.part)) {
      const { part: _, ...ruling } = deviation;
      return ruling;
    }
    return tested.some(isTestedByRule) ? 'holds' : undefined;
  };
  return Object.assign(rule, { parts });
}

/** Combines the rule of `comparing` with another rule. Either of them may find a violation. */
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

/** Restricts a function that finds a contradiction in the known data to one clause. */
export const contradicting =
  (clause: Contradiction['clause'], find: (known: Known) => Contradiction | undefined) =>
  (known: Known): Contradiction | undefined => {
    const found = find(known);
    return found?.clause === clause ? found : undefined;
  };

/**
 * Selects the requests that must be refused with this error. `isOfAnotherDestination` selects only
 * requests whose token belongs to another destination. Without it, these requests are excluded.
 */
export const refusedFor =
  (error: ErrorName, isOfAnotherDestination?: true): When =>
  ({ mistake }) =>
    mistake?.error === error && mistake.isOfAnotherDestination === isOfAnotherDestination;

/**
 * The parts of a clause that requires the server to refuse a request with this error. The text of
 * the error is a part only if the request does not ask for JSON:API, because EXP-ERR-4 is about the
 * text in JSON:API.
 */
export function refusal(error: ErrorName, isOfAnotherDestination?: true): Parts {
  const when = refusedFor(error, isOfAnotherDestination);
  return {
    refusal: when,
    error: when,
    'error text': (asked) => !isJsonApi(asked) && when(asked),
  };
}

/** Selects requests of the v2 route with an order and without a filter. */
export const isPlainInOrder: When = ({ route, filter, question }) =>
  route === 'v2' && filter === undefined && question.orderBy !== undefined;

export const isJsonApi: When = ({ question: { accept = JSON_API } }) => accept === JSON_API;
