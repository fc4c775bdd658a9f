import { defined } from '../defined.js';
import type { Traffic, TrafficOrigin } from '../harness/index.js';
import {
  Answer,
  BodyStore,
  type Clock,
  Lost,
  type LostKind,
  NotWhole,
  type Redactor,
  type Request,
  recordExchange,
  storedRequest,
} from '../http/index.js';
import type { ExchangeEvent } from '../ledger/index.js';
import { jsonValue } from '../schema/json-value.js';
import type { Target } from '../settings/index.js';
import type { Entry } from './entry.js';
import { hiding } from './hidden.js';
import { standInToken } from './stand-in-token.js';

/** A recording that takes the place of a target: it answers what was recorded. */
export interface Recording extends Traffic {
  /** The clock of a recording: starts at its beginning and never waits. */
  readonly clock: Clock;
}

/** Milliseconds by which times of a recording may be rounded. */
const ROUNDED = 1000;

/** Maximum bytes of a response that is tested. */
const LARGEST = 1024 * 1024;

/**
 * Entries as a target. Repeated requests get the recorded responses in order, the last response
 * repeatedly; but a 429, a 5xx and a loss only once, because the next response is unknown. `all`
 * are those that are written to the ledger, and by which a client is tested.
 */
export function recordingOf(
  entries: readonly Entry[],
  target: Target,
  origin: TrafficOrigin,
  all: readonly Entry[] = entries,
): Recording {
  const begun = entries.reduce((first, { at }) => Math.min(first, at), entries[0]?.at ?? 0);
  let waited = 0;
  const bodies = new BodyStore();
  const clock: Clock = {
    now: () => begun + waited,
    sleep: async (ms) => {
      waited += ms;
    },
  };
  const authUrl = target.templates?.authUrl;
  const keys = origin === 'of a run' ? undefined : keyAddresses(entries);
  const isOfTokens = (method: string, url: string): boolean =>
    authUrl !== undefined &&
    url.startsWith(`${authUrl}/`) &&
    (keys === undefined || method === 'POST' || url.endsWith(DISCOVERY) || keys.has(url));
  const requestOf = ({ interface: name, method, url, headers, body }: Entry): Request => ({
    interface: name,
    method,
    url,
    headers,
    ...defined({ body }),
    ...(name === 'templates' && isOfTokens(method, url) ? { lane: 'token' } : {}),
    ...(name === 'export' && origin === 'of a run' ? { reveal: ['X-EA-Auth-Token'] } : {}),
  });

  return {
    origin,
    clock,
    events: (redactor) => {
      learnTokens(all, redactor);
      const hide = hiding(redactor);
      return all.map((entry) => {
        if (origin === 'of others') hide(entry.headers);
        return entry.event ?? eventOf(entry, requestOf(entry), redactor, begun, bodies);
      });
    },
    transport(redactor) {
      let queues: Map<string, Entry[]> | undefined;
      const keyOf = (request: Request): string => keyOfStored(storedRequest(redactor, request));
      const index = (): Map<string, Entry[]> => {
        const found = new Map<string, Entry[]>();
        for (const entry of entries) {
          const key =
            entry.event === undefined ? keyOf(requestOf(entry)) : keyOfStored(entry.event.request);
          found.set(key, [...(found.get(key) ?? []), entry]);
        }
        return found;
      };
      const next = (request: Request): Entry => {
        queues ??= index();
        const queue = queues.get(keyOf(request)) ?? [];
        while ((queue[0]?.at ?? Number.POSITIVE_INFINITY) + ROUNDED < (request.notBefore ?? 0))
          queue.shift();
        const [entry] = queue;
        if (entry === undefined) throw notRecorded(request, redactor);
        if (queue.length > 1 || !isRepeatable(entry)) queue.shift();
        return entry;
      };
      return {
        async send(request) {
          const entry = next(request);
          const { answer, lost, id, at, durationMs } = entry;
          if (lost !== undefined) throw new Lost(lost.kind as LostKind, lost.message);
          const body = answer && wholeBody(entry, redactor);
          if (answer === undefined || body === undefined)
            throw notRecorded(request, redactor, 'whole ');
          return {
            status: answer.status,
            headers: answer.headers.map(([name, value]) => [name, withValues(value, redactor)]),
            body,
            recorded: { exchange: id, sentAt: at, receivedAt: at + durationMs },
          };
        },
        close: async () => undefined,
      };
    },
    answers(name, redactor) {
      const gap =
        name === 'clients'
          ? all.find(({ requestGap }) => requestGap !== undefined)?.requestGap
          : undefined;
      if (gap !== undefined) throw new NotWhole(gap);
      if (name === 'clients') return all.flatMap((entry) => callOf(entry, requestOf(entry)));
      return entries.flatMap((entry) => {
        if (entry.interface !== name || !isRepeatable(entry)) return [];
        const request = withSecrets(requestOf(entry), redactor);
        const { answer, id, at, durationMs } = entry;
        if (request === undefined || answer === undefined) return [];
        const gaps = answer.gaps ?? {};
        const body = gaps.body === undefined ? wholeBody(entry, redactor) : Buffer.alloc(0);
        if (body === undefined || body.length > LARGEST) return [];
        const kept = bodies.keep(body);
        return [
          new Answer(request, answer.status, answer.headers, kept, id, at, at + durationMs, gaps),
        ];
      });
    },
    troubled(name, redactor) {
      const requests = entries.flatMap((entry) => {
        const isTroubled =
          entry.interface === name && (entry.answer?.status ?? 0) >= 500 && entry.method === 'GET';
        return isTroubled ? (withSecrets(requestOf(entry), redactor) ?? []) : [];
      });
      return [...new Map(requests.map((request) => [request.url, request])).values()];
    },
  };
}

const DISCOVERY = '/.well-known/openid-configuration';

/** Where discovery says that keys are. */
const keyAddresses = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ url, answer }) => {
      const { jwks_uri: address } = Object(
        url.endsWith(DISCOVERY) ? jsonValue(answer?.body?.toString('utf8') ?? '') : undefined,
      );
      return typeof address === 'string' ? [address] : [];
    }),
  );

const isRepeatable = ({ answer }: Entry): boolean =>
  answer !== undefined && answer.status < 500 && answer.status !== 429;

const keyOfStored = ({ method, url, headers, body }: ExchangeEvent['request']): string =>
  JSON.stringify([method, url, headers.map((field) => field.join(': ')).sort(), body ?? '']);

const notRecorded = ({ method = 'GET', url }: Request, redactor: Redactor, how = ''): Lost =>
  new Lost('not-recorded', `not ${how}in the recording: ${method} ${redactor.text(url)}`);

/** Removed tokens get placeholders, which are shown by the same names. */
function learnTokens(entries: readonly Entry[], redactor: Redactor): void {
  for (const { answer } of entries)
    for (const { name, parts } of answer?.issued ?? [])
      redactor.learn(standInToken(name, parts), name);
}

const NAME = /\$\{[A-Z][A-Z0-9_]*\}/g;
const REMOVED = /<removed>|<JWT>/;

type WireEncoding = (value: string) => string;
const asItIs: WireEncoding = (value) => value;
/** As an address and a form have it. */
const formEncoded: WireEncoding = (value) =>
  new URLSearchParams({ v: value }).toString().slice('v='.length);

const withValues = (text: string, redactor: Redactor, spell = asItIs): string =>
  text.replace(NAME, (shown) => {
    const value = redactor.valueOf(shown);
    return value === undefined ? shown : spell(value);
  });

/** A text in which each name is the secret again; undefined where one of them is not known. */
function revealed(text: string, redactor: Redactor, spell = asItIs): string | undefined {
  const whole = withValues(text, redactor, spell);
  return REMOVED.test(whole) || whole.search(NAME) >= 0 ? undefined : whole;
}

/** A request with its secrets; undefined where one was removed and is not known. */
function withSecrets(request: Request, redactor: Redactor): Request | undefined {
  const url = revealed(request.url, redactor, formEncoded);
  const spell = request.lane === 'token' ? formEncoded : asItIs;
  const body = request.body === undefined ? '' : revealed(request.body, redactor, spell);
  const values = (request.headers ?? []).map(
    ([name, value]) => [name, revealed(value, redactor)] as const,
  );
  const headers = values.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  if (url === undefined || body === undefined || headers.length < values.length) return undefined;
  return { ...request, url, headers, ...(body === '' ? {} : { body }) };
}

/**
 * The body of an answer with its secrets; undefined where it is not there whole, or a secret of it
 * is not known.
 */
function wholeBody({ answer, event }: Entry, redactor: Redactor): Buffer | undefined {
  const body = answer?.body;
  if (event === undefined || body === undefined) return body;
  const text = body.toString('latin1');
  if (!text.includes('${') && !REMOVED.test(text)) return body;
  const whole = revealed(text, redactor);
  return whole === undefined ? undefined : Buffer.from(whole, 'latin1');
}

/** A request of a client; its credentials may be unknown. */
function callOf({ answer, id, at, durationMs }: Entry, request: Request): readonly Answer[] {
  if (answer === undefined) return [];
  const body = answer.body ?? Buffer.alloc(0);
  return [
    new Answer(request, answer.status, answer.headers, body, id, at, at + durationMs, answer.gaps),
  ];
}

function eventOf(
  entry: Entry,
  request: Request,
  redactor: Redactor,
  start: number,
  bodies: BodyStore,
): ExchangeEvent {
  const { id, at, durationMs, answer, lost } = entry;
  const times = { id, atMs: Math.max(0, at - start), waitedMs: 0, durationMs };
  const outcome =
    answer === undefined
      ? new Lost((lost?.kind ?? 'reset') as LostKind, lost?.message ?? 'no response was recorded')
      : new Answer(
          request,
          answer.status,
          answer.headers,
          bodies.keep(answer.body ?? Buffer.alloc(0)),
          id,
          at,
          at + durationMs,
        );
  const exchange = recordExchange(redactor, request, outcome, times);
  const isWhole = exchange.answer === undefined || answer?.body !== undefined;
  return {
    type: 'exchange',
    ...exchange,
    ...(isWhole || exchange.answer === undefined
      ? {}
      : { answer: { ...exchange.answer, cut: true as const } }),
  };
}
