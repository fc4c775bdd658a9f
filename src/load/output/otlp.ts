/** Sends the metrics of a load run to an OpenTelemetry collector. */

import { setTimeout as wait } from 'node:timers/promises';
import { retryAfterMs } from '../../http/index.js';
import { percentDecoded } from '../../percent-decoded.js';
import {
  jsonValue,
  membersOf,
  messageOf,
  numberOfValue,
  textOfValue,
} from '../../schema/json-value.js';
import { UsageError } from '../../settings/index.js';
import { attributeList, Metrics } from './metrics.js';
import type { Output } from './output.js';

const EXPORT_EVERY_MS = 5000;

/** Statuses after which OTLP/HTTP allows another attempt. */
const RETRYABLE = [429, 502, 503, 504];

/** The last delivery is tried this many times, because no later delivery would replace it. */
const LAST_TRIES = 4;

/** The wait before the second attempt. It doubles with each further attempt. */
const FIRST_WAIT_MS = 250;

/** The longest wait, even if `Retry-After` is longer. */
const LONGEST_WAIT_MS = 2000;

export interface OtlpOptions {
  readonly version: string;
  readonly target: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The URL to which metrics are sent. If `option` is a URL without a path, `/v1/metrics` is added.
 * `variable` is used if `option` is empty. It is the base URL of all OpenTelemetry signals, so
 * `/v1/metrics` is always added.
 */
export function metricsUrl(option: string, variable: string): string {
  const endpoint = option || variable;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    const setting =
      option === '' && variable !== ''
        ? `OTEL_EXPORTER_OTLP_ENDPOINT "${variable}"`
        : `--output otlp=${option}`;
    throw new UsageError(`${setting} is not a URL. Give one such as http://localhost:4318.`);
  }
  if (option === '') url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/metrics`;
  else if (url.pathname === '/') url.pathname = '/v1/metrics';
  return url.href;
}

/**
 * Sends metrics over OTLP/HTTP as JSON, every five seconds and at the end.
 * OTEL_EXPORTER_OTLP_ENDPOINT is used if `endpoint` is empty, and OTEL_EXPORTER_OTLP_HEADERS is
 * always used. Failed deliveries during the run are ignored, because the next delivery contains all
 * metrics again. `close` tries the last delivery several times, and rejects if it fails or if the
 * collector refuses a part of the metrics.
 */
export function otlpOutput(
  endpoint: string,
  { version, target, environment }: OtlpOptions,
): Output {
  const { OTEL_EXPORTER_OTLP_ENDPOINT = '', OTEL_EXPORTER_OTLP_HEADERS = '' } = environment;
  const url = metricsUrl(endpoint, OTEL_EXPORTER_OTLP_ENDPOINT);
  const pairs = OTEL_EXPORTER_OTLP_HEADERS.split(',').map((pair) =>
    pair.split('=').map((part) => part.trim()),
  );
  const headers = pairs.flatMap(([name, ...value]) =>
    name ? [[name, percentDecoded(value.join('='))]] : [],
  );
  const metrics = new Metrics();
  const resource = { 'service.name': 'assay', 'service.version': version, 'assay.target': target };
  const send = async (): Promise<Delivery> => {
    const scopeMetrics = [{ scope: { name: 'assay', version }, metrics: metrics.list() }];
    const body = JSON.stringify({
      resourceMetrics: [{ resource: { attributes: attributeList(resource) }, scopeMetrics }],
    });
    const answer = await fetch(url, {
      method: 'POST',
      headers: [...headers, ['Content-Type', 'application/json']] as [string, string][],
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(EXPORT_EVERY_MS),
    }).catch((error: unknown) => error);
    if (!(answer instanceof Response))
      return {
        problem: `the collector cannot be reached: ${causeOf(answer)}`,
        // Another wait for a collector that does not respond would delay the end of the run.
        ...(Object(answer).name === 'TimeoutError' ? {} : { retryMs: 0 }),
      };
    const text = await answer.text().catch(() => '');
    if (answer.ok) return { problem: refusedPart(jsonValue(text)) };
    const problem = `the collector returned ${answer.status}`;
    if (!RETRYABLE.includes(answer.status)) return { problem };
    const { headers: fields } = answer;
    const wanted = retryAfterMs(
      fields.get('retry-after') ?? undefined,
      Date.now(),
      fields.get('date') ?? undefined,
    );
    return { problem, retryMs: wanted ?? 0 };
  };
  const deliver = async (): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      const { problem, retryMs } = await send();
      if (problem === undefined) return;
      if (retryMs === undefined || attempt === LAST_TRIES) throw new Error(problem);
      const waitMs = Math.max(retryMs, FIRST_WAIT_MS * 2 ** (attempt - 1));
      await wait(Math.min(LONGEST_WAIT_MS, waitMs));
    }
  };
  const timer = setInterval(() => void send(), EXPORT_EVERY_MS);
  return {
    observes: { samples: 0, durations: true },
    place: url,
    remote: true,
    second: (second) => metrics.add(second),
    close: () => {
      clearInterval(timer);
      return deliver();
    },
  };
}

interface Delivery {
  /** Why the metrics were not delivered; undefined if they were. */
  readonly problem: string | undefined;
  /**
   * Set if another attempt may succeed: the shortest wait that the collector requests, or 0 if it
   * requests none.
   */
  readonly retryMs?: number;
}

/** `fetch` puts the reason of a failed connection into the cause of its error. */
function causeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ECONNREFUSED') return 'connection refused';
  return messageOf(cause) || textOfValue(code);
}

/** The part of the metrics that a collector refused, although its status is 200. */
function refusedPart(response: unknown): string | undefined {
  const { rejectedDataPoints, errorMessage } = membersOf(membersOf(response).partialSuccess);
  const count = numberOfValue(rejectedDataPoints);
  if (!(count > 0)) return undefined;
  const why = typeof errorMessage === 'string' && errorMessage !== '' ? `: ${errorMessage}` : '';
  return `the collector refused ${count} data ${count === 1 ? 'point' : 'points'}${why}`;
}
