import { writeFileSync } from 'node:fs';
import { optionsOf } from '../src/cli/selftest/matrix.js';
import { type TrialOptions, trial } from '../src/cli/selftest/trial.js';
import { StillClock } from '../src/cli/selftest/virtual-clock.js';
import { type Check, leastOf, mostOf } from '../src/harness/check.js';
import { type CallInProcess, DEFECTS, openReference, type ReferenceOptions } from '../src/reference/index.js';
import { exportSuite } from '../suites/export/index.js';

/** What asking for a clause the first time is worth, in defects found: a clause that nobody asked for has no verdict. */
const FIRST_OF_CLAUSE = { must: 3, should: 0.3, open: 0 } as const;

/** Requests that a step of a check takes at most: one alone may show nothing where the next shows much. */
const STEP = 8;

/** A check that rests on all that is learned of the target. */
const SURVEYING = 'export.filter.equal';

/** Generated requests that are looked at, as a run of few asks them. */
const GENERATED = { id: 'export.generated', most: 60 } as const;

type Request = Parameters<CallInProcess>[0];

interface Asked {
  readonly id: string;
  readonly first: number;
  readonly clause: string | undefined;
  readonly least: number;
  /** The requests that it sends beyond those that the survey sends, in their order. */
  readonly keys: readonly string[];
}

/**
 * `npm run bench worth`: writes what each request of each check of the export interface is expected to find, of the
 * defects of must clauses, after those that find more: a plan with a budget takes them in that order. A defect counts less
 * the more there are of its clause.
 */
export async function writeWorth(file: string): Promise<void> {
  const requests = new Map<string, Request>();
  const { checks } = exportSuite;
  const alone = (id: string, most?: number) =>
    sentBy(
      { generate: false, wanted: (check) => check.id === id, ...(most && { allowances: new Map([[id, most]]) }) },
      requests,
    );
  const survey = new Set((await alone(SURVEYING, 1)).slice(0, -1));
  const asked: Asked[] = [];
  const owned = new Set<string>();
  for (const check of checks) {
    if (check.observe !== undefined || mostOf(check.requests) === 0) continue;
    const [clause] = check.clauses;
    const first = owned.has(clause) || leastOf(check.requests) === 0 ? 0 : FIRST_OF_CLAUSE[check.level];
    owned.add(clause);
    asked.push({
      id: check.id,
      first,
      clause,
      least: leastOf(check.requests),
      keys: trimmed(
        check,
        [...new Set(await alone(check.id))].filter((key) => !survey.has(key)),
      ),
    });
  }
  const before = new Set(requests.keys());
  const { id, most } = GENERATED;
  const all = await sentBy(
    { wanted: ({ interface: name }) => name === 'export', allowances: new Map([[id, most]]) },
    requests,
  );
  asked.push({ id, first: 0, clause: undefined, least: 0, keys: all.filter((key) => !before.has(key)) });
  const shows = await shownBy(requests);
  writeFileSync(file, text(steps(asked, survey, shows)));
}

/** No more than it may ask for: the requests of its controls are shared. */
const trimmed = ({ requests }: Check, keys: readonly string[]): readonly string[] => keys.slice(-mostOf(requests));

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
    for (const { id, first, least, keys } of asked) {
      const from = at.get(id);
      const worth = new Map<string, number>();
      const begin = from ?? 0;
      const smallest = from === undefined ? Math.max(1, least) : 1;
      for (
        let count = 1;
        count <= Math.max(STEP, smallest) && begin + count <= Math.max(keys.length, smallest);
        count += 1
      ) {
        for (const [defect, weight] of shows.get(keys[begin + count - 1] ?? '') ?? [])
          if (!found.has(defect)) worth.set(defect, weight);
        if (count < smallest) continue;
        const sum = [...worth.values()].reduce((total, one) => total + one, from === undefined ? first : 0);
        const finds = sum / count;
        if (finds > (best?.finds ?? 0.02)) best = { id, requests: count, finds, shown: [...worth.keys()] };
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
