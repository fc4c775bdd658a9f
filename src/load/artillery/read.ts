/** Reads the result file of Artillery and converts it to a load run. */

import { membersOf, messageOf, numberOfValue } from '../../schema/json-value.js';
import type { LoadPoint, LoadSpread, LoadTally } from '../../schema/types.js';
import { readText, UsageError } from '../../settings/index.js';
import { inArtillery, percentilesBy } from '../percentiles.js';
import { capturedOf, timeOf } from '../profile/metric.js';
import { loadAt, type Plan, type Threshold } from '../profile/plan.js';
import { mergeSpreads } from '../record/histogram.js';
import type { Run } from '../run/execute.js';
import { judgeRun } from '../threshold/judge.js';

/** Sentences for readers about what a result of Artillery does not contain. */
export const UNMEASURED = [
  'Artillery measures from sending a request to the first byte of its response. Its response times do not include the time between the schedule of a request and its sending, so a stall of the target appears shorter than it was.',
  'Artillery does not report how late requests were sent, whether it kept up with its schedule, or which responses were correct.',
] as const;

/** Whether the result of Artillery contains the figures that the threshold needs. */
export function isMeasurable({ metric, scenario, tags, windowMs }: Threshold): boolean {
  // A metric that is not a time passes the last two conditions.
  const { time, column } = timeOf(metric) ?? { time: 'response', column: 'mean' };
  return (
    scenario === undefined &&
    tags === undefined &&
    windowMs === undefined &&
    metric !== 'checks' &&
    capturedOf(metric) === undefined &&
    time === 'response' &&
    inArtillery(column) !== undefined
  );
}

/** Artillery reports figures for periods of this length. */
const PERIOD_MS = 10_000;

/** These values stand for figures that Artillery does not report. */
const NO_TIMES = mergeSpreads([]);
const NO_GENERATOR = {
  lagP99: 0,
  lagMax: 0,
  lateMax: 0,
  loopDelayP99: 0,
  utilization: 0,
  cpu: 0,
  rssMb: 0,
};
const NO_CHECKS = { checked: 0, wrong: 0, resent: 0 };

/** The figures of the whole run, or of a part of it that is `PERIOD_MS` long. */
interface Period {
  readonly counters: Readonly<Record<string, number>>;
  readonly times: ReadonlyMap<string, LoadSpread>;
  /** The first and the last time of the period are milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
}

/** Reads the output of `artillery run --output FILE`. Throws a UsageError for any other file. */
export function readArtillery(file: string, plan: Pick<Plan, 'stages' | 'thresholds'>): Run {
  const { whole, periods } = parseResult(file);
  const durationMs = Math.max(1, whole.last - whole.first);
  const {
    'vusers.created': started = 0,
    'vusers.completed': completed = 0,
    'vusers.failed': abandoned = 0,
  } = whole.counters;
  const measured = {
    tally: tallyOf(whole.counters),
    response: whole.times.get('http.response_time') ?? NO_TIMES,
    firstByte: whole.times.get('http.response_time') ?? NO_TIMES,
    visits: { completed, abandoned },
    seconds: durationMs / 1000,
  };
  const rate = Number(((started * 1000) / durationMs).toPrecision(3));
  const all = { name: 'whole run', startMs: 0, durationMs, from: rate, to: rate, warmUp: false };
  const recording = {
    scenarios: [{ name: 'all scenarios', started, completed, abandoned }],
    requests: linesOf(whole),
    stages: [{ ...all, tally: measured.tally, response: measured.response }],
    series: {
      intervalMs: PERIOD_MS,
      points: periods.map((period) => pointOf(period, whole.first, plan)),
    },
    problems: [],
    connections: { connected: 0, connectFailures: 0, resent: 0 },
  };
  const verdicts = judgeRun(plan.thresholds, measured, recording);
  return {
    startedAt: new Date(whole.first),
    durationMs,
    measured,
    recording,
    verdicts,
    interrupted: false,
  };
}

function parseResult(file: string): {
  readonly whole: Period;
  readonly periods: readonly Period[];
} {
  try {
    const { aggregate, intermediate } = membersOf(JSON.parse(readText(file, 'its text', '')));
    const whole = periodOf(aggregate);
    if (Number.isNaN(whole.first)) throw new Error('it has no "aggregate" with metrics');
    const periods = [intermediate ?? []].flat().map(periodOf);
    const counted = periods.filter(({ first }) => !Number.isNaN(first));
    return { whole, periods: counted.sort((a, b) => a.first - b.first) };
  } catch (error) {
    const why = messageOf(error);
    throw new UsageError(
      `${file} is not a result of Artillery: ${why}. Make one with: artillery run --output FILE`,
    );
  }
}

const periodOf = (raw: unknown): Period => ({
  counters: Object.fromEntries(
    Object.entries(membersOf(membersOf(raw).counters)).map(([name, count]) => [
      name,
      numberOfValue(count),
    ]),
  ),
  times: new Map(
    Object.entries(membersOf(membersOf(raw).summaries)).map(([name, value]) => [
      name,
      spreadOf(membersOf(value)),
    ]),
  ),
  first: numberOfValue(membersOf(raw).firstMetricAt ?? Number.NaN),
  last: numberOfValue(membersOf(raw).lastMetricAt ?? Number.NaN),
});

function spreadOf(summary: Readonly<Record<string, unknown>>): LoadSpread {
  const figure = (name: string): number => numberOfValue(summary[name] ?? 0);
  return {
    count: figure('count'),
    mean: figure('mean'),
    ...percentilesBy(({ inArtillery: name }) =>
      name === undefined || summary[name] === undefined ? undefined : figure(name),
    ),
    max: figure('max'),
    histogram: '',
  };
}

const countersBelow = (counters: Period['counters'], prefix: string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counters).flatMap(([name, count]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), count]] : [],
    ),
  );

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0);

/**
 * Counts errors if the result has no counter `assay.errors`, because Assay did not export the
 * script.
 */
const unexpectedCount = (statuses: Readonly<Record<string, number>>): number =>
  sum(Object.fromEntries(Object.entries(statuses).filter(([status]) => !/^2|^429$/.test(status))));

/** A virtual user that Artillery skipped counts as a request that was never sent. */
function tallyOf(counters: Period['counters']): LoadTally {
  const statuses = countersBelow(counters, 'http.codes.');
  const reasons = countersBelow(counters, 'errors.');
  const {
    'http.requests': requests = 0,
    'vusers.skipped': dropped = 0,
    'http.responses': answered = 0,
  } = counters;
  const unanswered = Math.max(0, requests - answered);
  const timeouts = Object.fromEntries(
    Object.entries(reasons).filter(([reason]) => /TIMEDOUT|timeout/i.test(reason)),
  );
  const timedOut = Math.min(unanswered, sum(timeouts));
  return {
    offered: requests + dropped,
    answered,
    timedOut,
    failed: unanswered - timedOut,
    dropped,
    statuses,
    errors: counters['assay.errors'] ?? unexpectedCount(statuses),
    throttled: statuses['429'] ?? 0,
    bytes: counters['http.downloaded_bytes'] ?? 0,
    ...NO_CHECKS,
    failures: { ...reasons, ...(dropped === 0 ? {} : { 'virtual user skipped': dropped }) },
  };
}

const ENDPOINT = 'plugins.metrics-by-endpoint.';

/** The figures of each request title. Artillery reports only statuses and times for a title. */
function linesOf({ counters, times }: Period) {
  const codes = Object.entries(countersBelow(counters, ENDPOINT)).flatMap(([name, count]) => {
    const [, title, status] = /^(.*)\.codes\.(\d+)$/.exec(name) ?? [];
    return title === undefined || status === undefined ? [] : [{ title, status, count }];
  });
  return [...new Set(codes.map(({ title }) => title))].map((title) => {
    const statuses = Object.fromEntries(
      codes.flatMap((one) =>
        one.title === title ? [[`http.codes.${one.status}`, one.count]] : [],
      ),
    );
    const errors = counters[`assay.errors.${title}`];
    const answered = sum(statuses);
    const response = times.get(`${ENDPOINT}response_time.${title}`) ?? NO_TIMES;
    const all = { ...statuses, 'http.requests': answered, 'http.responses': answered };
    const tally = tallyOf(errors === undefined ? all : { ...all, 'assay.errors': errors });
    return {
      scenario: '',
      title,
      tally,
      lag: NO_TIMES,
      service: NO_TIMES,
      firstByte: response,
      response,
    };
  });
}

function pointOf(
  { counters, times, first, last }: Period,
  begin: number,
  { stages }: Pick<Plan, 'stages'>,
): LoadPoint {
  const { bytes: _, resent: __, ...counts } = tallyOf(counters);
  const durationMs = Math.max(1, last - first);
  const { 'vusers.created': started = 0 } = counters;
  return {
    atMs: first - begin,
    durationMs,
    planned: stages.length === 0 ? (started * 1000) / durationMs : loadAt(stages, first - begin),
    started,
    ...counts,
    response: times.get('http.response_time') ?? NO_TIMES,
    ...NO_GENERATOR,
  };
}
