/** Conditions under which a mistake may appear. */

import { DEFAULT_LIMIT } from '../../../src/protocol/platform/question.js';
import type { Request } from './window.js';

export interface Scope {
  readonly id: string;
  /** Follows the sentence of a mistake, such as `, if \`previous\` is sent`. Empty for any request. */
  readonly words: string;
  readonly holds: (request: Request) => boolean;
}

const sends = ({ question }: Request, ...names: readonly ('limit' | 'cursor' | 'previous')[]) =>
  names.every((name) => question[name] !== undefined);

const PARAMETERS: readonly Scope[] = [
  { id: 'any', words: '', holds: () => true },
  {
    id: 'parameters',
    words: ', if any parameter is sent',
    holds: (one) => sends(one, 'limit') || sends(one, 'cursor') || sends(one, 'previous'),
  },
  { id: 'limit', words: ', if `limit` is sent', holds: (one) => sends(one, 'limit') },
  { id: 'no-limit', words: ', if no `limit` is sent', holds: (one) => !sends(one, 'limit') },
  { id: 'cursor', words: ', if `cursor` is sent', holds: (one) => sends(one, 'cursor') },
  { id: 'no-cursor', words: ', if no `cursor` is sent', holds: (one) => !sends(one, 'cursor') },
  { id: 'previous', words: ', if `previous` is sent', holds: (one) => sends(one, 'previous') },
  {
    id: 'limit-cursor',
    words: ', if `limit` and `cursor` are sent',
    holds: (one) => sends(one, 'limit', 'cursor'),
  },
  {
    id: 'limit-without-cursor',
    words: ', if `limit` is sent without `cursor`',
    holds: (one) => sends(one, 'limit') && !sends(one, 'cursor'),
  },
  {
    id: 'cursor-without-limit',
    words: ', if `cursor` is sent without `limit`',
    holds: (one) => sends(one, 'cursor') && !sends(one, 'limit'),
  },
  {
    id: 'limit-previous',
    words: ', if `limit` and `previous` are sent',
    holds: (one) => sends(one, 'limit', 'previous'),
  },
  {
    id: 'previous-without-limit',
    words: ', if `previous` is sent without `limit`',
    holds: (one) => sends(one, 'previous') && !sends(one, 'limit'),
  },
  {
    id: 'cursor-previous',
    words: ', if `cursor` and `previous` are sent',
    holds: (one) => sends(one, 'cursor', 'previous'),
  },
  {
    id: 'limit-previous-without-cursor',
    words: ', if `limit` and `previous` are sent without `cursor`',
    holds: (one) => sends(one, 'limit', 'previous') && !sends(one, 'cursor'),
  },
  {
    id: 'all',
    words: ', if all three parameters are sent',
    holds: (one) => sends(one, 'limit', 'cursor', 'previous'),
  },
  {
    id: 'reversed',
    words: ', if the parameters are sent in another order',
    holds: ({ question }) => question.reversed === true,
  },
  {
    id: 'limit-cursor-reversed',
    words: ', if `cursor` is sent before `limit`',
    holds: (one) => sends(one, 'limit', 'cursor') && one.question.reversed === true,
  },
];

const PAGES: readonly Scope[] = [
  { id: 'first', words: ', on the first page', holds: ({ query }) => query.cursor === 0 },
  { id: 'later', words: ', on every page after the first', holds: ({ query }) => query.cursor > 0 },
  {
    id: 'not-last',
    words: ', on every page before the last',
    holds: ({ window }) => window.after.length > 0,
  },
  { id: 'last', words: ', on the last page', holds: ({ window }) => window.after.length === 0 },
  {
    id: 'later-last',
    words: ', on the last of several pages',
    holds: ({ window }) => window.after.length === 0 && window.before.length > 0,
  },
  {
    id: 'full-last',
    words: ', on a last page that is full',
    holds: ({ window, query }) =>
      window.after.length === 0 && window.page.length === query.limit && window.before.length > 0,
  },
  {
    id: 'before-short',
    words: ', if fewer entities follow than a page has',
    holds: ({ window, query }) => window.after.length > 0 && window.after.length < query.limit,
  },
  {
    id: 'cursor-is-no-id',
    words: ', if the cursor is not the id of an entity',
    holds: ({ collection, query }) => query.cursor > 0 && !collection.ids.includes(query.cursor),
  },
];

/** Scopes that name a value of the requests that violate clauses. */
function scopesOf(violated: readonly Request[]): readonly Scope[] {
  const collections = new Set(violated.map(({ collection }) => collection.name));
  const limits = [...new Set(violated.map(({ query }) => query.limit))];
  const most = Math.max(...limits);
  const least = Math.min(...limits);
  return [
    ...[...collections].map((name) => ({
      id: `collection-${name}`,
      words: `, on ${name}`,
      holds: ({ collection }: Request) => collection.name === name,
    })),
    ...limits.slice(0, MOST_LIMITS).map((limit) => ({
      id: `limit-${limit}`,
      words: `, for a limit of ${limit}`,
      holds: ({ query }: Request) => query.limit === limit,
    })),
    {
      id: `limit-to-${most}`,
      words: `, for limits of ${most} and less`,
      holds: ({ query }: Request) => query.limit <= most && most < DEFAULT_LIMIT,
    },
    {
      id: `limit-from-${least}`,
      words: `, for limits of ${least} and more`,
      holds: ({ query }: Request) => query.limit >= least && least > 1,
    },
  ];
}

/** Limits at which a server makes a mistake are few. */
const MOST_LIMITS = 8;

/** The most general scope comes first. */
export const scopesFor = (violated: readonly Request[]): readonly Scope[] => [
  ...PARAMETERS,
  ...PAGES,
  ...(violated.length === 0 ? [] : scopesOf(violated)),
];

export const ofParameters = (violated: readonly Request[]): readonly Scope[] => [
  ...PARAMETERS,
  ...(violated.length === 0 ? [] : scopesOf(violated)),
];
