import { writeFileSync } from 'node:fs';
import { leastOf, mostOf } from '../src/harness/cost.js';
import type { Suite } from '../src/harness/suite.js';
import {
  type CallInProcess,
  DEFECTS,
  type Defect,
  openReference,
  type ReferenceOptions,
} from '../src/reference/index.js';
import { optionsOf } from '../src/selftest/matrix.js';
import { type TrialOptions, trial } from '../src/selftest/trial.js';
import { StillClock } from '../src/selftest/virtual-clock.js';
import { exportSuite } from '../suites/export/index.js';
import { suites } from '../suites/index.js';

/**
 * What asking for a clause the first time is worth, in defects found: a clause that nobody asked
 * for has no verdict.
 */
const FIRST_OF_CLAUSE = { must: 1.75, should: 0.3, open: 0 } as const;

/**
 * Requests that a step of a check takes at most: one alone may show nothing where the next shows
 * much.
 */
const STEP = 8;

/** A check that rests on all that is learned of the target. */
const SURVEYING = 'export.filter.equal';

/** Requests of a check that are looked at. */
const MOST = 24;

/** A run with a budget learns less of the target before; this one has room for everything. */
const AMPLE = 10_000;

/** Generated requests that are looked at, as a run of few asks them. */
const GENERATED = { id: 'export.generated', most: 60 } as const;

/**
 * What the n-th generated request finds at least: faults of two conditions together, of which the
 * defects are but some. The first bring most conditions together.
 */
const atLeast = (n: number): number => 1.75 / (1 + (n / 24) ** 2);

type Request = Parameters<CallInProcess>[0];

/**
 * What a check, or the generated requests, find with one request, two and so on: defects, each with
 * its weight.
 */
interface Asked {
  readonly id: string;
  readonly first: number;
  readonly least: number;
  readonly finds: readonly ReadonlyMap<string, number>[];
}

/**
 * `npm run bench priorities [SUITE]`: writes what each request of each check of a suite is expected
 * to find, of the defects of must clauses, after those that find more: a plan with a budget takes
 * them in that order. A defect counts less the more there are of its clause.
 */
export async function writePriorities(only?: string): Promise<void> {
  for (const suite of suites) {
    const { interface: name } = suite;
    if (only !== undefined && name !== only) continue;
    const { asked, found } = name === 'export' ? await byResponses() : await byVerdicts(suite);
    writeFileSync(`suites/${name}/priorities.ts`, text(steps(asked, found)));
  }
}

/** The defects of a suite against must clauses, with their weights. */
function defectsOf({ interface: name, clauses }: Suite): ReadonlyMap<Defect, number> {
  const mine = DEFECTS.filter(
    (defect) => defect.interface === name && clauses[defect.clause]?.level === 'must',
  );
  const ofClause = (clause: string): number =>
    mine.filter((defect) => defect.clause === clause).length;
  return new Map(mine.map((defect) => [defect, 4 / (3 + Math.sqrt(ofClause(defect.clause)))]));
}

/**
 * Checks that send something, each with the least that it asks for and what it is worth that a
 * clause has a verdict.
 */
function priced({
  checks,
}: Suite): readonly { id: string; first: number; least: number; most: number }[] {
  const owned = new Set<string>();
  return checks.flatMap(({ id, clauses, level, responses, requests }) => {
    const most = Math.min(mostOf(requests), MOST);
    if (responses !== undefined || most === 0) return [];
    const first = owned.has(clauses[0]) || leastOf(requests) === 0 ? 0 : FIRST_OF_CLAUSE[level];
    owned.add(clauses[0]);
    return [{ id, first, least: leastOf(requests), most }];
  });
}

interface Measured {
  readonly asked: readonly Asked[];
  /** Defects that are found before any check asks its own questions. */
  readonly found: ReadonlySet<string>;
}

/**
 * What each check alone fails, with as many requests as it may spend: tokens and walks show nothing
 * out of their order.
 */
async function byVerdicts(suite: Suite): Promise<Measured> {
  const defects = defectsOf(suite);
  const asked: Asked[] = [];
  for (const { id, first, least, most } of priced(suite)) {
    const caught = async (allowance: number): Promise<ReadonlyMap<string, number>> => {
      const all = new Map<string, number>();
      const options = { inProcess: true, generate: false, allowances: new Map([[id, allowance]]) };
      for (const [defect, weight] of defects) {
        const verdicts = await trial(optionsOf(defect), {
          ...options,
          wanted: (check) => check.id === id,
        });
        if (verdicts.some(({ verdict }) => verdict === 'failed')) all.set(defect.id, weight);
      }
      return all;
    };
    const start = Math.max(1, least);
    const lookedAt = [start, start + 1, start + 2, start + 3, 8, 12, 16, 20, most];
    const finds: ReadonlyMap<string, number>[] = [];
    for (let count = 1; count <= most; count += 1)
      finds.push(lookedAt.includes(count) ? await caught(count) : (finds.at(-1) ?? new Map()));
    asked.push({ id, first, least, finds });
  }
  return { asked, found: new Set() };
}

/**
 * Whose response is another than that of the healthy server: a question shows it, whichever check
 * asks it.
 */
async function byResponses(): Promise<Measured> {
  const requests = new Map<string, Request>();
  const of = (id: string, allowance: number, options: TrialOptions) =>
    sentBy({ ...options, allowances: new Map([[id, allowance]]) }, requests);
  const alone = (id: string, allowance: number) =>
    of(id, allowance, { generate: false, wanted: (check) => check.id === id });
  const survey = new Set(await alone(SURVEYING, 1));
  const sent: (Omit<Asked, 'finds'> & { readonly keys: readonly (readonly string[])[] })[] = [];
  for (const { id, first, least, most } of priced(exportSuite)) {
    const keys: (readonly string[])[] = [];
    for (let allowance = 1; allowance <= most; allowance += 1)
      keys.push((await alone(id, allowance)).filter((key) => !survey.has(key)));
    sent.push({ id, first, least, keys });
  }
  const before = new Set(requests.keys());
  const { id, most } = GENERATED;
  const all = await of(id, most, { wanted: ({ interface: name }) => name === 'export' });
  const rows = all.filter((key) => !before.has(key));
  sent.push({ id, first: 0, least: 0, keys: rows.map((_, at) => rows.slice(0, at + 1)) });
  const shows = await shownBy(requests);
  const shown = (keys: Iterable<string>) =>
    new Map([...keys].flatMap((key) => [...(shows.get(key) ?? [])]));
  return {
    asked: sent.map(({ keys, ...one }) => ({ ...one, finds: keys.map(shown) })),
    found: new Set(shown(survey).keys()),
  };
}

const keyOf = ({ method = 'GET', url, headers = [] }: Request): string =>
  JSON.stringify([method, url, headers]);

/** What one check sends alone; or all checks, with a number of generated requests. */
async function sentBy(
  options: TrialOptions,
  requests: Map<string, Request>,
): Promise<readonly string[]> {
  const keys: string[] = [];
  const seen = async (request: Request): Promise<void> => {
    const key = keyOf(request);
    requests.set(key, request);
    keys.push(key);
  };
  await trial({}, { ...options, maxRequests: AMPLE, inProcess: true, fixture: false, seen });
  return keys;
}

/**
 * By request, the defects whose response is another than that of the healthy server, with their
 * weights.
 */
async function shownBy(
  requests: ReadonlyMap<string, Request>,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const answers = async (options: ReferenceOptions): Promise<readonly string[]> => {
    const server = openReference({ clock: new StillClock().now, ...options });
    const all: string[] = [];
    for (const request of requests.values()) {
      const { status, headers, body } = await server.call(request);
      all.push(JSON.stringify([status, [...headers].sort(), body.toString('latin1')]));
    }
    await server.close();
    return all;
  };
  const healthy = await answers({});
  const keys = [...requests.keys()];
  const shows = new Map(keys.map((key) => [key, new Map<string, number>()] as const));
  for (const [defect, weight] of defectsOf(exportSuite))
    for (const [at, answer] of (await answers(optionsOf(defect))).entries())
      if (answer !== healthy[at]) shows.get(keys[at] ?? '')?.set(defect.id, weight);
  return shows;
}

interface Step {
  readonly id: string;
  readonly requests: number;
  readonly finds: number;
}

/** Takes again and again what finds most for each of its requests. */
function steps(asked: readonly Asked[], before: ReadonlySet<string>): readonly Step[] {
  const found = new Set(before);
  const at = new Map<string, number>();
  const chosen: Step[] = [];
  for (;;) {
    let best: ShowingStep | undefined;
    for (const one of asked)
      for (const step of stepsFrom(one, at.get(one.id) ?? 0, found))
        if (step.finds > (best?.finds ?? LEAST_FINDS)) best = step;
    if (best === undefined) return chosen;
    const { shown, ...step } = best;
    for (const defect of shown) found.add(defect);
    at.set(step.id, (at.get(step.id) ?? 0) + step.requests);
    chosen.push(step);
  }
}

/** Defects a request below which no further request of a check is worth its cost. */
const LEAST_FINDS = 0.02;

interface ShowingStep extends Step {
  /** Ids of the defects that nothing before has shown. */
  readonly shown: readonly string[];
}

/** The next requests of a check, from one to a few, and what each number of them would find. */
function stepsFrom(
  { id, first, least, finds: all }: Asked,
  begin: number,
  found: ReadonlySet<string>,
): readonly ShowingStep[] {
  const bonus = begin === 0 ? first : 0;
  const smallest = begin === 0 ? Math.max(1, least) : 1;
  const made: ShowingStep[] = [];
  for (let count = smallest; count <= Math.max(STEP, smallest); count += 1) {
    const defects = all[begin + count - 1];
    if (defects === undefined) break;
    const shown = [...defects].filter(([defect]) => !found.has(defect));
    const sum = shown.reduce((total, [, weight]) => total + weight, 0);
    const lowest = id === GENERATED.id ? atLeast(begin + count) : 0;
    const finds = Math.max((sum + bonus) / count, lowest);
    made.push({ id, requests: count, finds, shown: shown.map(([defect]) => defect) });
  }
  return made;
}

function text(all: readonly Step[]): string {
  const lines = new Map<string, string[]>();
  for (const { id, requests, finds } of all)
    lines.set(id, [...(lines.get(id) ?? []), `${requests}:${Number(finds.toPrecision(2))}`]);
  return `import { prioritiesOf } from '../../src/harness/suite.js';

/**
 * The number of defects that the requests of each check are expected to find. Generated by \`npm run
 * bench priorities\`. \`prioritiesOf\` explains the notation.
 */
export const priorities = prioritiesOf(\`
${[...lines].map(([id, some]) => `${id} ${some.join(' ')}`).join('\n')}
\`);
`;
}
