/** Records the measurements of one load generator. */

import type { LoadPoint, LoadSpread } from '../../schema/types.js';
import type { Outcome, Request, Ticket } from '../engine/ticket.js';
import type { Opening } from '../engine/wire.js';
import {
  type Lane,
  lanesOf,
  loadAt,
  type Plan,
  type Stage,
  scheduleMs,
  type Tags,
} from '../profile/plan.js';
import { Numbers } from './counts.js';
import type { Reading } from './gauge.js';
import { percentileMs, spreadOf } from './histogram.js';
import type { Observer } from './observer.js';
import type { ConnectionCounts, Measurements } from './recording.js';
import { coarsen } from './series.js';
import { addCounts, countOutcome, newTally, type Tally } from './tally.js';
import { Times } from './times.js';

interface StageRecord {
  readonly stage: Stage;
  readonly tally: Tally;
  readonly response: Times;
}

/** The measurements of the requests with one title in a scenario. */
interface RequestRecord {
  readonly scenario: string;
  readonly title: string;
  readonly tags?: Tags;
  readonly tally: Tally;
  readonly lag: Times;
  readonly firstByte: Times;
  readonly service: Times;
  readonly response: Times;
}

const newRequestRecord = (scenario: string, title: string, tags: Tags): RequestRecord => ({
  scenario,
  title,
  ...(Object.keys(tags).length === 0 ? {} : { tags }),
  tally: newTally(),
  lag: new Times(),
  firstByte: new Times(),
  service: new Times(),
  response: new Times(),
});

interface CapturedRecord {
  readonly scenario: string;
  readonly title: string;
  readonly name: string;
  readonly tags?: Tags;
  readonly values: Numbers;
}

const spread = (times: Times): LoadSpread => spreadOf(times.histogram());

/** The most different problems that are kept. Further problems are only counted as wrong. */
const MAX_PROBLEMS = 100;
type PointCounts = Required<
  Pick<LoadPoint, 'started' | 'completed' | 'abandoned' | 'checked' | 'wrong'>
>;
const NO_COUNTS: PointCounts = { started: 0, completed: 0, abandoned: 0, checked: 0, wrong: 0 };

/**
 * The records in which a request is counted. `offered` returns them, and `settled` receives them
 * when the request ends.
 */
export interface Account {
  readonly scenario: string;
  readonly request: RequestRecord | undefined;
  readonly stage: StageRecord | undefined;
}

/**
 * The counts and times of one load generator. The memory that they need does not grow with the
 * number of requests.
 */
export class Recorder {
  readonly #lanes: readonly Lane[];
  readonly #tags: ReadonlyMap<string, Tags>;
  /** By the name of the scenario, and by the title of the request. */
  readonly #requests: ReadonlyMap<string, Map<string, RequestRecord>>;
  /** The stages by the name of the scenario. */
  readonly #stages: ReadonlyMap<string, StageClock>;
  readonly #captured = new Map<string, CapturedRecord>();
  readonly #scenarios: ReadonlyMap<
    string,
    {
      readonly name: string;
      readonly reasons: Record<string, number>;
      started: number;
      completed: number;
      abandoned: number;
    }
  >;
  readonly #problems = new Map<string, { title: string; problem: string; count: number }>();
  readonly #remarks = new Set<string>();
  readonly #observer: Observer | undefined;
  readonly #opening = { connect: new Times(), tls: new Times() };
  /** The measurements since the last point of the series. */
  readonly #latest = { tally: newTally(), response: new Times(), lag: new Times() };
  #point: PointCounts = { ...NO_COUNTS };
  #lateMax = 0;
  #pointAt = 0;
  #scheduleEnd: number;
  /** The requests that have been scheduled and have not ended. */
  #pending = 0;
  /** `#pending` at the end of the schedule; undefined before. */
  #pendingAtEnd: number | undefined;
  #series: Measurements['series'];

  constructor(
    plan: Pick<Plan, 'model' | 'stages' | 'scenarios'>,
    intervalMs = 1000,
    observer?: Observer,
  ) {
    this.#lanes = lanesOf(plan);
    this.#scheduleEnd = scheduleMs(plan);
    this.#observer = observer;
    this.#tags = new Map(plan.scenarios.map(({ name, tags = {} }) => [name, tags]));
    this.#requests = new Map(plan.scenarios.map(({ name }) => [name, new Map()]));
    this.#scenarios = new Map(
      plan.scenarios.map(({ name }) => [
        name,
        { name, started: 0, completed: 0, abandoned: 0, reasons: {} },
      ]),
    );
    this.#stages = new Map(
      this.#lanes.flatMap((lane) => {
        const clock = new StageClock(lane);
        return lane.scenarios.map(({ name }) => [name, clock] as const);
      }),
    );
    this.#series = { intervalMs, points: [] };
  }

  opened({ connectMs, tlsMs }: Opening): void {
    this.#opening.connect.record(connectMs);
    if (tlsMs !== undefined) this.#opening.tls.record(tlsMs);
  }

  /** `lateMs` is the delay of the start. */
  started(scenario: string, at: number, lateMs: number): void {
    this.#point.started += 1;
    if (lateMs > this.#lateMax) this.#lateMax = lateMs;
    const counts = this.#scenarios.get(scenario);
    if (counts && !this.#isWarmUp(scenario, at)) counts.started += 1;
  }

  /** `reason` says why the visit was abandoned. */
  finished(
    scenario: string,
    startedAt: number,
    how: 'completed' | 'abandoned',
    reason?: string,
  ): void {
    this.#point[how] += 1;
    const counts = this.#scenarios.get(scenario);
    if (!counts || this.#isWarmUp(scenario, startedAt)) return;
    counts[how] += 1;
    if (reason !== undefined) addCounts(counts.reasons, { [reason]: 1 });
  }

  /** The schedule ended early. Later responses do not count as served. */
  endSchedule(at: number): void {
    this.#scheduleEnd = Math.min(this.#scheduleEnd, at);
  }

  /** Counts a scheduled request. */
  offered(
    scenario: string,
    { title, tags }: Pick<Request, 'title'> & { readonly tags?: Tags },
    intended: number,
  ): Account {
    const stage = this.#stages.get(scenario)?.at(intended);
    if (intended > this.#scheduleEnd) this.#pendingAtEnd ??= this.#pending;
    this.#pending += 1;
    this.#latest.tally.offered += 1;
    if (stage) stage.tally.offered += 1;
    if (stage?.stage.warmUp) return { scenario, request: undefined, stage };
    const byTitle = this.#requests.get(scenario);
    let request = byTitle?.get(title);
    if (!request) {
      request = newRequestRecord(scenario, title, { ...this.#tags.get(scenario), ...tags });
      byTitle?.set(title, request);
    }
    request.tally.offered += 1;
    return { scenario, request, stage };
  }

  /** Counts a request that has ended, and records its times. */
  settled(account: Account, ticket: Ticket, outcome: Outcome, at: number): void {
    const { scenario, request, stage } = account;
    this.#observer?.settled(scenario, ticket, outcome, at);
    const { tally, response, lag } = this.#latest;
    const inTime = at <= this.#scheduleEnd;
    if (!inTime) this.#pendingAtEnd ??= this.#pending;
    this.#pending -= 1;
    countOutcome(tally, ticket, outcome, inTime);
    if (stage) countOutcome(stage.tally, ticket, outcome, inTime);
    if (request) countOutcome(request.tally, ticket, outcome, inTime);
    // Lost and unsent requests have no response time. Other requests without a response count with
    // the time until their timeout.
    if (outcome.kind !== 'answered' && outcome.kind !== 'timed-out') return;
    const responseMs = at - ticket.intended;
    const lagMs = ticket.sent - ticket.intended;
    response.record(responseMs);
    lag.record(lagMs);
    if (stage) stage.response.record(responseMs);
    if (!request) return;
    request.response.record(responseMs);
    request.lag.record(lagMs);
    request.service.record(at - ticket.sent);
    if (ticket.firstByte > 0) request.firstByte.record(ticket.firstByte - ticket.sent);
  }

  /** Counts a tested response. `problem` describes its fault, if there is one. */
  checked({ request, stage }: Account, title: string, problem: string | undefined): void {
    const wrong = problem === undefined ? 0 : 1;
    this.#point.checked += 1;
    this.#point.wrong += wrong;
    for (const holder of [request, stage]) {
      if (!holder) continue;
      holder.tally.checked += 1;
      holder.tally.wrong += wrong;
    }
    if (problem === undefined || !request) return;
    const known = this.#problems.get(`${title} ${problem}`);
    if (known) known.count += 1;
    else if (this.#problems.size < MAX_PROBLEMS)
      this.#problems.set(`${title} ${problem}`, { title, problem, count: 1 });
  }

  /** Records a remark about the target. Equal remarks are stored once. */
  remarked(text: string): void {
    this.#remarks.add(text);
  }

  /** Records a number that was captured from a response. The warm-up is ignored. */
  captured({ scenario, request }: Account, name: string, value: number): void {
    if (!request) return;
    const key = JSON.stringify([scenario, request.title, name]);
    let record = this.#captured.get(key);
    if (!record) {
      const { title, tags } = request;
      const tagMember = tags === undefined ? {} : { tags };
      record = { scenario, title, name, ...tagMember, values: new Numbers() };
      this.#captured.set(key, record);
    }
    record.values.add(value);
  }

  /** Adds a point to the series: the measurements since the last point. */
  closePoint(atMs: number, reading: Reading): LoadPoint {
    const { tally, response, lag } = this.#latest;
    // `#point` counts the tested responses. Points do not contain `resent` and `bytes`.
    const { checked: _, wrong: __, resent: ___, bytes: ____, ...counts } = tally;
    const lags = lag.histogram();
    const point: LoadPoint = {
      atMs: Math.round(this.#pointAt),
      durationMs: Math.round(atMs - this.#pointAt),
      ...plannedAt(this.#lanes, this.#pointAt),
      ...counts,
      ...this.#point,
      response: spread(response),
      lagP99: percentileMs(lags, 99),
      lagMax: percentileMs(lags, 100),
      lateMax: Math.round(this.#lateMax * 1000) / 1000,
      ...reading,
    };
    Object.assign(tally, newTally());
    response.reset();
    lag.reset();
    this.#point = { ...NO_COUNTS };
    this.#lateMax = 0;
    this.#pointAt = atMs;
    this.#series = coarsen({ ...this.#series, points: [...this.#series.points, point] });
    return point;
  }

  /** Returns all measurements as plain data. */
  measurements(connections: ConnectionCounts): Measurements {
    return {
      scenarios: [...this.#scenarios.values()].map(({ reasons, ...counts }) => ({
        ...counts,
        ...(Object.keys(reasons).length === 0 ? {} : { reasons }),
      })),
      requests: [...this.#requests.values()].flatMap((byTitle) =>
        [...byTitle.values()].map(({ lag, firstByte, service, response, ...counted }) => ({
          ...counted,
          lag: spread(lag),
          firstByte: spread(firstByte),
          service: spread(service),
          response: spread(response),
        })),
      ),
      stages: [...new Set(this.#stages.values())].flatMap((clock) => clock.measurements()),
      series: this.#series,
      problems: [...this.#problems.values()],
      ...(this.#remarks.size === 0 ? {} : { remarks: [...this.#remarks] }),
      pending: this.#pendingAtEnd ?? this.#pending,
      ...(this.#captured.size === 0
        ? {}
        : {
            captured: [...this.#captured.values()].map(({ values, ...what }) => ({
              ...what,
              counts: values.counts(),
            })),
          }),
      connections: {
        ...connections,
        connect: spread(this.#opening.connect),
        tls: spread(this.#opening.tls),
      },
    };
  }

  #isWarmUp(scenario: string, at: number): boolean {
    return this.#stages.get(scenario)?.at(at)?.stage.warmUp ?? false;
  }
}

/** The stages of a lane (a group of scenarios with the same schedule). */
class StageClock {
  readonly #lane: Lane;
  readonly #records: readonly StageRecord[];
  #current = 0;

  constructor(lane: Lane) {
    this.#lane = lane;
    this.#records = lane.stages.map((stage) => ({
      stage,
      tally: newTally(),
      response: new Times(),
    }));
  }

  /** The stage at a time. Times usually ascend, so the search starts at the last stage reached. */
  at(ms: number): StageRecord | undefined {
    const { stages } = this.#lane;
    while (this.#current + 1 < stages.length && ms >= (stages[this.#current + 1]?.startMs ?? 0))
      this.#current += 1;
    let found = this.#current;
    while (found > 0 && ms < (stages[found]?.startMs ?? 0)) found -= 1;
    return this.#records[found];
  }

  measurements(): Measurements['stages'] {
    const { model, scenarios } = this.#lane;
    // A scenario with its own schedule is the only scenario of its lane.
    const [first] = scenarios;
    const owner = first?.own === undefined ? {} : { scenario: first.name, model };
    return this.#records.map(({ stage, tally, response }) => ({
      ...stage,
      ...owner,
      tally,
      response: spread(response),
    }));
  }
}

/**
 * The scheduled load: starts per second in the open model, users in the closed model, and both if
 * lanes have different models.
 */
function plannedAt(lanes: readonly Lane[], at: number): Pick<LoadPoint, 'planned' | 'users'> {
  const loadOf = (wanted: Lane['model']): number =>
    lanes
      .filter(({ model }) => model === wanted)
      .reduce((sum, { stages }) => sum + loadAt(stages, at), 0);
  const isMixed = new Set(lanes.map(({ model }) => model)).size > 1;
  const [first] = lanes;
  if (isMixed) return { planned: loadOf('open'), users: loadOf('closed') };
  return { planned: loadOf(first?.model ?? 'open') };
}
