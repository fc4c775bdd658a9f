/** Collects samples and durations of requests for the outputs of a load test. */

import type { LoadPoint } from '../../schema/types.js';
import type { Outcome, Request, Ticket } from '../engine/ticket.js';
import type { Plan } from '../profile/plan.js';
import { type Ending, SampleRows, type Samples } from './samples.js';
import { isExpected } from './tally.js';

/** The durations of requests with the same scenario, title and outcome. */
export interface Durations extends Ending {
  count: number;
  /**
   * The durations from sending a request to its end. `sum` is in milliseconds. `counts` is a
   * histogram: the number of requests up to each bound of `BOUNDS` and above the one before, and of
   * those above the last bound.
   */
  service: { sum: number; counts: number[] };
  /** The durations from the scheduled time of a request to its end. */
  response: { sum: number; counts: number[] };
}

export interface Observed {
  readonly samples: readonly Samples[];
  readonly durations: readonly Durations[];
}

export const NOTHING_SEEN: Observed = { samples: [], durations: [] };

/** The data of one second of a run. */
export interface Second {
  readonly plan: Plan;
  readonly point: LoadPoint;
  readonly observed: Observed;
  /** The time at which the schedule of this run began. */
  readonly began: Date;
}

export interface ObserveOptions {
  /**
   * The number of requests that are kept for each second, chosen at random. If infinite, all
   * requests are kept.
   */
  readonly samples: number;
  readonly durations: boolean;
}

/**
 * The bounds of durations in milliseconds, from OpenTelemetry's semantic conventions for
 * `http.client.request.duration`.
 */
export const BOUNDS = [
  5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000,
] as const;

/**
 * Collects data of requests. `take` returns the collected data and removes it here, so that the
 * needed memory does not grow with the length of the run.
 */
export class Observer {
  readonly #options: ObserveOptions;
  readonly #random: () => number;
  readonly #rows = new SampleRows();
  /** Every combination of scenario, request title and outcome that has occurred in the run. */
  readonly #endings: Ending[] = [];
  /** Indexes in `#endings` by scenario, by title, and by error or status. */
  readonly #endingIndexes = new Map<string, Map<string, Map<number | string, number>>>();
  #seen = 0;
  #durations: (Durations | undefined)[] = [];

  constructor(options: ObserveOptions, random: () => number) {
    this.#options = options;
    this.#random = random;
  }

  settled(scenario: string, ticket: Ticket, outcome: Outcome, at: number): void {
    const status = outcome.kind === 'answered' ? outcome.answer.status : undefined;
    const ending = this.#ending(scenario, ticket.request, status, errorOf(ticket, outcome));
    if (this.#options.durations && outcome.kind !== 'dropped') this.#count(ending, ticket, at);
    this.#seen += 1;
    const row = this.#nextRow();
    if (row !== undefined) this.#rows.put(row, ending, ticket, at);
  }

  take(): Observed {
    const samples = this.#rows.length === 0 ? [] : [this.#rows.take([...this.#endings])];
    const taken = { samples, durations: this.#durations.filter((one) => one !== undefined) };
    this.#seen = 0;
    this.#durations = [];
    return taken;
  }

  /**
   * The row in which the request is kept, or undefined if it is not kept. Every request since the
   * last `take` has the same chance to be kept (Vitter's algorithm R).
   */
  #nextRow(): number | undefined {
    const { samples } = this.#options;
    if (this.#rows.length < samples) return this.#rows.length;
    if (samples === 0) return undefined;
    const row = Math.floor(this.#random() * this.#seen);
    return row < samples ? row : undefined;
  }

  #ending(
    scenario: string,
    request: Request,
    status: number | undefined,
    error: string | undefined,
  ): number {
    const { title, origin, message } = request;
    const ends = nestedMap(nestedMap(this.#endingIndexes, scenario), title);
    const known = ends.get(error ?? status ?? 0);
    if (known !== undefined) return known;
    ends.set(error ?? status ?? 0, this.#endings.length);
    const how = {
      ...(status === undefined ? {} : { status }),
      ...(error === undefined ? {} : { error }),
    };
    return (
      this.#endings.push({ scenario, request: title, method: message.method, origin, ...how }) - 1
    );
  }

  #count(ending: number, ticket: Ticket, at: number): void {
    let durations = this.#durations[ending];
    if (!durations) {
      const empty = () => ({ sum: 0, counts: new Array<number>(BOUNDS.length + 1).fill(0) });
      durations = {
        ...(this.#endings[ending] as Ending),
        count: 0,
        service: empty(),
        response: empty(),
      };
      this.#durations[ending] = durations;
    }
    durations.count += 1;
    add(durations.service, at - ticket.sent);
    add(durations.response, at - ticket.intended);
  }
}

/** Maps in maps are used, because joining the keys to a text for every request would be slower. */
function nestedMap<K, V>(maps: Map<string, Map<K, V>>, key: string): Map<K, V> {
  const known = maps.get(key) ?? new Map<K, V>();
  if (known.size === 0) maps.set(key, known);
  return known;
}

function add(to: Durations['service'], ms: number): void {
  let bucket = 0;
  while (bucket < BOUNDS.length && ms > (BOUNDS[bucket] ?? 0)) bucket += 1;
  to.sum += ms;
  to.counts[bucket] = (to.counts[bucket] ?? 0) + 1;
}

/** Returns undefined for a response with an expected status. */
function errorOf({ request }: Ticket, outcome: Outcome): string | undefined {
  if (outcome.kind === 'timed-out') return 'timeout';
  if (outcome.kind !== 'answered') return outcome.reason;
  const { status } = outcome.answer;
  return isExpected(request, status) ? undefined : String(status);
}
