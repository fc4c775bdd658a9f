/**
 * Readings (`reading.ts`) of caches whose key lacks a part of the request: they return the response
 * to another request.
 */

import type { Request } from '../../../src/http/index.js';
import { grouped, memoizedByObject } from '../../../src/memoized.js';
import {
  DESTINATION_HEADER,
  JSON_API,
  PLAIN,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import type { Exchange } from '../model/exchange.js';
import { OF_LISTS } from './parts.js';
import { type ExportReading, formatIn } from './reading.js';

const lowerCase = (name: string): string => name.toLowerCase();

/** The name of a header field as CGI reads it, where underscores are like hyphens. */
const folded = (name: string): string => name.toLowerCase().replaceAll('_', '-');

const OWN_FIELDS = ['Accept', TOKEN_HEADER, DESTINATION_HEADER].map(lowerCase);

const PARAMETERS = ['limit', 'offset', 'orderBy', 'groupBy'] as const;

/** The parts of the URL and the method. `query` is what else the query has. */
const urlOf = ({ method = 'GET', url }: Request) => {
  const [path = '', search = ''] = url.split(/\?(.*)/s);
  const others: string[] = [];
  const parameters = { limit: '', offset: '', orderBy: '', groupBy: '' };
  for (const pair of search.split('&')) {
    const name = PARAMETERS.find((one) => pair.startsWith(`${one}=`));
    if (name === undefined) others.push(pair);
    else parameters[name] = parameters[name] === '' ? pair : `${parameters[name]}&${pair}`;
  }
  return { resource: `${method} ${path}`, query: others.join('&'), ...parameters };
};

/** The parts of the header fields. */
const fieldsOf = ({ headers = [] }: Request) => {
  const fieldOf = (name: string, form = lowerCase): string | undefined => {
    const lines = headers.filter(([one]) => form(one) === form(name));
    return lines.length === 0 ? undefined : lines.map(([, value]) => value).join(', ');
  };
  const asRead = fieldOf(DESTINATION_HEADER, folded) ?? '';
  return {
    accept: fieldOf('Accept'),
    token: fieldOf(TOKEN_HEADER),
    destination: fieldOf(DESTINATION_HEADER),
    // As the server may read it, so that `0301` in `X_Destination_Id` is the same as `301`.
    destinationAsRead: /^\s*\d+\s*$/.test(asRead) ? Number(asRead) : asRead,
    others: JSON.stringify(headers.filter(([name]) => !OWN_FIELDS.includes(lowerCase(name)))),
  };
};

const OF_THE_URL = ['resource', 'query', ...PARAMETERS] as const;
const OF_THE_FIELDS = ['accept', 'token', 'destination', 'destinationAsRead', 'others'] as const;
/** The parts of a request that may distinguish responses. */
type Part = (typeof OF_THE_URL)[number] | (typeof OF_THE_FIELDS)[number];

interface Cache {
  readonly id: string;
  /** The parts of the request that the key of the cache lacks. */
  readonly ignored: readonly Part[];
  /**
   * Whether other responses show that the server regards the ignored parts, so that only a cache
   * can ignore them. Default: it does.
   */
  readonly areRead?: (exchanges: readonly Exchange[]) => boolean;
  /** Set if the server checks the token before it looks into the cache. Default: it does not. */
  readonly mayBeRefused?: true;
  /** Whether the server stores a response. Default: each. */
  readonly stores?: (exchange: Exchange) => boolean;
  readonly clause: string;
  readonly sentence: string;
  readonly requires: string;
}

/** Whether lists came in both formats. */
function readsAccept(exchanges: readonly Exchange[]): boolean {
  const formats = exchanges.map(({ answer }) => (answer.ok ? formatIn(answer.json) : undefined));
  return formats.includes(PLAIN) && formats.includes(JSON_API);
}

/** Whether a wrong token was refused. */
function readsTokens(exchanges: readonly Exchange[]): boolean {
  return exchanges.some(
    ({ question: { token }, answer: { status } }) => typeof token === 'string' && status === 403,
  );
}

/** Whether a wrong or a missing destination was refused. */
function readsDestinations(exchanges: readonly Exchange[]): boolean {
  return exchanges.some(
    ({ question: { destinationId }, answer: { status } }) =>
      destinationId !== undefined && [401, 403].includes(status),
  );
}

/** The formats of the lists that a cache stores. */
const STORED_FORMATS: readonly (readonly [
  end: string,
  words: string,
  stores: (exchange: Exchange) => boolean,
])[] = [
  ['', '', () => true],
  ...(
    [
      ['.json-api', 'JSON:API', JSON_API],
      ['.plain', 'plain', PLAIN],
    ] as const
  ).map(
    ([end, words, format]) =>
      [
        end,
        `, if it is ${words}`,
        ({ answer }: Exchange) => formatIn(answer.json) === format,
      ] as const,
  ),
];

const OF_QUERY = {
  clause: 'EXP-LIST-11',
  sentence: 'a request gets the response to the first request of its path, whatever its query is',
  requires: 'each query must get its own response',
};
const OF_TOKEN = {
  areRead: readsTokens,
  clause: 'EXP-AUTH-3',
  sentence:
    'a request gets the response to an earlier request with the same URL and `Accept`, whatever its token is',
  requires: 'each token must be checked',
};
const DESTINATIONS = ['destination', 'destinationAsRead'] as const;
const CACHES: readonly Cache[] = [
  {
    ...OF_QUERY,
    id: 'query-ignored.path',
    ignored: ['query', ...PARAMETERS, ...OF_THE_FIELDS],
  },
  {
    ...OF_QUERY,
    id: 'query-ignored.path-and-own-fields',
    ignored: ['query', ...PARAMETERS, 'others'],
  },
  { ...OF_QUERY, id: 'query-ignored.path-and-fields', ignored: ['query', ...PARAMETERS] },
  ...PARAMETERS.map(
    (name): Cache => ({
      id: `parameter-ignored.${name}`,
      ignored: [name, 'others'],
      clause: 'EXP-LIST-11',
      sentence: `a request gets the response to an earlier request that differs in \`${name}\` alone`,
      requires: 'each query must get its own response',
    }),
  ),
  {
    id: 'fields-ignored',
    ignored: OF_THE_FIELDS,
    areRead: (exchanges) => readsAccept(exchanges) && readsTokens(exchanges),
    clause: 'EXP-AUTH-3',
    sentence:
      'a request gets the response to an earlier request with the same URL, whatever its header fields are',
    requires: 'each token, destination and format must get its own response',
  },
  ...STORED_FORMATS.map(
    ([end, words, stores]): Cache => ({
      id: `accept-ignored${end}`,
      // Token and destination were read before, in whatever form they came.
      ignored: ['accept', 'token', 'destination', 'others'],
      areRead: readsAccept,
      mayBeRefused: true,
      stores,
      clause: 'EXP-NEG-1',
      sentence: `a request gets the response to an earlier request with another \`Accept\`, in the format of that one${words}`,
      requires: 'each request must get the format that it accepts',
    }),
  ),
  {
    id: 'accept-ignored.destination',
    ignored: OF_THE_FIELDS,
    areRead: readsAccept,
    mayBeRefused: true,
    clause: 'EXP-NEG-1',
    sentence:
      'a request with a valid token gets the response to an earlier request with the same URL, whatever its `Accept` and its destination are',
    requires: 'each destination and format must get its own response',
  },
  { ...OF_TOKEN, id: 'token-ignored', ignored: ['token', ...DESTINATIONS, 'others'] },
  { ...OF_TOKEN, id: 'token-ignored.destination-regarded', ignored: ['token', 'others'] },
  {
    id: 'destination-ignored',
    ignored: [...DESTINATIONS, 'others'],
    areRead: readsDestinations,
    clause: 'EXP-AUTH-8',
    sentence:
      'a request gets the response to an earlier request with the same URL, token and `Accept`, whatever its destination is',
    requires: 'each destination must get its own response',
  },
];

/** Whether two responses have the same body. */
export const isSameBody = (one: Exchange, other: Exchange): boolean =>
  one.answer.size === other.answer.size && one.answer.body.equals(other.answer.body);

/** An exchange, and the parts of its request. Those of the header fields are seldom compared. */
class Sent {
  readonly exchange: Exchange;
  readonly url: ReturnType<typeof urlOf>;
  #fields: ReturnType<typeof fieldsOf> | undefined;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
    this.url = urlOf(exchange.answer.request);
  }

  get fields(): ReturnType<typeof fieldsOf> {
    this.#fields ??= fieldsOf(this.exchange.answer.request);
    return this.#fields;
  }
}

/** The chosen parts of the URL, and those of the header fields. */
const chosen = (isChosen: (part: Part) => boolean) => ({
  ofUrl: OF_THE_URL.filter(isChosen),
  ofFields: OF_THE_FIELDS.filter(isChosen),
});

const areSame = (one: Sent, other: Sent, { ofUrl, ofFields }: ReturnType<typeof chosen>): boolean =>
  ofUrl.every((part) => one.url[part] === other.url[part]) &&
  ofFields.every((part) => one.fields[part] === other.fields[part]);

const wholeUrl = ({ url }: Sent): string => OF_THE_URL.map((part) => url[part]).join('\n');

/** The requests with a successful response, which a cache may store. */
const storable = memoizedByObject((exchanges: readonly Exchange[]) => {
  const all = exchanges.filter(({ answer }) => answer.ok).map((one) => new Sent(one));
  return { byUrl: grouped(all, wholeUrl), byResource: grouped(all, ({ url }) => url.resource) };
});

/** A cache is assumed to keep a response for at least this number of milliseconds. */
const SHORTEST_LIFETIME = 1000;

/**
 * Whether a request got a response that was stored for one of the earlier requests. Undefined if it
 * is not known whether one is still stored. While one is stored, a request with its key is not
 * refused, except for its query (`mayBeRefused`), which a server may check before the cache.
 */
function isCached(exchange: Exchange, earlier: readonly Sent[], mayBeRefused: boolean) {
  const { ok, status, sentAt } = exchange.answer;
  if (ok && earlier.some((one) => isSameBody(one.exchange, exchange))) return true;
  const isRefused = status < 500 && status !== 429;
  if (!ok && (!isRefused || mayBeRefused)) return undefined;
  const isStored = earlier.some(({ exchange: { answer } }) => {
    const ageMs = sentAt - answer.receivedAt;
    return ageMs >= 0 && ageMs < SHORTEST_LIFETIME;
  });
  return isStored ? false : undefined;
}

/** Whether one of these responses is a copy of an earlier one, so that it may come from a cache. */
export function hasCopy(some: readonly Exchange[], exchanges: readonly Exchange[]): boolean {
  const bySize = grouped(exchanges, ({ answer }) => answer.size);
  return some.some((one) =>
    bySize
      .get(one.answer.size)
      ?.some((other) => other.answer.exchange < one.answer.exchange && isSameBody(other, one)),
  );
}

export const cacheReadings = (exchanges: readonly Exchange[]): readonly ExportReading[] => {
  const tested = new Set(exchanges);
  return CACHES.filter(({ areRead }) => areRead?.(exchanges) ?? true).map(
    ({ id, ignored, areRead: _, stores = () => true, mayBeRefused, ...words }) => {
      const [inKey, notInKey] = [
        chosen((part) => !ignored.includes(part)),
        chosen((part) => ignored.includes(part)),
      ];
      const isUrlInKey = notInKey.ofUrl.length === 0;
      const isOpen = mayBeRefused === true || !isUrlInKey;
      return {
        ...words,
        id: `caches.${id}`,
        mistake: `caches.${id.split('.')[0]}`,
        also: [...OF_LISTS, ...OF_REQUESTS],
        touches: () => true,
        response(exchange) {
          if (!tested.has(exchange)) return undefined;
          const one = new Sent(exchange);
          // Most caches are never tried, so requests are compared when one is.
          const { byUrl, byResource } = storable(exchanges);
          const alike = isUrlInKey ? byUrl.get(wholeUrl(one)) : byResource.get(one.url.resource);
          const earlier = (alike ?? []).filter(
            (other) =>
              other.exchange.answer.exchange < exchange.answer.exchange &&
              areSame(one, other, inKey) &&
              !areSame(one, other, notInKey) &&
              stores(other.exchange),
          );
          return earlier.length === 0 ? undefined : isCached(exchange, earlier, isOpen);
        },
      };
    },
  );
};

/** Clauses about requests that a cached response also violates. */
const OF_REQUESTS = [
  'EXP-ROUTE-3',
  'EXP-ROUTE-4',
  'EXP-HARD-2',
  'EXP-ERR-2',
  ...[1, 2, 3, 4, 5, 6, 7, 8, 10, 11].map((one) => `EXP-NEG-${one}`),
  ...[1, 2, 3, 4, 6, 7, 8, 12].map((one) => `EXP-AUTH-${one}`),
];
