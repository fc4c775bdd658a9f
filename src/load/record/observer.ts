import type { Outcome, Ticket } from '../engine/index.js';

/** One request as it went, for whoever wants to look at every one. Times are milliseconds. */
export interface Sample {
  /** When it was meant to be sent, since the start of the schedule. */
  readonly at: number;
  readonly scenario: string;
  readonly request: string;
  /** Intended to sent, sent to first byte, sent to answered, intended to answered. */
  readonly lag: number;
  readonly firstByte: number | undefined;
  readonly service: number;
  readonly response: number;
  readonly status: number | undefined;
  /** What kept it from an expected answer: a status, `timeout`, or why its connection was lost or never had. */
  readonly error: string | undefined;
}

/** Requests of one scenario, title and end, counted by how long they took. */
export interface Durations {
  readonly scenario: string;
  readonly request: string;
  readonly method: string;
  readonly origin: string;
  readonly status?: number;
  readonly error?: string;
  count: number;
  /** Sums in milliseconds, and counts by `BOUNDS`, one more than there are bounds. */
  service: { sum: number; counts: number[] };
  response: { sum: number; counts: number[] };
}

/** What was seen in an interval. */
export interface Observed {
  readonly samples: readonly Sample[];
  /** How many requests the samples stand for. */
  readonly seen: number;
  readonly durations: readonly Durations[];
}

export interface ObserveOptions {
  /** The most samples a second, chosen at random among all; infinity keeps every one, 0 none. */
  readonly samples: number;
  /** Whether durations are counted. */
  readonly durations: boolean;
}

/** Upper bounds in milliseconds: those of the semantic conventions for `http.client.request.duration`. */
export const BOUNDS = [5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000] as const;

/** Collects what outputs show of single requests. Its size depends on an interval, not on the run. */
export class Observer {
  readonly #options: ObserveOptions;
  readonly #random: () => number;
  #samples: Sample[] = [];
  #seen = 0;
  #durations = new Map<string, Durations>();

  constructor(options: ObserveOptions, random: () => number) {
    this.#options = options;
    this.#random = random;
  }

  /** A request of a scenario has come to its end. */
  settled(scenario: string, ticket: Ticket, outcome: Outcome, at: number, tolerated?: number): void {
    const status = outcome.kind === 'answered' ? outcome.answer.status : undefined;
    const error = errorOf(ticket, outcome, tolerated);
    if (this.#options.durations && outcome.kind !== 'dropped') this.#count(scenario, ticket, status, error, at);
    this.#seen += 1;
    const place = this.#place();
    if (place === undefined) return;
    const { intended, sent, firstByte } = ticket;
    const first = sent || at;
    this.#samples[place] = {
      at: intended,
      scenario,
      request: ticket.request.title,
      lag: first - intended,
      firstByte: firstByte === 0 ? undefined : firstByte - sent,
      service: at - first,
      response: at - intended,
      status,
      error,
    };
  }

  /** What was seen since it was last asked. */
  take(): Observed {
    const taken = { samples: this.#samples, seen: this.#seen, durations: [...this.#durations.values()] };
    this.#samples = [];
    this.#seen = 0;
    this.#durations = new Map();
    return taken;
  }

  /** Where the next sample goes: every one of an interval has the same chance to stay (Vitter's algorithm R). */
  #place(): number | undefined {
    const { samples } = this.#options;
    if (this.#samples.length < samples) return this.#samples.length;
    if (samples === 0) return undefined;
    const place = Math.floor(this.#random() * this.#seen);
    return place < samples ? place : undefined;
  }

  #count(scenario: string, ticket: Ticket, status: number | undefined, error: string | undefined, at: number): void {
    const { title, origin, message } = ticket.request;
    const key = `${scenario}\n${title}\n${status ?? ''}\n${error ?? ''}`;
    let known = this.#durations.get(key);
    if (!known) {
      const ends = { ...(status === undefined ? {} : { status }), ...(error === undefined ? {} : { error }) };
      const empty = () => ({ sum: 0, counts: new Array<number>(BOUNDS.length + 1).fill(0) });
      const { method } = message;
      known = { scenario, request: title, method, origin, ...ends, count: 0, service: empty(), response: empty() };
      this.#durations.set(key, known);
    }
    known.count += 1;
    add(known.service, at - ticket.sent);
    add(known.response, at - ticket.intended);
  }
}

function add(to: Durations['service'], ms: number): void {
  let bucket = 0;
  while (bucket < BOUNDS.length && ms > (BOUNDS[bucket] ?? 0)) bucket += 1;
  to.sum += ms;
  to.counts[bucket] = (to.counts[bucket] ?? 0) + 1;
}

function errorOf(ticket: Ticket, outcome: Outcome, tolerated: number | undefined): string | undefined {
  if (outcome.kind === 'timed-out') return 'timeout';
  if (outcome.kind !== 'answered') return outcome.reason;
  const { status } = outcome.answer;
  return status === ticket.request.expects || status === tolerated ? undefined : String(status);
}

/** What several generators saw in the same interval. */
export const mergeObserved = (all: readonly Observed[]): Observed => ({
  samples: all.flatMap(({ samples }) => samples),
  seen: all.reduce((sum, { seen }) => sum + seen, 0),
  durations: all.flatMap(({ durations }) => durations),
});
