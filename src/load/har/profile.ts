/** Makes a load profile from recorded traffic. */

import path from 'node:path';
import { Redactor } from '../../http/index.js';
import { type Target, UsageError } from '../../settings/index.js';
import { tokenUrlOf } from '../scenario/index.js';
import { combineAlike, shapeOf } from './alike.js';
import { type Entry, readEntries } from './entry.js';
import { Links } from './links.js';
import { type Conversion, type RecordedRequest, requestOf, tokenRequest } from './request.js';
import { type RecordedStep, type Sequence, sequenceOf } from './sequence.js';

/** A profile made from a recording, with its data files. */
export interface RecordedProfile {
  /** The profile, as described by `schemas/load-profile.schema.json`. */
  readonly profile: object;
  /** The data feeders of the profile as files beside it. Empty if `withData` is false. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Notes about requests that were left out or changed, each with its count. */
  readonly notes: readonly string[];
}

/** Recorded requests that differ only in values. In a mix of requests they become one scenario. */
interface Group {
  readonly requests: RecordedRequest[];
  /** The number of token requests, which the flow `token` sends. */
  tokens: number;
}

/** The content of a recording. */
interface Content {
  readonly groups: Map<string, Group>;
  /** The requests in their order. Undefined if there are too many for a sequence. */
  readonly steps: readonly RecordedStep[] | undefined;
  readonly notes: Map<string, number>;
  readonly kept: number;
  readonly seconds: number;
}

/** The options for making a profile. */
export interface HarOptions {
  /** Whether values that differ between requests are written to files. Default false. */
  readonly withData?: boolean;
  /**
   * The maximum number of steps of a sequence. A longer recording becomes a mix of requests.
   * Default 200.
   */
  readonly mostSteps?: number;
}

/** The maximum number of scenarios of a mix. */
const MOST_SCENARIOS = 50;

/** The default of `mostSteps`. */
const MOST_STEPS = 200;
/**
 * The maximum number of requests that are read for a sequence. Consecutive requests that differ
 * only in values become one step, so more requests than steps may be read.
 */
const MOST_READ = 2000;
const TOKENS = 'token';

/**
 * Converts a recording to a load profile. The profile has one scenario: the requests in their
 * order, with their pauses and with captured values that later requests use. A longer recording
 * becomes a mix instead: each group of requests that differ only in values becomes a scenario,
 * weighted by its number of requests, and the rate is the rate of the recording. The profile
 * contains no credential of the recording. Throws a UsageError if no request is for the target.
 */
export async function profileOfHar(
  file: string,
  target: Target,
  { withData = false, mostSteps = MOST_STEPS }: HarOptions = {},
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
    count(notes, `More than ${mostSteps} requests: a mix of requests instead of a sequence`);
  const made = isSequence ? sequenceProfile(sequence, seconds) : mixOf(read, withData);
  const feeders = made.files.map(({ name }) => [feederOf(name), { file: name }]);
  const { model, stages, scenarios } = made;
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
  return { profile, files: made.files, notes: words };
}

/** A profile in which one user repeats the recorded sequence. */
function sequenceProfile({ steps, files }: Sequence, seconds: number) {
  const duration = `${Math.ceil(Math.max(30, 2 * seconds))}s`;
  const scenarios = [{ flow: 'steps', name: 'recorded', steps }];
  return { model: 'closed', stages: [{ duration, users: 1 }], scenarios, files };
}

/** Makes a scenario from each group of requests, weighted by the number of recorded requests. */
function mixOf({ groups, notes, kept, seconds }: Content, withData: boolean) {
  const scenarios = [...groups.values()]
    .sort((a, b) => weightOf(b) - weightOf(a))
    .map((group, turn) => scenarioOf(group, turn, withData));
  for (const { scenario } of scenarios.slice(MOST_SCENARIOS))
    count(notes, `Left out: ${scenario.name}, beyond ${MOST_SCENARIOS} different requests`);
  const chosen = scenarios.slice(0, MOST_SCENARIOS);
  for (const { differing, scenario } of chosen)
    if (differing > 0 && !withData)
      count(
        notes,
        `${scenario.name}: ${differing} requests differ in values only, of which the first are sent; --out DIR keeps all`,
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

/** Reads a recording once and returns its requests in their order and in groups. */
async function readRecording(file: string, target: Target): Promise<Content> {
  const reading = new Reading(target);
  for await (const entry of readEntries(file)) reading.take(entry);
  return reading.end();
}

/** Collects the requests of a recording, entry by entry. */
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
  /** The time when the previous response was complete. */
  #answeredAt = Number.NaN;

  constructor(target: Target) {
    this.#target = target;
    this.#redactor = new Redactor(target.secrets);
    this.#tokenUrl = tokenUrlOf(target);
  }

  take(entry: Entry | { readonly left: string }): void {
    if ('left' in entry) {
      this.#leave(entry.left);
      return;
    }
    if (Number.isFinite(entry.at)) {
      this.#first = Math.min(this.#first, entry.at);
      this.#last = Math.max(this.#last, entry.at);
    }
    if (entry.url === this.#tokenUrl) {
      this.#kept += 1;
      this.#groupOf(TOKENS).tokens += 1;
      this.#step(entry, tokenRequest(entry, this.#target));
      return;
    }
    const made = requestOf(entry, this.#target);
    if ('left' in made) this.#leave(made.left);
    else if (this.#isSecret(made.request)) this.#leave('it contains what looks like a credential');
    else {
      this.#kept += 1;
      this.#groupOf(shapeOf(made.request).shape).requests.push(made.request);
      this.#addLinked(entry, made);
    }
  }

  end(): Content {
    const isWhole = this.#steps.length <= MOST_READ;
    return {
      groups: this.#groups,
      notes: this.#notes,
      kept: this.#kept,
      seconds: Math.max(1, (this.#last - this.#first) / 1000 || 0),
      steps: isWhole
        ? this.#steps.map((step, at) => ({ ...step, captures: this.#links.of(at) }))
        : undefined,
    };
  }

  /** Adds the request as a step, with values captured from earlier responses. */
  #addLinked(entry: Entry, plain: Extract<Conversion, { request: unknown }>): void {
    const linked = requestOf(this.#links.linked(entry), this.#target);
    const { request, notes } = 'request' in linked ? linked : plain;
    for (const one of notes) count(this.#notes, one);
    this.#step(entry, request);
  }

  #step({ at, durationMs, answer }: Entry, request: RecordedRequest): void {
    if (this.#steps.length > MOST_READ) return;
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

/** The scenario of a group, with the file of its values. */
function scenarioOf({ requests, tokens }: Group, turn: number, withData: boolean) {
  const [first] = requests;
  if (first === undefined)
    return {
      scenario: { flow: TOKENS, name: TOKENS, weight: tokens },
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
    weight: Math.min(weight, MOST_WEIGHT),
  };
  return { scenario, differing: rows.length, file: isFed ? file : undefined };
}

/** The largest weight in a profile. */
const MOST_WEIGHT = 10_000;
