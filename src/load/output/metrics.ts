/** Collects the metrics of a load run in the JSON form of OTLP (OpenTelemetry). */

import { textOfValue } from '../../schema/json-value.js';
import { modelOf, tagsOf } from '../profile/plan.js';
import { BOUNDS, type Durations, type Second } from '../record/observer.js';

type Attributes = Readonly<Record<string, string | number>>;

/** The JSON form of OTLP writes 64-bit integers as text. */
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

/** The OTLP code of metrics that are summed since the start of the run. */
const CUMULATIVE = 2;
const BOUNDS_SECONDS: readonly number[] = BOUNDS.map((ms) => ms / 1000);

/**
 * Metrics are summed since the start of the run, so the needed memory does not depend on the number
 * of requests. The semantic conventions of OpenTelemetry define the names of some metrics. The
 * other names begin with `assay.`.
 */
export class Metrics {
  readonly #began = Date.now();
  readonly #series = new Map<
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
      const series = this.#series.get(key);
      if (series) addTo(series.durations, one);
      else this.#series.set(key, { attributes, durations: structuredClone(one) });
    }
  }

  list(): readonly Metric[] {
    const times = {
      startTimeUnixNano: `${this.#began}000000`,
      timeUnixNano: `${Date.now()}000000`,
    };
    const histogram = (time: 'service' | 'response', name: string, description: string): Metric => {
      const dataPoints = [...this.#series.values()].map(
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
    const toResponse = 'to its complete response';
    return [
      histogram('service', 'http.client.request.duration', `From sending a request ${toResponse}`),
      histogram(
        'response',
        'assay.response.duration',
        `From the scheduled start of a request ${toResponse}`,
      ),
      counter('assay.starts', '{start}', 'Scenario starts', this.#started),
      counter('assay.dropped', '{request}', 'Scheduled requests that were not sent', this.#dropped),
      { ...planned, description: 'Scheduled load', gauge },
    ];
  }
}

function addTo(total: Durations, added: Durations): void {
  total.count += added.count;
  for (const time of ['service', 'response'] as const) {
    total[time].sum += added[time].sum;
    total[time].counts = total[time].counts.map(
      (count, at) => count + (added[time].counts[at] ?? 0),
    );
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
  const defaultPort = protocol === 'https:' ? 443 : 80;
  return {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || defaultPort,
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
    ...(error === undefined ? {} : { 'error.type': error }),
    'assay.scenario': scenario,
    'assay.request': request,
    ...Object.fromEntries(
      Object.entries(tags).map(([name, value]) => [`assay.tag.${name}`, textOfValue(value)]),
    ),
  };
}
