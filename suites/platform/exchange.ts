/** The types of the platform suite, and functions that read a question or its page. */

import { describeAnswer } from '../../src/harness/finding.js';
import type { Exchanged } from '../../src/harness/rule.js';
import type { Ruling, Topics } from '../../src/harness/topic.js';
import type { Answer } from '../../src/http/answer.js';
import type { Reading } from '../../src/protocol/platform/next-cursor.js';
import type { EntitySettings, Page } from '../../src/protocol/platform/page.js';
import {
  DEFAULT_LIMIT,
  type PlatformAddress,
  type Question,
} from '../../src/protocol/platform/question.js';
import type { Collection } from './collection.js';

/** What a run has learned. A rule that needs a missing fact returns no result. */
export interface Facts {
  /** The collections are sorted by size. The largest is first. */
  readonly collections: readonly Collection[];
  /** The meaning of `meta.cursor.next`. It is undefined if the meaning is unknown. */
  readonly reading: Reading | undefined;
  /**
   * Set if the exchanges are recorded requests of other clients. Entities may have been added or
   * removed during the recording.
   */
  readonly foreign?: true;
}

export interface Exchange extends Exchanged<Question> {
  /** The page is undefined if the response is not a page. */
  readonly page: Page | undefined;
  readonly settings: EntitySettings;
}

export interface PlatformKinds {
  readonly question: Question;
  readonly exchange: Exchange;
  readonly facts: Facts;
  readonly settings: PlatformAddress;
  readonly needs: 'platform.headers';
  readonly learned: object;
}
export type PlatformTopics = Topics<PlatformKinds>;

export const collectionOf = (
  { question }: Exchange,
  { collections }: Facts,
): Collection | undefined => collections.find(({ name }) => name === question.collection);

/** The value, or `missing` if it is not a number. Malformed limits and cursors are texts. */
export const numberOr = (value: number | string | undefined, missing: number): number =>
  typeof value === 'number' ? value : missing;

/** Whether the request has no parameter. */
export const isBare = ({ limit, cursor, previous }: Question): boolean =>
  limit === undefined && cursor === undefined && previous === undefined;

export interface RequestedPage extends Page {
  readonly requested: {
    readonly limit: number;
    readonly cursor: number;
    readonly previous: number;
  };
}

/** Returns undefined if the response is not a page, or if an id is not a safe integer. */
export function requestedPage({ page, question }: Exchange): RequestedPage | undefined {
  if (page === undefined || page.ids.some((id) => !Number.isSafeInteger(id))) return undefined;
  const requested = {
    limit: numberOr(question.limit, DEFAULT_LIMIT),
    cursor: numberOr(question.cursor, 0),
    previous: numberOr(question.previous, 0),
  };
  return { ...page, requested };
}

/**
 * A rule for pages whose ids are safe integers, so that they can be compared. `collection` is
 * undefined if the collection is unknown.
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

/** The deviation of a response that is not a page. */
export const noPage = (answer: Answer) => ({
  expected: 'a page',
  sentence: `the response is not a page: ${describeAnswer(answer)}; it must be one`,
});
