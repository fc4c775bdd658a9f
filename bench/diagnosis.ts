import { randomFrom } from '../src/random.js';
import { products } from '../src/reference/dataset/index.js';
import { DEFECTS, type Defect, type ReferenceOptions } from '../src/reference/index.js';
import { diagnosed, type Trial, type Tried } from './diagnosis-trial.js';

/** Another dataset, dialect and seed than any default. */
const SEED = 20_011;
const OTHER: ReferenceOptions = {
  records: products(420, 977).map((one) => ({ ...one, id: one.id + 300 })),
  dialect: {
    emptyResult: '404',
    nullsOrder: 'first',
    collation: 'case-insensitive',
    next: 'first-of-next',
    end: 'empty-page',
  },
  tokenLifetime: 120,
};

/** How many defects are tried alone, and pairs of them. */
const [SINGLES, PAIRS] = [160, 40];

const median = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[figures.length >> 1] ?? 0;
const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;

/**
 * `npm run bench diagnosis`: faults on a server, alone and in pairs, and what findings say
 * of them.
 */
export async function diagnosisTrial(only?: string): Promise<boolean> {
  const random = randomFrom(SEED);
  const shuffled = [...DEFECTS]
    .map((defect) => [random(), defect] as const)
    .sort(([a], [b]) => a - b);
  const chosen = shuffled
    .map(([, defect]) => defect)
    .filter(({ id }) => only === undefined || id.includes(only));
  const singles = chosen.slice(0, SINGLES).map((defect) => [defect]);
  const tried = await tryEach(singles, (one) => one.outcome !== 'right' || one.findings > 1);
  report('single defects', tried);
  const some = only === undefined ? pairsOf(chosen.slice(SINGLES)) : [];
  const pairs = await tryEach(some, (one) => one.outcome !== 'right' || one.merged);
  if (pairs.length > 0) report('pairs', pairs);
  const merged = pairs.filter((one) => one.merged).length;
  console.log(`pairs merged into one finding: ${merged}`);
  const right = tried.filter(({ outcome }) => outcome === 'right').length;
  const wrong = tried.filter(({ outcome }) => outcome === 'wrong').length;
  return right >= 0.85 * tried.length && wrong <= 0.02 * tried.length && merged === 0;
}

/** Tries groups of defects one after the other, and prints the results that are worth a look. */
async function tryEach(
  groups: readonly (readonly Defect[])[],
  isNotable: (tried: Tried) => boolean,
): Promise<readonly Tried[]> {
  const all: Tried[] = [];
  for (const group of groups) {
    const one = await diagnosed(trialOf(group));
    all.push(one);
    if (!isNotable(one)) continue;
    const outcome = `${one.merged ? 'merged ' : ''}${one.outcome.padEnd(7)}`;
    const ids = group.map(({ id }) => id).join(' + ');
    console.log(
      `${outcome} ${one.findings} ${ids}: ${one.named.join(' | ')} ${one.ms.toFixed(0)} ms`,
    );
  }
  return all;
}

const trialOf = (defects: readonly Defect[]): Trial => ({ defects, options: OTHER, seed: SEED });

/** Pairs of different clauses. */
function pairsOf(defects: readonly Defect[]): readonly (readonly [Defect, Defect])[] {
  const pairs: [Defect, Defect][] = [];
  for (let at = 0; at + 1 < defects.length && pairs.length < PAIRS; at += 2) {
    const [a, b] = [defects[at], defects[at + 1]];
    if (a !== undefined && b !== undefined && a.clause !== b.clause) pairs.push([a, b]);
  }
  return pairs;
}

function report(what: string, tried: readonly Tried[]): void {
  const count = (outcome: Tried['outcome']): string =>
    share(tried.filter((one) => one.outcome === outcome).length, tried.length);
  const findings = tried.map((one) => one.findings);
  const mean = findings.reduce((sum, one) => sum + one, 0) / findings.length;
  const slowest = Math.max(...tried.map(({ ms }) => ms));
  console.log(
    `${what}: right ${count('right')}, wrong ${count('wrong')}, silent ${count('silent')}, unseen ${count('unseen')}; findings median ${median(findings)}, mean ${mean.toFixed(2)}; diagnosis median ${median(tried.map(({ ms }) => ms)).toFixed(0)} ms, most ${slowest.toFixed(0)} ms, of runs of ${median(tried.map(({ tookMs }) => tookMs)).toFixed(0)} ms`,
  );
}
