import { writeFileSync } from 'node:fs';
import { optionsOf } from '../src/cli/selftest/matrix.js';
import { type TrialOptions, trial } from '../src/cli/selftest/trial.js';
import { StillClock } from '../src/cli/selftest/virtual-clock.js';
import { leastOf, mostOf } from '../src/harness/check.js';
import { type CallInProcess, DEFECTS, openReference, type ReferenceOptions } from '../src/reference/index.js';
import { exportSuite } from '../suites/export/index.js';

/** What asking for a clause the first time is worth, in defects found: a clause that nobody asked for has no verdict. */
const FIRST_OF_CLAUSE = { must: 1.4, should: 0.3, open: 0 } as const;

/** Requests that a step of a check takes at most: one alone may show nothing where the next shows much. */
const STEP = 8;

/** A check that rests on all that is learned of the target. */
const SURVEYING = 'export.filter.equal';

/** Requests of a check that are looked at. */
const MOST = 24;

/** Generated requests that are looked at, as a run of few asks them. */
const GENERATED = { id: 'export.generated', most: 60 } as const;

/**
 * What the n-th generated request finds at least: faults of two conditions together, of which the defects are but some.
 * The first bring most conditions together.
 */
const atLeast = (n: number): number => 1.5 / (1 + (n / 24) ** 2);

type Request = Parameters<CallInProcess>[0];

interface Asked {
  readonly id: string;
  readonly first: number;
  readonly least: number;
  /** What it sends beyond the survey where it may send one request, two and so on. */
  readonly sent: readonly (readonly string[])[];
}

/**
 * `npm run bench worth`: writes what each request of each check of the export interface is expected to find, of the
 * defects of must clauses, after those that find more: a plan with a budget takes them in that order. A defect counts less
 * the more there are of its clause.
 */
export async function writeWorth(file: string): Promise<void> {
  const requests = new Map<string, Request>();
  const of = (id: string, allowance: number, options: TrialOptions) =>
    sentBy({ ...options, allowances: new Map([[id, allowance]]) }, requests);
  const alone = (id: string, allowance: number) =>
    of(id, allowance, { generate: false, wanted: (check) => check.id === id });
  const survey = new Set(await alone(SURVEYING, 1));
  const beyond = (keys: Iterable<string>): readonly string[] => [...keys].filter((key) => !survey.has(key));
  const asked: Asked[] = [];
  const owned = new Set<string>();
  for (const { id, clauses, level, observe, requests: price } of exportSuite.checks) {
    const most = Math.min(mostOf(price), MOST);
    if (observe !== undefined || most === 0) continue;
    const first = owned.has(clauses[0]) || leastOf(price) === 0 ? 0 : FIRST_OF_CLAUSE[level];
    owned.add(clauses[0]);
    const sent: (readonly string[])[] = [];
    for (let allowance = 1; allowance <= most; allowance += 1) sent.push(beyond(await alone(id, allowance)));
    asked.push({ id, first, least: leastOf(price), sent });
  }
  const before = new Set(requests.keys());
  const { id, most } = GENERATED;
  const all = await of(id, most, { wanted: ({ interface: name }) => name === 'export' });
  const rows = all.filter((key) => !before.has(key));
  asked.push({ id, first: 0, least: 0, sent: rows.map((_, at) => rows.slice(0, at + 1)) });
  writeFileSync(file, text(steps(asked, survey, await shownBy(requests))));
}

const keyOf = ({ method = 'GET', url, headers = [] }: Request): string => JSON.stringify([method, url, headers]);

/** What is sent by one check alone; or by all, with so many generated requests. */
async function sentBy(options: TrialOptions, requests: Map<string, Request>): Promise<readonly string[]> {
  const keys: string[] = [];
  const seen = async (request: Request): Promise<void> => {
    const key = keyOf(request);
    requests.set(key, request);
    keys.push(key);
  };
  await trial({}, { ...options, inProcess: true, fixture: false, seen });
  return keys;
}

/** By request, the defects whose response is another than that of the healthy server, with their weights. */
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
  const mine = DEFECTS.filter(
    (defect) => defect.interface === 'export' && exportSuite.clauses[defect.clause]?.level === 'must',
  );
  const ofClause = (clause: string): number => mine.filter((defect) => defect.clause === clause).length;
  for (const defect of mine)
    for (const [at, answer] of (await answers(optionsOf(defect))).entries())
      if (answer !== healthy[at])
        shows.get(keys[at] ?? '')?.set(defect.id, 4 / (3 + Math.sqrt(ofClause(defect.clause))));
  return shows;
}

interface Step {
  readonly id: string;
  readonly requests: number;
  readonly finds: number;
}

/** Takes again and again what finds most for each of its requests. */
function steps(
  asked: readonly Asked[],
  survey: ReadonlySet<string>,
  shows: ReadonlyMap<string, ReadonlyMap<string, number>>,
): readonly Step[] {
  const found = new Set([...survey].flatMap((key) => [...(shows.get(key)?.keys() ?? [])]));
  const at = new Map<string, number>();
  const chosen: Step[] = [];
  for (;;) {
    let best: (Step & { readonly shown: readonly string[] }) | undefined;
    for (const { id, first, least, sent } of asked) {
      const begin = at.get(id) ?? 0;
      const bonus = begin === 0 ? first : 0;
      const smallest = begin === 0 ? Math.max(1, least) : 1;
      for (let count = smallest; count <= Math.max(STEP, smallest); count += 1) {
        const keys = sent[begin + count - 1];
        if (keys === undefined) break;
        const shown = new Map(
          keys.flatMap((key) => [...(shows.get(key) ?? [])]).filter(([defect]) => !found.has(defect)),
        );
        const sum = [...shown.values()].reduce((total, one) => total + one, 0);
        const finds = Math.max(sum / count + bonus, id === GENERATED.id ? atLeast(begin + count) : 0);
        if (finds > (best?.finds ?? 0.02)) best = { id, requests: count, finds, shown: [...shown.keys()] };
      }
    }
    if (best === undefined) return chosen;
    const { shown, ...step } = best;
    for (const defect of shown) found.add(defect);
    at.set(step.id, (at.get(step.id) ?? 0) + step.requests);
    chosen.push(step);
  }
}

function text(all: readonly Step[]): string {
  const lines = new Map<string, string[]>();
  for (const { id, requests, finds } of all)
    lines.set(id, [...(lines.get(id) ?? []), `${requests}:${Number(finds.toPrecision(2))}`]);
  return `import { worthOf } from '../../src/harness/worth.js';

/**
 * What the checks are expected to find: so many requests, and how many defects each of them finds that those before it do
 * not. Made by \`npm run bench worth\`.
 */
export const worth = worthOf(\`
${[...lines].map(([id, some]) => `${id} ${some.join(' ')}`).join('\n')}
\`);
`;
}
