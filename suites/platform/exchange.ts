import { checksIn, type Exchanged, type Target } from '../../src/harness/suite.js';
import type { Page } from '../../src/protocol/platform/page.js';
import type { Question } from '../../src/protocol/platform/question.js';
import type { ClauseId } from './clauses.js';
import { type Collection, DEFAULT_LIMIT, type Reading } from './collections.js';

/** What was learned of the target; where it is not known the rules that rest on it say nothing. */
export interface Facts {
  readonly collections: readonly Collection[];
  readonly reading: Reading | undefined;
  /** Only pages that somebody else asked for were seen. */
  readonly shown?: true;
}

/** A question with integers, the page that it was answered with, and the collection as far as it is known. */
export interface Exchange extends Exchanged<Question> {
  readonly page: Page | undefined;
  readonly target: Target;
}

export const collectionOf = ({ question }: Exchange, { collections }: Facts): Collection | undefined =>
  collections.find((one) => one.name === question.collection);
export const integer = (value: number | string | undefined, missing: number): number =>
  typeof value === 'number' ? value : missing;

/** A page whose ids can be told apart, with what was asked for; undefined where there is none. */
export const judged = ({ page, question }: Exchange) =>
  page === undefined || page.ids.some((id) => !Number.isSafeInteger(id))
    ? undefined
    : {
        ...page,
        limit: integer(question.limit, DEFAULT_LIMIT),
        from: integer(question.cursor, 0),
        previous: integer(question.previous, 0),
      };

/** Whether nothing comes after the cursor, though it may be the last id itself. */
export const isPastTheEnd = (collection: Collection | undefined, cursor: number): boolean =>
  collection?.complete === true && cursor > 0 && cursor >= (collection.ids.at(-1) ?? 0);

/** Whether a cursor is greater than every id: what comes there is open (PLT-PAGE-9). */
export const isBeyond = (collection: Collection | undefined, cursor: number): boolean =>
  isPastTheEnd(collection, cursor) && cursor !== collection?.ids.at(-1);

export const checks = checksIn<ClauseId, Question, Facts>;
