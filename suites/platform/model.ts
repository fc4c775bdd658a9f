import type { Question } from '../../src/protocol/platform/question.js';
import type { Collection } from './collections.js';

/** Values of the factors of a page request; what they stand for is found in the collection when a row is asked. */
const VALUES = {
  limit: [
    'none',
    '1',
    '2',
    '3',
    '5',
    '10',
    '20',
    '25',
    '49',
    '50',
    '51',
    '100',
    'all but one that are left',
    'all that are left',
    'one more than are left',
  ],
  cursor: [
    'none',
    '0',
    'first',
    'no id',
    'middle',
    'last but one',
    'last',
    'past the end',
    '2^31',
    '2^32 and the first',
    '2^53-1',
  ],
  previous: ['none', '0', 'first', 'middle', 'last', '2'],
  order: ['as documented', 'reversed'],
} as const;

export type Conditions = { readonly [N in keyof typeof VALUES]: (typeof VALUES)[N][number] } & {
  readonly collection: string;
};

export const valuesFor = (collections: readonly Collection[]) => ({
  collection: collections.map(({ name }) => name),
  ...VALUES,
});

/** The simplest conditions. */
export const PLAIN = { limit: 'none', cursor: 'none', previous: 'none', order: 'as documented' } as const;

/** Whether a collection can ask some conditions. */
export const isAsked = (conditions: Partial<Conditions>, collections: readonly Collection[]): boolean =>
  collections.some(
    ({ name: collection }) =>
      (conditions.collection ?? collection) === collection &&
      questionFor({ ...PLAIN, collection, ...conditions }, collections) !== undefined,
  );

/** The question that conditions stand for; undefined where the collection is too small to ask it. */
export function questionFor(conditions: Conditions, collections: readonly Collection[]): Question | undefined {
  const collection = collections.find(({ name }) => name === conditions.collection);
  if (collection === undefined) return undefined;
  const { ids, most } = collection;
  const cursor = cursorFor(conditions.cursor, collection);
  const limit = limitFor(conditions.limit, () => ids.filter((id) => id > (cursor ?? 0)).length);
  const previous = { none: undefined, '0': 0, first: ids[0], middle: middleOf(ids), last: ids.at(-1), '2': 2 }[
    conditions.previous
  ];
  const isMissing =
    (conditions.previous !== 'none' && previous === undefined) ||
    (conditions.cursor !== 'none' && cursor === undefined) ||
    (conditions.limit !== 'none' && (limit === undefined || limit < 1 || limit > Math.max(100, most)));
  if (isMissing) return undefined;
  return { collection: collection.name, limit, cursor, previous, reversed: conditions.order === 'reversed' };
}

/** `left` counts, which takes long where there are many. */
function limitFor(value: Conditions['limit'], left: () => number): number | undefined {
  if (value === 'none') return undefined;
  if (value === 'all but one that are left') return left() - 1;
  if (value === 'all that are left') return left();
  return value === 'one more than are left' ? left() + 1 : Number(value);
}

function cursorFor(value: Conditions['cursor'], { ids, complete }: Collection): number | undefined {
  if (value === 'no id') return freeOf(ids);
  const last = complete ? ids.at(-1) : undefined;
  return {
    none: undefined,
    '0': 0,
    first: ids[0],
    middle: middleOf(ids),
    'last but one': complete ? ids.at(-2) : undefined,
    last,
    'past the end': last === undefined ? undefined : last + 1000,
    '2^31': last === undefined || last >= 2 ** 31 ? undefined : 2 ** 31,
    '2^32 and the first': last === undefined || last >= 2 ** 32 ? undefined : 2 ** 32 + (ids[0] ?? 1),
    '2^53-1': last === undefined ? undefined : 2 ** 53 - 1,
  }[value];
}

/** A number between two ids, where there is a gap. */
function freeOf(ids: readonly number[]): number | undefined {
  const before = ids.find((id, index) => id + 1 < (ids[index + 1] ?? id));
  return before === undefined ? undefined : before + 1;
}

const middleOf = (ids: readonly number[]): number | undefined => ids[Math.floor(ids.length / 2) - 1];
