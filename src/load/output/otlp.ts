/** Sends the metrics of a load run to an OpenTelemetry collector. */

import { percentDecoded } from '../../percent-decoded.js';
import { UsageError } from '../../settings/index.js';
import { attributeList, Metrics } from './metrics.js';
import type { Output } from './output.js';

const EXPORT_EVERY_MS = 5000;

export interface OtlpOptions {
  readonly version: string;
  readonly target: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The address to which metrics are sent. The default path is `/v1/metrics`. */
function metricsUrl(option: string, variable: string): string {
  const endpoint = option || variable;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    const setting =
      option === '' && variable !== ''
        ? `OTEL_EXPORTER_OTLP_ENDPOINT "${variable}"`
        : `--output otlp=${option}`;
    throw new UsageError(`${setting} is not a URL. Give one such as http://localhost:4318.`);
  }
  if (url.pathname === '/') url.pathname = '/v1/metrics';
  return url.href;
}

/**
 * Sends metrics over OTLP/HTTP as JSON, every five seconds and at the end.
 * OTEL_EXPORTER_OTLP_ENDPOINT is used if `endpoint` is empty, and OTEL_EXPORTER_OTLP_HEADERS is
 * always used. Failed deliveries during the run are ignored, because the next delivery contains all
 * metrics again. `close` rejects if the last delivery fails.
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
  const send = async (): Promise<void> => {
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
    });
    if (!answer.ok) throw new Error(`the collector returned ${answer.status}`);
  };
  const timer = setInterval(() => void send().catch(() => {}), EXPORT_EVERY_MS);
  return {
    observes: { samples: 0, durations: true },
    place: url,
    second: (second) => metrics.add(second),
    close: () => {
      clearInterval(timer);
      return send();
    },
  };
}
