/** Makes a load profile from recorded traffic. */

import path from 'node:path';
import { Redactor } from '../../http/index.js';
import { type Target, UsageError } from '../../settings/index.js';
import { tokenUrlOf } from '../scenario/survey-templates.js';
import { combineAlike, shapeOf } from './alike.js';
import { type Entry, readEntries } from './entry.js';
import { Links } from './links.js';
import { type Conversion, type RecordedRequest, requestOf, tokenRequest } from './request.js';
import { type RecordedStep, type Sequence, sequenceOf } from './sequence.js';

export interface RecordedProfile {
  /** The schema of the profile is `schemas/load-profile.schema.json`. */
  readonly profile: object;
  /**
   * Data files that belong in the folder of the profile. They contain the values in which requests
   * differ. There are no files if `withData` is false.
   */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Notes about requests that were left out or changed. */
  readonly notes: readonly string[];
}

/** Requests that differ only in values. In a mix of requests they become one scenario. */
interface Group {
  readonly requests: RecordedRequest[];
  /** The number of token requests. They form a group of their own, without `requests`. */
  tokens: number;
}

interface Content {
  readonly groups: Map<string, Group>;
  /**
   * The requests in their order. The value is undefined if the recording has too many for a
   * sequence.
   */
  readonly steps: readonly RecordedStep[] | undefined;
  /** Each note with the number of times that it applies. */
  readonly notes: Map<string, number>;
  /** The number of requests that were not left out. */
  readonly kept: number;
  readonly seconds: number;
}

export interface HarOptions {
  /** If true, the values in which requests differ are kept in files. The default is false. */
  readonly withData?: boolean;
  /** A recording with more steps becomes a mix of requests. The default is 200. */
  readonly mostSteps?: number;
}

/** The most scenarios in a mix of requests. */
const MAX_SCENARIOS = 50;

const MAX_STEPS = 200;
/**
 * The most requests that are read for a sequence. This is more than the number of steps, because
 * consecutive identical requests become one step. With `withData`, consecutive requests that differ
 * only in values become one step, too.
 */
const MAX_READ = 2000;
/** The flow of the load profile that sends token requests. */
const TOKEN_FLOW = 'token';

/**
 * Converts a recording to a load profile. A short recording becomes one scenario, which sends the
 * requests in their order and with their pauses. A longer recording becomes a mix of requests at
 * the recorded rate. In a mix, requests that differ only in values become one scenario. The weight
 * of the scenario is their number. The profile contains no credential of the recording. Throws a
 * UsageError if no request of the recording is for the server under test.
 */
export async function profileOfHar(
  file: string,
  target: Target,
  { withData = false, mostSteps = MAX_STEPS }: HarOptions = {},
): Promise<RecordedProfile> {
  const read = await readRecording(file, target);
  const { notes, kept, seconds } = read;
  if (kept === 0)
    throw new UsageError(
      `No request of ${file} goes to the target. ${[...notes.keys()].join('; ')}`,
    );
  const sequence = read.steps && sequenceOf(read.steps, withData);
  const isSequence = sequence !== undefined && sequence.steps.length <= mostSteps;
  if (!isSequence)
    count(
      notes,
      `The profile is a mix of requests, because a sequence would have more than ${mostSteps} steps`,
    );
  const converted = isSequence ? sequenceProfile(sequence, seconds) : mixOf(read, withData);
  const feeders = converted.files.map(({ name }) => [feederOf(name), { file: name }]);
  const { model, stages, scenarios } = converted;
  const profile = {
    name: path.basename(file).replace(/\.(?:har|ndjson)(?:\.gz)?$/i, ''),
    description: `Recorded: ${kept} requests in ${seconds.toFixed(0)} s.`,
    model,
    ...(feeders.length === 0 ? {} : { data: Object.fromEntries(feeders) }),
    stages,
    scenarios,
    thresholds: [{ metric: 'errors', max: 0.01 }],
  };
  const words = [...notes].map(([text, times]) => `${text} (${times} ×)`);
  return { profile, files: converted.files, notes: words };
}

function sequenceProfile({ steps, files }: Sequence, seconds: number) {
  const duration = `${Math.ceil(Math.max(30, 2 * seconds))}s`;
  const scenarios = [{ flow: 'steps', name: 'recorded', steps }];
  return { model: 'closed', stages: [{ duration, users: 1 }], scenarios, files };
}

function mixOf({ groups, notes, kept, seconds }: Content, withData: boolean) {
  const scenarios = [...groups.values()]
    .sort((a, b) => weightOf(b) - weightOf(a))
    .map((group, turn) => scenarioOf(group, turn, withData));
  for (const { scenario } of scenarios.slice(MAX_SCENARIOS))
    count(notes, `Left out: ${scenario.name}, beyond ${MAX_SCENARIOS} different requests`);
  const chosen = scenarios.slice(0, MAX_SCENARIOS);
  for (const { differing, scenario } of chosen)
    if (differing > 0 && !withData)
      count(
        notes,
        `${scenario.name}: ${differing} requests differ only in values; only the first is sent, but --out DIR keeps all`,
      );
  return {
    model: 'open',
    stages: [{ duration: '30s', rate: Math.max(1, Math.round(kept / seconds)) }],
    scenarios: chosen.map(({ scenario }) => scenario),
    files: chosen.flatMap(({ file: data }) => data ?? []),
  };
}

const count = (notes: Map<string, number>, text: string): void =>
  void notes.set(text, (notes.get(text) ?? 0) + 1);
const weightOf = ({ requests, tokens }: Group): number => requests.length + tokens;
const feederOf = (file: string): string => file.replace(/\.ndjson$/, '');

async function readRecording(file: string, target: Target): Promise<Content> {
  const reading = new Reading(target);
  for await (const entry of readEntries(file)) reading.take(entry);
  return reading.end();
}

class Reading {
  readonly #target: Target;
  readonly #redactor: Redactor;
  readonly #tokenUrl: string | undefined;
  readonly #groups = new Map<string, Group>();
  readonly #notes = new Map<string, number>();
  readonly #links = new Links();
  readonly #steps: { readonly request: RecordedRequest; readonly pauseMs: number }[] = [];
  #kept = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  /** The time at which the previous response was complete. */
  #answeredAt = Number.NaN;

  constructor(target: Target) {
    this.#target = target;
    this.#redactor = new Redactor(target.secrets);
    this.#tokenUrl = tokenUrlOf(target);
  }

  take(entry: Entry | { readonly leftOut: string }): void {
    if ('leftOut' in entry) {
      this.#leave(entry.leftOut);
      return;
    }
    if (Number.isFinite(entry.at)) {
      this.#first = Math.min(this.#first, entry.at);
      this.#last = Math.max(this.#last, entry.at);
    }
    if (entry.url === this.#tokenUrl) {
      this.#kept += 1;
      this.#groupOf(TOKEN_FLOW).tokens += 1;
      this.#step(entry, tokenRequest(entry, this.#target));
      return;
    }
    const converted = requestOf(entry, this.#target);
    if ('leftOut' in converted) this.#leave(converted.leftOut);
    else if (this.#isSecret(converted.request))
      this.#leave('a request that contains what looks like a credential');
    else {
      this.#kept += 1;
      this.#groupOf(shapeOf(converted.request).shape).requests.push(converted.request);
      this.#addLinked(entry, converted);
    }
  }

  end(): Content {
    const isWhole = this.#steps.length <= MAX_READ;
    return {
      groups: this.#groups,
      notes: this.#notes,
      kept: this.#kept,
      seconds: Math.max(1, (this.#last - this.#first) / 1000 || 0),
      steps: isWhole
        ? this.#steps.map((step, at) => ({ ...step, captures: this.#links.capturesOf(at) }))
        : undefined,
    };
  }

  /** Adds a step. Values that occur in earlier responses are captured from them in the load run. */
  #addLinked(entry: Entry, plain: Extract<Conversion, { request: unknown }>): void {
    const linked = requestOf(this.#links.linked(entry), this.#target);
    const { request, notes } = 'request' in linked ? linked : plain;
    for (const one of notes) count(this.#notes, one);
    this.#step(entry, request);
  }

  #step({ at, durationMs, answer }: Entry, request: RecordedRequest): void {
    if (this.#steps.length > MAX_READ) return;
    this.#links.learn(this.#steps.length, answer);
    const pauseMs = Math.max(0, at - this.#answeredAt || 0);
    this.#steps.push({ request, pauseMs });
    this.#answeredAt = at + durationMs;
  }

  #leave(why: string): void {
    count(this.#notes, `Left out: ${why}`);
  }

  #groupOf(key: string): Group {
    const known = this.#groups.get(key) ?? { requests: [], tokens: 0 };
    this.#groups.set(key, known);
    return known;
  }

  #isSecret(request: RecordedRequest): boolean {
    const text = JSON.stringify(request);
    return this.#redactor.text(text) !== text;
  }
}

function scenarioOf({ requests, tokens }: Group, turn: number, withData: boolean) {
  const [first] = requests;
  if (first === undefined)
    return {
      scenario: { flow: TOKEN_FLOW, name: TOKEN_FLOW, weight: Math.min(tokens, MAX_WEIGHT) },
      differing: 0,
      file: undefined,
    };
  const name = `${turn + 1}: ${first.method ?? 'GET'} ${first.path}`;
  const { request, rows, count: weight } = combineAlike(name, requests);
  const isFed = withData && rows.length > 0;
  const file = {
    name: `values-${turn + 1}.ndjson`,
    text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  };
  const scenario = {
    flow: 'request',
    request: isFed ? request : first,
    ...(isFed ? { data: feederOf(file.name) } : {}),
    name,
    weight: Math.min(weight, MAX_WEIGHT),
  };
  return { scenario, differing: rows.length, file: isFed ? file : undefined };
}

/** The largest weight that the schema of the profile allows. */
const MAX_WEIGHT = 10_000;
