import { describeAnswer } from '../../../src/harness/index.js';
import type { clauses } from '../clauses.js';
import type { Page } from '../read-page.js';
import type { Collection } from '../survey.js';
import { wrongPrev } from '../wrong-prev.js';
import type { Question } from './question.js';

export type ClauseId = keyof typeof clauses;

/** A sentence of the document that an answer contradicts, whoever asked for it. */
export interface Violation {
  readonly clause: ClauseId;
  readonly expected: string;
  readonly actual: string;
}

/** What is known of the target when its answers are judged. */
export interface Known {
  readonly collection: Collection;
  readonly reading: 'last-of-page' | 'first-of-next';
  /** The greatest limit that must be accepted. */
  readonly most: number;
  /** A cursor past the end is answered by a page of earlier entities, which is open (PLT-PAGE-9). */
  readonly startsOver: boolean;
}

/** The limit of a page that asks for none (PLT-PAGE-3). */
export const DEFAULT_LIMIT = 50;

/** Told each clause that an answer was held against. */
type Note = (clause: ClauseId) => void;

/** Everything that the answer to a question contradicts, by the walk over the whole collection. */
export function judgePage(page: Page, question: Question, known: Known, note: Note): readonly Violation[] {
  const found: Violation[] = [];
  for (const [clause, rule] of RULES) {
    const told = rule(page, question, known);
    if (told === undefined) continue;
    note(clause);
    if (told !== 'holds') found.push({ clause, ...told });
  }
  return found;
}

/** What a rule says of a page; undefined where the document leaves it open. */
type Told = { readonly expected: string; readonly actual: string } | 'holds' | undefined;
type Rule = (page: Page, question: Question, known: Known) => Told;

const wrongUnless = (right: boolean, expected: string, actual: string | number): Told =>
  right ? 'holds' : { expected, actual: String(actual) };

const RULES: readonly (readonly [ClauseId, Rule])[] = [
  // PLT-PAGE-2: count is the number of entities in the answer.
  [
    'PLT-PAGE-2',
    ({ ids, cursor: { count } }) =>
      count === null ? undefined : wrongUnless(count === ids.length, `count ${ids.length}`, count),
  ],
  // PLT-PAGE-3: at most limit entities; default 50. None at all is no page of what is left.
  [
    'PLT-PAGE-3',
    ({ ids }, { limit = DEFAULT_LIMIT, cursor = 0 }, { collection }) => {
      if (limit < 1) return undefined;
      if (ids.length > limit) return { expected: `at most ${limit} entities`, actual: String(ids.length) };
      const [left] = after(collection, cursor, 1);
      return left !== undefined && ids.length === 0
        ? { expected: `entities after ${cursor}, such as ${left}`, actual: 'none' }
        : 'holds';
    },
  ],
  // PLT-PAGE-4: only entities with an id greater than the cursor, and those that follow it.
  [
    'PLT-PAGE-4',
    ({ ids }, { cursor = 0 }, { collection, startsOver }) => {
      if (startsOver && isBeyond(collection, cursor)) return undefined;
      const lower = ids.find((id) => id <= cursor);
      if (lower !== undefined) return { expected: `ids greater than ${cursor}`, actual: `id ${lower}` };
      const [wanted] = after(collection, cursor, 1);
      if (ids.length === 0 || wanted === undefined) return 'holds';
      const lowest = Math.min(...ids);
      return wrongUnless(lowest === wanted, `the entities after ${cursor}, from ${wanted} on`, `from ${lowest} on`);
    },
  ],
  // PLT-PAGE-5: every entity once, in ascending order.
  [
    'PLT-PAGE-5',
    ({ ids, cursor: { next } }, { cursor = 0 }, { collection }) => {
      if (ids.length === 0) return undefined;
      const at = ids.findIndex((id, index) => index > 0 && id <= (ids[index - 1] ?? 0));
      if (at > 0) return { expected: 'ids in strictly ascending order', actual: `id ${ids[at]} after ${ids[at - 1]}` };
      // What a page begins with is the business of its cursor (PLT-PAGE-4).
      const wanted = after(collection, cursor, ids.length);
      if (ids[0] !== wanted[0]) return undefined;
      const lost = wanted.find((id, index) => id !== ids[index]);
      if (lost !== undefined) return { expected: `entity ${lost} on the page`, actual: 'a page without it' };
      const last = ids.at(-1) ?? 0;
      // Which end a walk has is open, but one that leads back has none (PLT-PAGE-9).
      const isEnd = collection.complete && last === collection.ids.at(-1);
      return isEnd && next !== null && next > 0 && next < last
        ? { expected: `an end after entity ${last}`, actual: `next ${next}` }
        : 'holds';
    },
  ],
  // PLT-PAGE-6: next leads to the page after this one, in the one reading of this target.
  [
    'PLT-PAGE-6',
    ({ ids, cursor: { next } }, _, { collection, reading }) => {
      const last = ids.at(-1);
      const following = last === undefined ? undefined : after(collection, last, 1)[0];
      if (last === undefined || following === undefined || !collection.ids.includes(last)) return undefined;
      const wanted = reading === 'last-of-page' ? last : following;
      const name = reading === 'last-of-page' ? 'the last id of this page' : 'the first id of the next page';
      return wrongUnless(next === wanted, `next ${wanted}, ${name}`, String(next));
    },
  ],
  // PLT-PAGE-7: current is the cursor that was asked for. Past the end it is open (PLT-PAGE-9).
  [
    'PLT-PAGE-7',
    ({ cursor: { current } }, { cursor = 0 }, { collection }) =>
      current === null || isPastTheEnd(collection, cursor)
        ? undefined
        : wrongUnless(current === cursor, `current ${cursor}`, current),
  ],
  // PLT-PAGE-8: prev is 0 or an id that precedes this page; where previous=p was sent it may be p.
  [
    'PLT-PAGE-8',
    (page, { cursor = 0, previous }) =>
      page.cursor.prev === null ? undefined : (wrongPrev(page, { cursor, previous }) ?? 'holds'),
  ],
];

/** The ids after a cursor, at most so many, as far as they are known. */
const after = ({ ids }: Collection, cursor: number, most: number): readonly number[] => {
  const start = ids.findIndex((id) => id > cursor);
  return start < 0 ? [] : ids.slice(start, start + most);
};

/** Whether nothing comes after the cursor, though it may be the last id itself. */
const isPastTheEnd = ({ ids, complete }: Collection, cursor: number): boolean =>
  complete && cursor > 0 && cursor >= (ids.at(-1) ?? 0);

/** Whether no id is as large as the cursor. */
export const isBeyond = (collection: Collection, cursor: number): boolean =>
  isPastTheEnd(collection, cursor) && cursor !== collection.ids.at(-1);

/** PLT-PAGE-11: integers are accepted. What is large, past the end, or no entity's is open (PLT-PAGE-9). */
export function judgeRefusal(
  { answer, question }: { readonly answer: Parameters<typeof describeAnswer>[0]; readonly question: Question },
  { collection, most }: Known,
): Violation | undefined {
  const { limit = 1, cursor = 0, previous = 0 } = question;
  const isPlain =
    limit >= 1 &&
    limit <= most &&
    !isPastTheEnd(collection, cursor) &&
    (previous === 0 || collection.ids.includes(previous));
  return isPlain ? { clause: 'PLT-PAGE-11', expected: 'a page', actual: describeAnswer(answer) } : undefined;
}
