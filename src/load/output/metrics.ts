/** Collects the metrics of a load run in the JSON form of OTLP (OpenTelemetry). */

import { modelOf, tagsOf } from '../profile/index.js';
import { BOUNDS, type Durations, type Second } from '../record/index.js';

type Attributes = Readonly<Record<string, string | number>>;

/** In OTLP, 64-bit integers are written as text. */
export interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string };
}

interface Point {
  readonly startTimeUnixNano: string;
  readonly timeUnixNano: string;
  readonly attributes: readonly Attribute[];
}

interface Numbers {
  readonly dataPoints: readonly (Point & { readonly asDouble: number })[];
}

export interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  readonly histogram?: {
    readonly aggregationTemporality: number;
    readonly dataPoints: readonly (Point & {
      readonly sum: number;
      readonly count: string;
      readonly bucketCounts: readonly string[];
      readonly explicitBounds: readonly number[];
    })[];
  };
  readonly sum?: Numbers & {
    readonly aggregationTemporality: number;
    readonly isMonotonic: boolean;
  };
  readonly gauge?: Numbers;
}

const CUMULATIVE = 2;
const BOUNDS_SECONDS: readonly number[] = BOUNDS.map((ms) => ms / 1000);

/**
 * Metrics are summed since the start of the run, so the needed memory does not depend on the number
 * of requests. Metrics that the semantic conventions of OpenTelemetry define have the names of
 * these conventions.
 */
export class Metrics {
  readonly #began = Date.now();
  readonly #kept = new Map<
    string,
    { readonly attributes: readonly Attribute[]; readonly durations: Durations }
  >();
  #started = 0;
  #dropped = 0;
  #planned = 0;
  #model: 'open' | 'closed' = 'open';

  add({ plan, point, observed }: Second): void {
    this.#started += point.started;
    this.#dropped += point.dropped;
    this.#planned = point.planned;
    this.#model = modelOf(plan) === 'closed' ? 'closed' : 'open';
    for (const one of observed.durations) {
      const attributes = attributeList(
        attributesOf(one, tagsOf(plan.scenarios, one.scenario, one.request)),
      );
      const key = JSON.stringify(attributes);
      const series = this.#kept.get(key);
      if (series) addTo(series.durations, one);
      else this.#kept.set(key, { attributes, durations: structuredClone(one) });
    }
  }

  list(): readonly Metric[] {
    const times = {
      startTimeUnixNano: `${this.#began}000000`,
      timeUnixNano: `${Date.now()}000000`,
    };
    const histogram = (time: 'service' | 'response', name: string, description: string): Metric => {
      const dataPoints = [...this.#kept.values()].map(
        ({ attributes, durations: { count, [time]: spent } }) => ({
          ...times,
          attributes,
          sum: spent.sum / 1000,
          count: String(count),
          bucketCounts: spent.counts.map(String),
          explicitBounds: BOUNDS_SECONDS,
        }),
      );
      return {
        name,
        unit: 's',
        description,
        histogram: { aggregationTemporality: CUMULATIVE, dataPoints },
      };
    };
    const counter = (name: string, unit: string, description: string, value: number): Metric => {
      const dataPoints = [{ ...times, attributes: [], asDouble: value }];
      return {
        name,
        unit,
        description,
        sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints },
      };
    };
    const planned = {
      name: 'assay.planned',
      unit: this.#model === 'open' ? '{start}/s' : '{user}',
    };
    const gauge = { dataPoints: [{ ...times, attributes: [], asDouble: this.#planned }] };
    const toAnswer = 'to its complete response';
    return [
      histogram('service', 'http.client.request.duration', `From sending a request ${toAnswer}`),
      histogram(
        'response',
        'assay.response.duration',
        `From the scheduled start of a request ${toAnswer}`,
      ),
      counter('assay.starts', '{start}', 'Scenario starts', this.#started),
      counter('assay.dropped', '{request}', 'Requests never sent', this.#dropped),
      { ...planned, description: 'Scheduled load', gauge },
    ];
  }
}

function addTo(to: Durations, one: Durations): void {
  to.count += one.count;
  for (const time of ['service', 'response'] as const) {
    to[time].sum += one[time].sum;
    to[time].counts = to[time].counts.map((count, at) => count + (one[time].counts[at] ?? 0));
  }
}

export const attributeList = (attributes: Attributes): Attribute[] =>
  Object.entries(attributes).map(([key, value]) => {
    return {
      key,
      value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
    };
  });

function attributesOf(
  { scenario, request, method, origin, status, error }: Durations,
  tags = {},
): Attributes {
  const { hostname, port, protocol } = new URL(origin);
  const usualPort = protocol === 'https:' ? 443 : 80;
  return {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || usualPort,
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
    ...(error === undefined ? {} : { 'error.type': error }),
    'assay.scenario': scenario,
    'assay.request': request,
    ...Object.fromEntries(
      Object.entries(tags).map(([name, value]) => [`assay.tag.${name}`, String(value)]),
    ),
  };
}
