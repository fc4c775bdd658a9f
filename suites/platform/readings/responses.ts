/** Mistakes in the shape of a page, refusals of pages, and responses without a page. */

import type { Answer } from '../../../src/http/answer.js';
import { shapeFaults } from '../../../src/protocol/platform/page.js';
import { membersOf } from '../../../src/schema/json-value.js';
import type { Exchange, Facts } from '../exchange.js';
import type { PlatformMistake } from './change.js';
import { type Scope, scopesFor, scopesOfRequests } from './scopes.js';
import { requestOf } from './window.js';

const faultsByExchange = new WeakMap<Exchange, readonly string[]>();

/** What is wrong with the shape of a page, in words. */
function wrongIn(exchange: Exchange): readonly string[] {
  const wrong = faultsByExchange.get(exchange) ?? faultsOf(exchange);
  faultsByExchange.set(exchange, wrong);
  return wrong;
}

const faultsOf = ({ answer, settings }: Exchange): readonly string[] =>
  shapeFaults(answer, settings).map(({ expected, actual }) => {
    // A member and its type, such as `success boolean`.
    const [, member = expected, kind = ''] = /^(\S+) (.*)$/.exec(expected) ?? [];
    const is = actual.startsWith('text ') ? 'a text' : actual;
    return is === 'none'
      ? `\`${member}\` is missing`
      : `\`${member}\` is ${is} instead of ${kind.replace('boolean', 'a boolean')}`;
  });

const isJsonPage = ({ answer }: Exchange): boolean =>
  answer.status === 200 && answer.jsonFault === undefined;

/** Pages with the faults that a violating page shows. */
function shapes(violated: readonly Exchange[], facts: Facts): readonly PlatformMistake[] {
  const sentences = new Map<string, readonly string[]>();
  for (const exchange of violated.filter(isJsonPage)) {
    const wrong = wrongIn(exchange);
    if (wrong.length > 0) sentences.set(wrong.join(' and '), wrong);
  }
  const scopes = scopesFor(violated.flatMap((one) => requestOf(one, facts) ?? []));
  return [...sentences].slice(0, MOST_SHAPES).flatMap(([sentence, wrong], at) => [
    ...scopes.map(
      (scope): PlatformMistake => ({
        id: `platform.shape.${at}.${scope.id}`,
        mistake: `platform.shape.${at}`,
        clause: 'PLT-PAGE-1',
        sentence: `${sentence}${scope.words}`,
        breaks: ['PLT-PAGE-1'],
        isPlain: true,
        predicts: (exchange, known) => {
          const request = requestOf(exchange, known);
          if (!isJsonPage(exchange)) return undefined;
          // For a request that `requestOf` does not read, only the scope `any` applies.
          const isTouched = request === undefined ? scope.id === 'any' : scope.holds(request);
          return isTouched ? areSame(wrongIn(exchange), wrong) : undefined;
        },
      }),
    ),
    {
      id: `platform.shape.${at}.one-entity`,
      mistake: `platform.shape.${at}`,
      clause: 'PLT-PAGE-1',
      sentence: `${sentence}, on a page of one entity`,
      breaks: ['PLT-PAGE-1'],
      predicts: (exchange) =>
        exchange.page?.ids.length === 1 ? areSame(wrongIn(exchange), wrong) : undefined,
    },
  ]);
}

/** At most this number of different shapes is tried. */
const MOST_SHAPES = 4;

/** The members of the cursor that are texts. Some database drivers return 64-bit ids as texts. */
function textsIn({ answer: { json } }: Exchange): readonly (readonly [string, unknown])[] {
  const { cursor } = membersOf(membersOf(json).meta);
  return Object.entries(membersOf(cursor)).filter(([, value]) => typeof value === 'string');
}

/** A mistake by which the ids in the cursor are texts, but a 0 in their place is a number. */
function idsAsTexts(violated: readonly Exchange[]): readonly PlatformMistake[] {
  const names = [...new Set(violated.flatMap(textsIn).map(([name]) => name))].sort();
  // If the same members are texts on all pages, a mistake of `shapes` says so.
  const members = new Set(
    violated.map((one) =>
      textsIn(one)
        .map(([name]) => name)
        .join(),
    ),
  );
  if (names.length === 0 || members.size < 2) return [];
  const inWords = names.map((name) => `\`${name}\``).join(' and ');
  return [
    {
      id: 'platform.shape.ids-as-texts',
      clause: 'PLT-PAGE-1',
      sentence: `${inWords} in \`meta.cursor\` ${names.length === 1 ? 'is a text, unless it is' : 'are texts, unless they are'} 0`,
      requires: 'they must be integers',
      breaks: ['PLT-PAGE-1'],
      isPlain: true,
      predicts(exchange) {
        if (!isJsonPage(exchange) || exchange.page === undefined) return undefined;
        const { cursor } = membersOf(membersOf(exchange.answer.json).meta);
        const ids = names.map((name) => membersOf(cursor)[name]).filter((id) => id !== 0);
        return ids.length === 0 ? undefined : ids.every((id) => typeof id === 'string');
      },
    },
  ];
}

const areSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at]);

/** A refusal violates each clause that needs the page. */
const CLAUSES_OF_PAGES = ['PLT-PAGE-1', 'PLT-PAGE-5', 'PLT-PAGE-6', 'PLT-PAGE-11'];

/** What came instead of a page, in words. */
function insteadOfPage(answer: Answer): string {
  if (answer.status !== 200) return `gets status ${answer.status}`;
  return answer.jsonFault === undefined ? 'gets JSON without a page' : 'gets no JSON';
}

/**
 * Mistakes by which another response comes instead of a page: in one scope, or with the header
 * fields of one client.
 */
function refusals(violated: readonly Exchange[], facts: Facts): readonly PlatformMistake[] {
  const refused = violated.filter(({ page }) => page === undefined);
  const ways = [...new Set(refused.map(({ answer }) => insteadOfPage(answer)))].slice(0, MOST_WAYS);
  const scopes = scopesOfRequests(refused.flatMap((one) => requestOf(one, facts) ?? []));
  const clients = [...new Set(refused.flatMap(({ question }) => question.client ?? []))];
  const make = (
    way: string,
    id: string,
    words: string,
    isTouched: (exchange: Exchange, known: Facts) => boolean,
  ): PlatformMistake => ({
    id: `platform.${slug(way)}.${id}`,
    mistake: `platform.${slug(way)}`,
    clause: id === 'any' || id.startsWith('client') ? 'PLT-PAGE-1' : 'PLT-PAGE-11',
    sentence: `a request ${way} instead of a page${words}`,
    breaks: CLAUSES_OF_PAGES,
    // Without these header fields the same request returns a page.
    ...(id.startsWith('client') ? { isPlain: true } : {}),
    predicts: (exchange, known) =>
      isTouched(exchange, known)
        ? exchange.page === undefined && insteadOfPage(exchange.answer) === way
        : undefined,
  });
  return ways.flatMap((way) => [
    ...scopes.map((scope: Scope) =>
      make(way, scope.id, scope.words, (exchange, known) => {
        const request = requestOf(exchange, known);
        return request !== undefined && scope.holds(request);
      }),
    ),
    ...clients.map((client) =>
      make(
        way,
        `client-${client}`,
        /^(?:browser|proxy)$/.test(client)
          ? `, with the header fields of a ${client}`
          : `, with ${client}`,
        ({ question }) => question.client === client,
      ),
    ),
  ]);
}

/** At most this number of different responses is tried. */
const MOST_WAYS = 3;

const slug = (words: string): string => words.replaceAll(' ', '-').toLowerCase();

function methods(violated: readonly Exchange[]): readonly PlatformMistake[] {
  const sent = violated.flatMap(({ question: { method } }) => method ?? []);
  return [...new Set(sent), 'any'].map((method) => ({
    id: `platform.method.${method}`,
    mistake: 'platform.method',
    clause: 'PLT-PAGE-10',
    sentence: `${method === 'any' ? 'every method' : method} returns a page`,
    breaks: ['PLT-PAGE-10'],
    isPlain: true,
    predicts: ({ question, page }) =>
      question.method !== undefined && (method === 'any' || question.method === method)
        ? page !== undefined
        : undefined,
  }));
}

const OTHERS: readonly PlatformMistake[] = [
  {
    id: 'platform.entities-twice',
    clause: 'PLT-PAGE-5',
    sentence: 'a page contains entities more than once',
    requires: 'each entity must come once',
    breaks: ['PLT-PAGE-5', 'PLT-PAGE-2', 'PLT-PAGE-4', 'PLT-PAGE-6'],
    isPlain: true,
    predicts: ({ page }) =>
      page !== undefined && new Set(page.ids).size < page.ids.length ? true : undefined,
  },
  {
    id: 'platform.next-null-at-the-end',
    clause: 'PLT-PAGE-1',
    sentence: '`next` is null on the last page',
    breaks: ['PLT-PAGE-1'],
    predicts: (exchange, facts) => {
      const request = requestOf(exchange, facts);
      return request?.window.after.length === 0 ? exchange.page?.cursor.next === null : undefined;
    },
  },
  {
    id: 'platform.401-without-challenge',
    clause: 'PLT-AUTH-2',
    sentence: 'a 401 has no `WWW-Authenticate`',
    breaks: ['PLT-AUTH-2'],
    isPlain: true,
    predicts: ({ answer }) =>
      answer.status === 401 ? answer.header('www-authenticate') === undefined : undefined,
  },
];

export const responseMistakes = (
  violated: readonly Exchange[],
  facts: Facts,
): readonly PlatformMistake[] => [
  ...shapes(violated, facts),
  ...idsAsTexts(violated),
  ...refusals(violated, facts),
  ...methods(violated),
  ...OTHERS,
];
