import { BOUNDS, type Durations, type Observed, type Second } from '../record/index.js';

export type Attributes = Readonly<Record<string, string | number>>;

/** A histogram of seconds so far: `counts` by `BOUNDS_SECONDS`, one more than there are bounds. */
interface HistogramPoint {
  readonly attributes: Attributes;
  readonly sum: number;
  readonly count: number;
  readonly counts: readonly number[];
}

interface NumberPoint {
  readonly attributes: Attributes;
  readonly value: number;
}

interface Named {
  readonly name: string;
  readonly unit: string;
  readonly about: string;
}

/** A metric as it stands. Names follow the semantic conventions of OpenTelemetry where they have one. */
export type Metric = Named &
  (
    | { readonly kind: 'histogram'; readonly points: readonly HistogramPoint[] }
    | { readonly kind: 'counter' | 'gauge'; readonly points: readonly NumberPoint[] }
  );

export const BOUNDS_SECONDS: readonly number[] = BOUNDS.map((ms) => ms / 1000);

interface Kept {
  readonly attributes: Attributes;
  readonly durations: Durations;
}

/** Metrics of a run, added up since its start; their size depends on the profile and on how requests end. */
export class Metrics {
  readonly #kept = new Map<string, Kept>();
  #started = 0;
  #dropped = 0;
  #planned = 0;
  #model: 'open' | 'closed' = 'open';

  add({ plan, point, observed }: Second): void {
    this.#started += point.started;
    this.#dropped += point.dropped;
    this.#planned = point.planned;
    this.#model = plan.model;
    for (const one of observed.durations)
      this.#add(one, plan.scenarios.find(({ name }) => name === one.scenario)?.tags);
  }

  #add(one: Observed['durations'][number], tags: Readonly<Record<string, string>> | undefined): void {
    const attributes = attributesOf(one, tags);
    const key = JSON.stringify(attributes);
    const known = this.#kept.get(key);
    if (!known) {
      this.#kept.set(key, { attributes, durations: structuredClone(one) });
      return;
    }
    const { durations } = known;
    durations.count += one.count;
    for (const time of ['service', 'response'] as const) {
      durations[time].sum += one[time].sum;
      durations[time].counts = durations[time].counts.map((count, at) => count + (one[time].counts[at] ?? 0));
    }
  }

  /** All of them, as they stand. */
  list(): readonly Metric[] {
    const histogram = (time: 'service' | 'response', name: string, about: string): Metric => {
      const points = [...this.#kept.values()].map(({ attributes, durations: { count, [time]: times } }) => ({
        ...{ attributes, sum: times.sum / 1000, count, counts: times.counts },
      }));
      return { kind: 'histogram', name, unit: 's', about, points };
    };
    const single = (kind: 'counter' | 'gauge', name: string, unit: string, about: string, value: number): Metric => ({
      ...{ kind, name, unit, about, points: [{ attributes: {}, value }] },
    });
    const planned = this.#model === 'open' ? '{start}/s' : '{user}';
    const toAnswer = 'to its complete answer';
    return [
      histogram('service', 'http.client.request.duration', `From sending a request ${toAnswer}`),
      histogram('response', 'assay.response.duration', `From when a request was meant to be sent ${toAnswer}`),
      single('counter', 'assay.starts', '{start}', 'Scenario starts', this.#started),
      single('counter', 'assay.dropped', '{request}', 'Requests never sent', this.#dropped),
      single('gauge', 'assay.planned', planned, 'Load that the schedule asks for', this.#planned),
    ];
  }
}

function attributesOf({ scenario, request, method, origin, status, error }: Durations, tags = {}): Attributes {
  const { hostname, port, protocol } = new URL(origin);
  return {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
    ...(error === undefined ? {} : { 'error.type': error }),
    'assay.scenario': scenario,
    'assay.request': request,
    ...Object.fromEntries(Object.entries(tags).map(([name, value]) => [`assay.tag.${name}`, String(value)])),
  };
}
