/** Finds the first exchange of a check that differs between two runs. */

import type { ExchangeEvent } from '../../ledger/index.js';

/** The exchanges of one check. A difference between base URLs is ignored. */
export interface ComparedRun {
  readonly exchanges: readonly ExchangeEvent[];
  readonly baseUrls: readonly string[];
}

export interface ResponseSummary {
  readonly exchange: number;
  /** null if there was no response. */
  readonly status: number | null;
  /** The part of the body, or of the error, in which the two responses differ. */
  readonly body: string;
}

/** `before` or `after` is null if this run did not send the request. */
export interface Difference {
  readonly request: string;
  readonly before: ResponseSummary | null;
  readonly after: ResponseSummary | null;
}

/** The maximum number of characters that are shown before the first difference of two bodies. */
const MAX_BEFORE = 40;

/** The maximum number of characters of a body that are shown. */
const MAX_SHOWN = 240;

/**
 * Finds the first request with different responses, or else a request that only one run sent.
 * Returns undefined if there is neither.
 */
export function firstDifference(before: ComparedRun, after: ComparedRun): Difference | undefined {
  // If several exchanges have the same key, the first of them is kept.
  const beforeByKey = new Map(
    before.exchanges.map((exchange) => [keyOf(exchange, before), exchange] as const).reverse(),
  );
  const pairs = after.exchanges.flatMap((now) => {
    const then = beforeByKey.get(keyOf(now, after));
    return then === undefined ? [] : [{ then, now }];
  });
  // Bodies differ for many reasons, such as a date, so a different status is preferred.
  const differing =
    pairs.find(({ then, now }) => statusOf(then) !== statusOf(now)) ??
    pairs.find(({ then, now }) => bodyOf(then, before) !== bodyOf(now, after));
  if (differing !== undefined) {
    const bodies = [bodyOf(differing.then, before), bodyOf(differing.now, after)] as const;
    const from = bodies[0] === bodies[1] ? 0 : Math.max(0, commonLength(...bodies) - MAX_BEFORE);
    return {
      request: requestOf(differing.now, after),
      before: summaryOf(differing.then, bodies[0], from),
      after: summaryOf(differing.now, bodies[1], from),
    };
  }
  const sent = new Set(after.exchanges.map((exchange) => keyOf(exchange, after)));
  const added = after.exchanges.find((exchange) => !beforeByKey.has(keyOf(exchange, after)));
  if (added !== undefined)
    return {
      request: requestOf(added, after),
      before: null,
      after: summaryOf(added, bodyOf(added, after), 0),
    };
  const noLongerSent = before.exchanges.find((exchange) => !sent.has(keyOf(exchange, before)));
  if (noLongerSent === undefined) return undefined;
  return {
    request: requestOf(noLongerSent, before),
    before: summaryOf(noLongerSent, bodyOf(noLongerSent, before), 0),
    after: null,
  };
}

/**
 * The whole request: method, address without the base URL of the target, header fields and body. It
 * is the same in both runs.
 */
function requestOf({ request }: ExchangeEvent, { baseUrls }: ComparedRun): string {
  const headers = request.headers
    .filter(([name]) => !IRRELEVANT.test(name))
    .map(([name, value]) => `${name}: ${value}`)
    .sort();
  const parts = [
    `${request.method} ${withoutBase(request.url, baseUrls)}`,
    ...(headers.length === 0 ? [] : [`(${headers.join(', ')})`]),
    ...(request.body === undefined ? [] : [request.body]),
  ];
  return parts.join(' ').replace(ISSUED_TOKEN, '${$1}');
}

/** Programs add these header fields themselves. */
const IRRELEVANT = /^(?:host|connection|content-length|user-agent|traceparent|tracestate|date)$/i;

/** Matches an issued token. Its number is ignored, because it depends on the order of requests. */
const ISSUED_TOKEN = /\$\{(ACCESS_TOKEN)_\d+\}/g;

const keyOf = requestOf;

const withoutBase = (text: string, baseUrls: readonly string[]): string =>
  baseUrls.reduce((rest, base) => (base === '' ? rest : rest.replaceAll(base, '')), text);

const statusOf = ({ answer, lost }: ExchangeEvent): string => String(answer?.status ?? lost?.kind);
const bodyOf = ({ answer, lost }: ExchangeEvent, { baseUrls }: ComparedRun): string =>
  withoutBase(answer?.body ?? lost?.message ?? '', baseUrls);

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

const summaryOf = ({ id, answer }: ExchangeEvent, body: string, from: number): ResponseSummary => ({
  exchange: id,
  status: answer?.status ?? null,
  body: `${from > 0 ? '…' : ''}${body.slice(from, from + MAX_SHOWN)}${body.length > from + MAX_SHOWN ? '…' : ''}`.toWellFormed(),
});
