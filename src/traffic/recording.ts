/** Replaces a target by a recording, which returns recorded responses to the requests of checks. */

import { defined } from '../defined.js';
import type { Traffic, TrafficOrigin } from '../harness/index.js';
import {
  Answer,
  BodyStore,
  bodyWithSecrets,
  type Clock,
  keyOfStored,
  Lost,
  type LostKind,
  NotWhole,
  PATIENCE,
  type Redactor,
  type Request,
  recordExchange,
  retryAfterMs,
  storedRequest,
  type Transport,
  withSecrets,
  withValues,
} from '../http/index.js';
import type { ExchangeEvent } from '../ledger/index.js';
import { jsonValue, membersOf } from '../schema/json-value.js';
import { isOnTokenServer } from '../settings/base-urls.js';
import type { Target } from '../settings/index.js';
import type { Entry } from './entry.js';
import { credentialHider } from './hidden.js';
import { standInToken } from './stand-in-token.js';

export interface Recording extends Traffic {
  /** Starts at the beginning of the recording and never waits. */
  readonly clock: Clock;
}

/** Recorders may round times to seconds. */
const MAX_ROUNDING_MS = 1000;

/** `answers` leaves out responses with larger bodies, except in the test of a client. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Makes a recording from entries. Repeated requests receive the recorded responses in order, and
 * then the last response again. A 429, a 5xx and a lost response are returned only once, because a
 * later request might have succeeded. `entries` are the exchanges that can be tested. `all` also
 * contains the others, which are only written to the ledger and used to test a client.
 */
export const recordingOf = (
  entries: readonly Entry[],
  target: Target,
  origin: TrafficOrigin,
  all: readonly Entry[] = entries,
): Recording => {
  const traffic = new RecordedTraffic(entries, target, origin, all);
  // The result is a plain object, so that callers can copy it with other members.
  return {
    origin,
    clock: traffic.clock,
    events: (redactor) => traffic.events(redactor),
    transport: (redactor) => traffic.transport(redactor),
    answers: (name, redactor) => traffic.answers(name, redactor),
    troubled: (name, redactor) => traffic.troubled(name, redactor),
  };
};

class RecordedTraffic {
  readonly clock: Clock;
  readonly #entries: readonly Entry[];
  readonly #all: readonly Entry[];
  readonly #origin: TrafficOrigin;
  readonly #begun: number;
  readonly #requestOf: (entry: Entry) => Request;
  readonly #bodies = new BodyStore();

  constructor(
    entries: readonly Entry[],
    target: Target,
    origin: TrafficOrigin,
    all: readonly Entry[],
  ) {
    this.#origin = origin;
    this.#entries = entries;
    this.#all = all;
    this.#begun = entries.reduce((first, { at }) => Math.min(first, at), entries[0]?.at ?? 0);
    this.clock = clockFrom(this.#begun);
    this.#requestOf = requestsOf(entries, target, origin);
  }

  events(redactor: Redactor): readonly ExchangeEvent[] {
    learnTokens(this.#all, redactor);
    const hide = credentialHider(redactor);
    return this.#all.map((entry) => {
      if (this.#origin === 'of others') hide(entry.headers);
      if (entry.event !== undefined) return entry.event;
      return eventOf(entry, this.#requestOf(entry), {
        redactor,
        begun: this.#begun,
        bodies: this.#bodies,
      });
    });
  }

  transport(redactor: Redactor): Transport {
    const queues = new Queues(this.#entries, this.#requestOf, redactor);
    return {
      async send(request) {
        const entry = queues.next(request);
        const { answer, lost, id, at, durationMs } = entry;
        if (lost !== undefined) throw new Lost(lost.kind as LostKind, lost.message);
        const body = answer && wholeBody(entry, redactor);
        if (answer === undefined || body === undefined)
          throw notRecorded(request, redactor, 'completely ');
        return {
          status: answer.status,
          headers: answer.headers.map(([name, value]) => [name, withValues(value, redactor)]),
          body,
          recorded: { exchange: id, sentAt: at, receivedAt: at + durationMs },
        };
      },
      close: async () => undefined,
    };
  }

  answers(name: string, redactor: Redactor): readonly Answer[] {
    if (name === 'clients') return this.#calls();
    return this.#entries.flatMap((entry) =>
      entry.interface === name ? this.#answersOf(entry, redactor) : [],
    );
  }

  /** The requests of a client. Throws `NotWhole` if a request is incomplete. */
  #calls(): readonly Answer[] {
    const gap = this.#all.find(({ requestGap }) => requestGap !== undefined)?.requestGap;
    if (gap !== undefined) throw new NotWhole(gap);
    return this.#all.flatMap((entry) => callOf(entry, this.#requestOf(entry)));
  }

  /**
   * Empty if the entry cannot be tested: it has no response, its status is 429 or 5xx, its body is
   * too large, or one of its secrets is unknown.
   */
  #answersOf(entry: Entry, redactor: Redactor): readonly Answer[] {
    const { answer, id, at, durationMs } = entry;
    const request = isRepeatable(entry) ? withSecrets(this.#requestOf(entry), redactor) : undefined;
    if (request === undefined || answer === undefined) return [];
    const gaps = answer.gaps ?? {};
    const body = gaps.body === undefined ? wholeBody(entry, redactor) : Buffer.alloc(0);
    if (body === undefined || body.length > MAX_BODY_BYTES) return [];
    const kept = this.#bodies.keep(body);
    const { status, headers } = answer;
    return [
      new Answer(
        request,
        { status, headers, body: kept, gaps },
        { exchange: id, sentAt: at, receivedAt: at + durationMs },
      ),
    ];
  }

  troubled(name: string, redactor: Redactor): readonly Request[] {
    const requests = this.#entries.flatMap((entry) => {
      const isTroubled =
        entry.interface === name && (entry.answer?.status ?? 0) >= 500 && entry.method === 'GET';
      return isTroubled ? (withSecrets(this.#requestOf(entry), redactor) ?? []) : [];
    });
    return [...new Map(requests.map((request) => [request.url, request])).values()];
  }
}

function clockFrom(begun: number): Clock {
  let waited = 0;
  return {
    now: () => begun + waited,
    sleep: async (ms) => {
      waited += ms;
    },
  };
}

/**
 * Makes a function that returns the request of an entry. Requests for tokens are marked with the
 * lane `token`: in a run, all requests to the token server. Other clients also send it others, so
 * in their traffic only POST, the discovery document and keys count. Export requests of a run are
 * marked with `reveal`, because checks make up tokens.
 */
function requestsOf(
  entries: readonly Entry[],
  target: Target,
  origin: TrafficOrigin,
): (entry: Entry) => Request {
  const keys = origin === 'of a run' ? undefined : keyAddresses(entries);
  const isOfTokens = (method: string, url: string): boolean =>
    isOnTokenServer(url, target) &&
    (keys === undefined || method === 'POST' || url.endsWith(DISCOVERY) || keys.has(url));
  return ({ interface: name, method, url, headers, body }) => ({
    interface: name,
    method,
    url,
    headers,
    ...defined({ body }),
    ...(name === 'templates' && isOfTokens(method, url) ? { lane: 'token' } : {}),
    ...(name === 'export' && origin === 'of a run' ? { reveal: ['X-EA-Auth-Token'] } : {}),
  });
}

/**
 * For each request, the entries that have not been returned yet, in the recorded order. The last
 * entry stays if its response may be repeated.
 */
class Queues {
  readonly #entries: readonly Entry[];
  readonly #requestOf: (entry: Entry) => Request;
  readonly #redactor: Redactor;
  #queues: ReadonlyMap<string, Entry[]> | undefined;

  constructor(entries: readonly Entry[], requestOf: (entry: Entry) => Request, redactor: Redactor) {
    this.#entries = entries;
    this.#requestOf = requestOf;
    this.#redactor = redactor;
  }

  /**
   * Throws `Lost` if no entry is left. Entries from before the request's `notBefore` are left out.
   */
  next(request: Request): Entry {
    this.#queues ??= this.#index();
    const queue = this.#queues.get(this.#keyOf(request)) ?? [];
    while ((queue[0]?.at ?? Number.POSITIVE_INFINITY) + MAX_ROUNDING_MS < (request.notBefore ?? 0))
      queue.shift();
    const [entry] = queue;
    if (entry === undefined) throw notRecorded(request, this.#redactor);
    if (queue.length > 1 || !isRepeatable(entry)) queue.shift();
    return entry;
  }

  #index(): ReadonlyMap<string, Entry[]> {
    const found = new Map<string, Entry[]>();
    for (const entry of this.#entries) {
      if (hasEndedRun(entry)) continue;
      const key =
        entry.event === undefined
          ? this.#keyOf(this.#requestOf(entry))
          : keyOfStored(entry.event.request);
      const queue = found.get(key);
      if (queue === undefined) found.set(key, [entry]);
      else queue.push(entry);
    }
    return found;
  }

  #keyOf(request: Request): string {
    return keyOfStored(storedRequest(this.#redactor, request));
  }
}

const DISCOVERY = '/.well-known/openid-configuration';

/** The addresses of the keys that verify tokens, from the recorded discovery documents. */
const keyAddresses = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ url, answer }) => {
      const { jwks_uri: address } = membersOf(
        url.endsWith(DISCOVERY) ? jsonValue(answer?.body?.toString('utf8') ?? '') : undefined,
      );
      return typeof address === 'string' ? [address] : [];
    }),
  );

/**
 * Whether a 429 ended a part of the run, because it required a long pause. The next part sent the
 * request again.
 */
function hasEndedRun({ answer }: Entry): boolean {
  if (answer?.status !== 429) return false;
  const field = (wanted: string): string | undefined =>
    answer.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const waitMs = retryAfterMs(field('retry-after'), Date.now(), field('date')) ?? 0;
  return waitMs > PATIENCE.longestPauseMs;
}

const isRepeatable = ({ answer }: Entry): boolean =>
  answer !== undefined && answer.status < 500 && answer.status !== 429;

const notRecorded = ({ method = 'GET', url }: Request, redactor: Redactor, how = ''): Lost =>
  new Lost('not-recorded', `not ${how}in the recording: ${method} ${redactor.text(url)}`);

/** Registers a stand-in for each token that was removed from the recording. */
function learnTokens(entries: readonly Entry[], redactor: Redactor): void {
  for (const { answer } of entries)
    for (const { name, parts } of answer?.issued ?? [])
      redactor.learn(standInToken(name, parts), name);
}

/** The body with its secrets; undefined if it is incomplete or a secret is unknown. */
function wholeBody({ answer, event }: Entry, redactor: Redactor): Buffer | undefined {
  const body = answer?.body;
  if (event === undefined || body === undefined) return body;
  return bodyWithSecrets(body, redactor);
}

/** A call of a tested client. The credentials of the request may be unknown. */
function callOf({ answer, id, at, durationMs }: Entry, request: Request): readonly Answer[] {
  if (answer === undefined) return [];
  const body = answer.body ?? Buffer.alloc(0);
  return [
    new Answer(
      request,
      { status: answer.status, headers: answer.headers, body, gaps: answer.gaps },
      { exchange: id, sentAt: at, receivedAt: at + durationMs },
    ),
  ];
}

interface Storing {
  readonly redactor: Redactor;
  /** The beginning of the recording, in milliseconds since the epoch. */
  readonly begun: number;
  readonly bodies: BodyStore;
}

function eventOf(
  entry: Entry,
  request: Request,
  { redactor, begun, bodies }: Storing,
): ExchangeEvent {
  const { id, at, durationMs, answer, lost } = entry;
  const times = { id, atMs: Math.max(0, at - begun), waitedMs: 0, durationMs };
  const record = (outcome: Answer | Lost) => recordExchange(redactor, request, outcome, times);
  if (answer === undefined) {
    const { kind = 'reset', message = 'no response was recorded' } = lost ?? {};
    return { type: 'exchange', ...record(new Lost(kind as LostKind, message)) };
  }
  const { status, headers, body } = answer;
  const kept = bodies.keep(body ?? Buffer.alloc(0));
  const exchange = record(
    new Answer(
      request,
      { status, headers, body: kept },
      { exchange: id, sentAt: at, receivedAt: at + durationMs },
    ),
  );
  if (body !== undefined || exchange.answer === undefined) return { type: 'exchange', ...exchange };
  return { type: 'exchange', ...exchange, answer: { ...exchange.answer, cut: true } };
}
