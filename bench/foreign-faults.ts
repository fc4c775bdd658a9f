import type { Transport } from '../src/http/index.js';
import type { RawAnswer } from '../src/http/transport.js';
import { percentDecoded } from '../src/percent-decoded.js';

type Send = Transport['send'];
type Sent = Parameters<Send>[0];

/**
 * A fault in front of a server of another author, and the ids of faults that are the same one in
 * the reference server.
 */
export interface ForeignFault {
  readonly name: string;
  readonly same: RegExp;
  readonly around: (send: (sent: Sent) => Promise<RawAnswer>, sent: Sent) => Promise<RawAnswer>;
}

/** Changes the query before the server sees it. */
const asked =
  (change: (query: string) => string): ForeignFault['around'] =>
  (send, sent) => {
    const [path, query] = sent.url.split(/\?(.*)/s);
    return send(query === undefined ? sent : { ...sent, url: `${path}?${change(query)}` });
  };
/** Changes what the server is asked for besides. */
const sentAs =
  (change: (sent: Sent) => Sent): ForeignFault['around'] =>
  (send, sent) =>
    send(change(sent));
/** Changes an answer. */
const answered =
  (change: (answer: RawAnswer, sent: Sent) => RawAnswer): ForeignFault['around'] =>
  async (send, sent) =>
    change(await send(sent), sent);

const json = (answer: RawAnswer, change: (body: Body) => unknown): RawAnswer => {
  const changed = change(JSON.parse(answer.body.toString('utf8')) as Body);
  return { ...answer, headers: withoutLength(answer), body: Buffer.from(JSON.stringify(changed)) };
};
const withoutLength = ({ headers }: RawAnswer) =>
  headers.filter(([name]) => name.toLowerCase() !== 'content-length');
interface Body {
  readonly data?: readonly Record<string, unknown>[];
  readonly meta?: Record<string, unknown>;
  readonly error?: string;
  readonly errors?: unknown;
}

const isList = ({ status }: RawAnswer): boolean => status === 200;
const isApi = ({ headers }: RawAnswer): boolean =>
  headers.some(([, value]) => value.includes('vnd.api+json'));
const operator = (from: string, to: string) =>
  asked((query) =>
    query.replace(/(operator%5D=|operator\]=)([^&]*)/g, (whole, name: string, value: string) =>
      percentDecoded(value.replaceAll('+', ' ')) === from
        ? `${name}${encodeURIComponent(to)}`
        : whole,
    ),
  );
const without = (...names: readonly string[]) =>
  asked((query) =>
    query
      .split('&')
      .filter((field) => !names.some((name) => percentDecoded(field).startsWith(name)))
      .join('&'),
  );
const refused = (status: number, words: string): RawAnswer => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(JSON.stringify({ error: words })),
});
const failing =
  (isHit: (sent: Sent) => boolean, status: number): ForeignFault['around'] =>
  (send, sent) =>
    isHit(sent) ? Promise.resolve(refused(status, 'Something went wrong here')) : send(sent);
const accepting = (type: string) =>
  sentAs((sent) => ({
    ...sent,
    headers: (sent.headers ?? []).map(
      ([name, value]) => [name, name === 'Accept' ? type : value] as const,
    ),
  }));
const fault = (name: string, same: RegExp, around: ForeignFault['around']): ForeignFault => ({
  name,
  same,
  around,
});
const onStatus = (status: number, to: number) =>
  answered((one) => (one.status === status ? { ...one, status: to } : one));

export const FOREIGN_FAULTS: readonly ForeignFault[] = [
  fault(
    'orderBy=… is 400',
    /missing\.order-is-400/,
    failing(({ url }) => /orderBy=/.test(url), 400),
  ),
  fault('orderBy is ignored', /order-ignored|orders?-/, without('orderBy')),
  fault('groupBy is ignored', /group/, without('groupBy')),
  fault('filters are ignored', /filters?-|modes|filter/, without('filters')),
  fault(
    'every filter is 500',
    /missing\.filters-is-500/,
    failing(({ url }) => /filters/.test(url), 500),
  ),
  fault('limit is ignored', /limit/, without('limit')),
  fault('offset is ignored', /offset/, without('offset')),
  fault('mode is ignored', /modes\.(or-is-and|mode|top)|filters\.uses-and/, without('mode')),
  fault('NOT IN is IN', /not-in-is-in/, operator('NOT IN', 'IN')),
  fault('NOT BETWEEN is BETWEEN', /not-between-is-between/, operator('NOT BETWEEN', 'BETWEEN')),
  fault('LIKE ignores case', /like-ignores-case/, operator('LIKE', 'ILIKE')),
  fault('NOT LIKE is LIKE', /not-like-is-like/, operator('NOT LIKE', 'LIKE')),
  fault('> is >=', /above|greater|>/, operator('>', '>=')),
  fault('<= is <', /below|less|most/, operator('<=', '<')),
  fault('!= is =', /not-equals-is-equals|not-equals\.read-as-equals/, operator('!=', '=')),
  fault('IS NOT is IS', /is-not|is-swapped|operators\.is\./, operator('IS NOT', 'IS')),
  fault(
    'IN is 400',
    /missing\.in-is-400/,
    failing(({ url }) => /operator(%5D|\])=IN(&|$)/.test(url), 400),
  ),
  fault(
    'the total is that of the page',
    /totals?[.-]of-the-page/,
    answered((one) =>
      isList(one) && isApi(one)
        ? json(one, (body) => ({ ...body, meta: { ...body.meta, total: body.data?.length } }))
        : one,
    ),
  ),
  fault(
    'the total is one more',
    /total/,
    answered((one) =>
      isList(one) && isApi(one)
        ? json(one, (body) => ({
            ...body,
            meta: { ...body.meta, total: Number(body.meta?.total) + 1 },
          }))
        : one,
    ),
  ),
  fault(
    'the total is a string',
    /total-as-text|total-is-a-text/,
    answered((one) =>
      isList(one) && isApi(one)
        ? json(one, (body) => ({
            ...body,
            meta: { ...body.meta, total: String(body.meta?.total) },
          }))
        : one,
    ),
  ),
  fault(
    'there is no meta',
    /meta/,
    answered((one) => (isList(one) && isApi(one) ? json(one, ({ data }) => ({ data })) : one)),
  ),
  fault(
    'items are resources',
    /items-wrapped|attributes/,
    answered((one) =>
      isList(one) && isApi(one)
        ? json(one, (body) => ({
            ...body,
            data: body.data?.map((item) => ({
              type: 'products',
              id: String(item.id),
              attributes: item,
            })),
          }))
        : one,
    ),
  ),
  fault(
    'the first record is left out',
    /first|lost|missing|one-less/,
    answered((one) =>
      isList(one) && isApi(one)
        ? json(one, (body) => ({ ...body, data: body.data?.slice(1) }))
        : one,
    ),
  ),
  fault('403 is 401', /wrong-token-is-401|token|not-authorized-is-401/, onStatus(403, 401)),
  fault('401 is 403', /is-403/, onStatus(401, 403)),
  fault('404 is 200', /200|list/, onStatus(404, 200)),
  fault(
    'JSON:API is never given',
    /json-api|never|always-bare|array-for-every-accept|formats?\./,
    accepting('application/json'),
  ),
  fault(
    'there is no legacy route',
    /legacy/,
    failing(({ url }) => /\/\d+\/\d+($|\?)/.test(url) && !/products/.test(url), 404),
  ),
  fault(
    'error is called message',
    /under-message/,
    answered((one) =>
      !isList(one) && !isApi(one) && one.body.includes('"error"')
        ? json(one, ({ error }) => ({ message: error }))
        : one,
    ),
  ),
  fault(
    'any token is taken',
    /token/,
    sentAs((sent) => ({
      ...sent,
      headers: (sent.headers ?? []).map(
        ([name, value]) =>
          [
            name,
            /auth-token/i.test(name) && value !== '' ? 'token-of-main_1-abcdef' : value,
          ] as const,
      ),
    })),
  ),
];
