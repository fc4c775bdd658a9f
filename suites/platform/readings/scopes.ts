/** Conditions under which a mistake may appear. */

import { DEFAULT_LIMIT } from '../../../src/protocol/platform/question.js';
import type { Query, Request } from './window.js';

export interface Scope {
  readonly id: string;
  /** Follows the sentence of a mistake: `, if \`previous\` is sent`. Empty for any request. */
  readonly words: string;
  readonly holds: (request: Request) => boolean;
}

type Parameter = keyof Query;

const sends = ({ question }: Request, name: Parameter): boolean => question[name] !== undefined;

const EVERYWHERE: Scope = { id: 'any', words: '', holds: () => true };

/** Combinations of parameters: which are sent, and which are not. */
const COMBINATIONS: readonly (readonly [
  sent: readonly Parameter[],
  missing: readonly Parameter[],
])[] = [
  [['limit'], []],
  [['cursor'], []],
  [['previous'], []],
  [[], ['limit']],
  [[], ['cursor']],
  [[], ['previous']],
  [['cursor'], ['previous']],
  [['limit', 'cursor'], []],
  [['limit', 'previous'], []],
  [['cursor', 'previous'], []],
  [['limit'], ['cursor']],
  [['cursor'], ['limit']],
  [['previous'], ['limit']],
  [['previous'], ['cursor']],
  [['limit', 'previous'], ['cursor']],
  [['limit', 'cursor', 'previous'], []],
];

const inWords = (names: readonly Parameter[]): string =>
  names.map((name) => `\`${name}\``).join(' and ');

function combination(
  sent: readonly Parameter[],
  missing: readonly Parameter[],
  isSent: (request: Request, name: Parameter) => boolean,
  verb: 'sent' | 'above 0',
): Scope {
  const without = missing.length === 0 ? '' : ` without ${inWords(missing)}`;
  const are = sent.length === 1 ? 'is' : 'are';
  return {
    id: [
      ...sent,
      ...missing.map((one) => `no-${one}`),
      ...(verb === 'sent' ? [] : ['positive']),
    ].join('-'),
    words:
      sent.length === 0
        ? `, if no ${inWords(missing)} ${verb === 'sent' ? 'is sent' : 'above 0 is sent'}`
        : `, if ${inWords(sent)} ${are} ${verb}${without}`,
    holds: (request) =>
      sent.every((one) => isSent(request, one)) && missing.every((one) => !isSent(request, one)),
  };
}

const isAboveZero = ({ query }: Request, name: Parameter): boolean => query[name] > 0;

const PARAMETERS: readonly Scope[] = [
  EVERYWHERE,
  {
    id: 'parameters',
    words: ', if any parameter is sent',
    holds: (one) => sends(one, 'limit') || sends(one, 'cursor') || sends(one, 'previous'),
  },
  ...COMBINATIONS.map(([sent, missing]) => combination(sent, missing, sends, 'sent')),
  { id: 'first', words: ', on the first page', holds: ({ query }) => query.cursor === 0 },
  {
    id: 'first-alone',
    words: ', on the first page without `previous`',
    holds: ({ query }) => query.cursor === 0 && query.previous === 0,
  },
  { id: 'later', words: ', on every page after the first', holds: ({ query }) => query.cursor > 0 },
  ...COMBINATIONS.filter(
    // The pages after the first are those with a cursor above 0.
    ([sent, missing]) =>
      [...sent, ...missing].includes('previous') && ![...sent, ...missing].includes('limit'),
  ).map(([sent, missing]) => combination(sent, missing, isAboveZero, 'above 0')),
  {
    id: 'cursor-before-limit',
    words: ', if `cursor` is sent before `limit`',
    holds: (one) => sends(one, 'limit') && sends(one, 'cursor') && one.question.reversed === true,
  },
  {
    id: 'cursor-before-limit-alone',
    words: ', if `cursor` is sent before `limit`, without `previous`',
    holds: (one) =>
      sends(one, 'limit') &&
      sends(one, 'cursor') &&
      !sends(one, 'previous') &&
      one.question.reversed === true,
  },
];

const PAGES: readonly Scope[] = [
  {
    id: 'not-last',
    words: ', on every page before the last',
    holds: ({ window }) => window.after.length > 0,
  },
  { id: 'last', words: ', on the last page', holds: ({ window }) => window.after.length === 0 },
  {
    id: 'after-last',
    words: ', if no entity follows the cursor',
    holds: ({ window }) => window.page.length === 0,
  },
  {
    id: 'later-last',
    words: ', on the last of several pages',
    holds: ({ window }) => window.after.length === 0 && window.before.length > 0,
  },
  {
    id: 'full-last',
    words: ', on the last of several pages if it is full',
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
  {
    id: 'large-cursor',
    words: ', for a cursor of 2^31 and more',
    holds: ({ query }) => query.cursor >= 2 ** 31,
  },
  ...[2, 3].map((turn) => ({
    id: `page-${turn}`,
    words: `, on page ${turn}`,
    holds: ({ window, query }: Request) => window.before.length === (turn - 1) * query.limit,
  })),
];

/** Scopes that name a value of the requests that violate clauses. */
function scopesOf(violated: readonly Request[]): readonly Scope[] {
  if (violated.length === 0) return [];
  const collections = new Set(violated.map(({ collection }) => collection.name));
  const limits = [...new Set(violated.map(({ query }) => query.limit))];
  const most = Math.max(...limits);
  const least = Math.min(...limits);
  return [
    ...[...collections].map((name) => ({
      id: `on-${name}`,
      words: `, on ${name}`,
      holds: ({ collection }: Request) => collection.name === name,
    })),
    ...limits.slice(0, MOST_LIMITS).flatMap(ofLimit),
    // Up to the default limit, or from 1 on, a range would contain nearly every request.
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

const ofLimit = (limit: number): readonly Scope[] => [
  {
    id: `limit-${limit}`,
    words: `, for a limit of ${limit}`,
    holds: ({ query }) => query.limit === limit,
  },
  {
    id: `limit-${limit}-first`,
    words: `, for a limit of ${limit} on the first page`,
    holds: ({ query }) => query.limit === limit && query.cursor === 0,
  },
  {
    id: `limit-${limit}-later`,
    words: `, for a limit of ${limit} on every page after the first`,
    holds: ({ query }) => query.limit === limit && query.cursor > 0,
  },
];

/** A mistake of single limits is looked for at this number of limits. */
const MOST_LIMITS = 8;

/** Scopes of the request alone. The most general scope comes first. */
export const scopesOfRequests = (violated: readonly Request[]): readonly Scope[] => [
  ...PARAMETERS,
  ...scopesOf(violated),
];

/** Scopes of the request, and of the place of the page in its collection. */
export const scopesFor = (violated: readonly Request[]): readonly Scope[] => [
  ...PARAMETERS,
  ...PAGES,
  ...scopesOf(violated),
];
