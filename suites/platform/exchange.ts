/**
 * The types of the platform suite: an exchange, the facts about the target, and pages whose ids can
 * be compared.
 */

import type { Exchanged } from '../../src/harness/rule.js';
import type { Ruling, Topics } from '../../src/harness/topic.js';
import type { Reading } from '../../src/protocol/platform/next-cursor.js';
import type { EntitySettings, Page } from '../../src/protocol/platform/page.js';
import type { PlatformAddress, Question } from '../../src/protocol/platform/question.js';
import { type Collection, DEFAULT_LIMIT } from './collection.js';

/**
 * The facts that a run learns about the target. A rule that needs a missing fact returns no result.
 */
export interface Facts {
  /** The collections, sorted by size with the largest first. */
  readonly collections: readonly Collection[];
  /** Which of the allowed meanings `meta.cursor.next` has; undefined if unknown. */
  readonly reading: Reading | undefined;
  /**
   * Set for recorded traffic of other clients, because entities may have been added or removed
   * during it.
   */
  readonly foreign?: true;
}

/** A request and its response, with the page that the response contains. */
export interface Exchange extends Exchanged<Question> {
  /** Undefined if the response is not a page. */
  readonly page: Page | undefined;
  readonly settings: EntitySettings;
}

/** The names of the request sequences in `walks.ts`. */
export type Walk =
  | 'the largest collection'
  | 'the largest collection and the page after its end'
  | 'the end of the largest collection, in full pages'
  | 'the other collections';

/** The types with which the clauses of the platform API are written. */
export interface PlatformKinds {
  readonly question: Question;
  readonly exchange: Exchange;
  readonly facts: Facts;
  readonly settings: PlatformAddress;
  readonly needs: 'platform.headers';
  readonly singleFact: never;
  readonly procedure: Walk;
  readonly run: never;
}
export type PlatformTopics = Topics<PlatformKinds>;

/** The known collection of an exchange; undefined if the collection is unknown. */
export const collectionOf = (
  { question }: Exchange,
  { collections }: Facts,
): Collection | undefined => collections.find(({ name }) => name === question.collection);

/** The value of a parameter if it is a number, otherwise `missing`. */
export const integerOr = (value: number | string | undefined, missing: number): number =>
  typeof value === 'number' ? value : missing;

/** Whether a request has no parameter. */
export const isBare = ({ limit, cursor, previous }: Question): boolean =>
  limit === undefined && cursor === undefined && previous === undefined;

/** A page whose ids can be compared, with the parameters of its request. */
export interface RequestedPage extends Page {
  readonly requested: {
    readonly limit: number;
    readonly cursor: number;
    readonly previous: number;
  };
}

/**
 * The page of an exchange with its request parameters; undefined if the response is not a page or
 * an id is not a safe integer.
 */
export function requestedPage({ page, question }: Exchange): RequestedPage | undefined {
  if (page === undefined || page.ids.some((id) => !Number.isSafeInteger(id))) return undefined;
  const requested = {
    limit: integerOr(question.limit, DEFAULT_LIMIT),
    cursor: integerOr(question.cursor, 0),
    previous: integerOr(question.previous, 0),
  };
  return { ...page, requested };
}

/**
 * Makes a rule for pages whose ids can be compared. `collection` is undefined if the collection is
 * unknown.
 */
export const ofPage =
  (
    rule: (
      page: RequestedPage,
      collection: Collection | undefined,
      facts: Facts,
      question: Question,
    ) => Ruling,
  ) =>
  (exchange: Exchange, facts: Facts): Ruling => {
    const page = requestedPage(exchange);
    return page && rule(page, collectionOf(exchange, facts), facts, exchange.question);
  };
