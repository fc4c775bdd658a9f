import path from 'node:path';
import { Redactor } from '../../http/index.js';
import { type Target, UsageError } from '../../settings/index.js';
import { tokenUrlOf } from '../scenario/index.js';
import { joined, shapeOf } from './alike.js';
import { readEntries } from './entry.js';
import { type RecordedRequest, requestOf } from './request.js';

export interface RecordedProfile {
  /** As `schemas/load-profile.schema.json` has it. */
  readonly profile: object;
  /** The data feeders of the profile: files beside it. Empty where `withData` is false. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** What was left out or changed, in words, each with how often. */
  readonly notes: readonly string[];
}

interface Group {
  readonly requests: RecordedRequest[];
  /** Token requests, which the flow of that name sends. */
  tokens: number;
}

const MOST_SCENARIOS = 50;
const TOKENS = 'token';

/**
 * A recording as a profile: requests that differ in values only are one scenario, as often as they
 * were recorded, at the rate of the recording. With data, the scenario sends all recorded values in
 * turn, else those of the first request. It contains no credential of the recording. Throws a
 * UsageError if no request is for the target.
 */
export async function profileOfHar(
  file: string,
  target: Target,
  { withData = false } = {},
): Promise<RecordedProfile> {
  const { groups, notes, times } = await groupsOf(file, target);
  const kept = [...groups.values()].reduce(
    (sum, { requests, tokens }) => sum + requests.length + tokens,
    0,
  );
  if (kept === 0)
    throw new UsageError(
      `No request of ${file} goes to the target. ${[...notes.keys()].join('; ')}`,
    );
  const note = (text: string): void => count(notes, text);
  const scenarios = [...groups.values()]
    .sort((a, b) => weightOf(b) - weightOf(a))
    .map((group, turn) => scenarioOf(group, turn, withData));
  for (const { scenario } of scenarios.slice(MOST_SCENARIOS))
    note(`Left out: ${scenario.name}, beyond ${MOST_SCENARIOS} different requests`);
  const chosen = scenarios.slice(0, MOST_SCENARIOS);
  for (const { differing, scenario } of chosen)
    if (differing > 0 && !withData)
      note(
        `${scenario.name}: ${differing} requests differ in values only, of which the first are sent; --out DIR keeps all`,
      );
  const seconds = Math.max(1, (times.last - times.first) / 1000 || 0);
  const files = chosen.flatMap(({ file: data }) => data ?? []);
  const profile = {
    name: path.basename(file).replace(/\.(?:har|ndjson)(?:\.gz)?$/i, ''),
    description: `Recorded: ${kept} requests in ${seconds.toFixed(0)} s.`,
    model: 'open',
    ...(files.length === 0
      ? {}
      : { data: Object.fromEntries(files.map(({ name }) => [feederOf(name), { file: name }])) }),
    stages: [{ duration: '30s', rate: Math.max(1, Math.round(kept / seconds)) }],
    scenarios: chosen.map(({ scenario }) => scenario),
    thresholds: [{ metric: 'errors', max: 0.01 }],
  };
  return { profile, files, notes: [...notes].map(([text, times]) => `${text} (${times} ×)`) };
}

const count = (notes: Map<string, number>, text: string): void =>
  void notes.set(text, (notes.get(text) ?? 0) + 1);
const weightOf = ({ requests, tokens }: Group): number => requests.length + tokens;
const feederOf = (file: string): string => file.replace(/\.ndjson$/, '');

/** The requests of a recording by their shapes, and the times of the first and the last. */
async function groupsOf(file: string, target: Target) {
  const redactor = new Redactor(target.secrets);
  const groups = new Map<string, Group>();
  const notes = new Map<string, number>();
  const times = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  const groupOf = (key: string): Group => {
    const known = groups.get(key) ?? { requests: [], tokens: 0 };
    groups.set(key, known);
    return known;
  };
  for await (const entry of readEntries(file)) {
    const made =
      'left' in entry
        ? entry
        : entry.url === tokenUrlOf(target)
          ? TOKENS
          : requestOf(entry, target);
    if ('at' in entry && Number.isFinite(entry.at)) {
      times.first = Math.min(times.first, entry.at);
      times.last = Math.max(times.last, entry.at);
    }
    if (made === TOKENS) groupOf(TOKENS).tokens += 1;
    else if ('left' in made) count(notes, `Left out: ${made.left}`);
    else if (isSecret(made.request, redactor))
      count(notes, 'Left out: it contains what looks like a credential');
    else {
      for (const one of made.notes) count(notes, one);
      groupOf(shapeOf(made.request).shape).requests.push(made.request);
    }
  }
  return { groups, notes, times };
}

function isSecret(request: RecordedRequest, redactor: Redactor): boolean {
  const text = JSON.stringify(request);
  return redactor.text(text) !== text;
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
  const { request, rows, count: weight } = joined(name, requests);
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

/** The largest weight of a profile. */
const MOST_WEIGHT = 10_000;
