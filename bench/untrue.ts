import { randomFrom } from '../src/random.js';
import { defect } from '../src/reference/defects/index.js';
import { DEFECTS, type Defect } from '../src/reference/index.js';
import { tryFindings, type Untrue } from './untrue-trial.js';

/** Defects that spoil what is learned of a target before anything is tested, by their kinds. */
const SPOILING: Readonly<Record<string, readonly string[]>> = {
  'short pages': [
    'export.lists.limit-of-joined-rows',
    'export.lists.window-of-joined-rows',
    'export.lists.limit-capped-but-echoed',
    'export.lists.limit-capped-at-25',
    'export.lists.default-page-short',
  ],
  'wrong totals': [
    'export.lists.total-of-joined-rows',
    'export.lists.total-of-joined-rows-under-filters',
    'export.lists.total-of-what-is-served',
    'export.lists.total-of-the-page',
    'export.modes.total-ignores-filters',
  ],
  'wrong collation': [
    'export.like.equals-ignores-case',
    'export.like.like-ignores-case',
    'export.modes.first-operator-last-value',
    'export.algebra.criteria-of-a-column-overwrite',
    'export.like.equals-folds-case-in-or-groups',
  ],
  'duplicated rows': [
    'export.lists.joined-rows-served',
    'export.lists.joined-rows-served-under-filters',
    'export.lists.first-record-on-every-page',
    'export.lists.border-repeated',
    'export.arrange.sort-repeats-the-first',
  ],
};

const KINDS = Object.entries(SPOILING);
const SPOILING_IDS = KINDS.flatMap(([, ids]) => ids);

/** The default seed of the choice of pairs. */
const SEED = 25;

/** The requests of a paced run: every third pair is run with this budget. */
const BUDGET = 145;

export interface Pair {
  readonly kind: string;
  readonly spoiling: Defect;
  readonly other: Defect;
  readonly maxRequests: number | undefined;
}

/** Pairs of a defect that spoils the facts and any other one, each kind as often as the others. */
export function untruePairs(count: number, seed = SEED): readonly Pair[] {
  const random = randomFrom(seed);
  const others = DEFECTS.filter(
    ({ id, interface: name }) => name === 'export' && !SPOILING_IDS.includes(id),
  )
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
  return others.slice(0, count).flatMap((other, at) => {
    const [kind, ids] = KINDS[at % KINDS.length] ?? [];
    const id = ids?.[Math.floor(at / KINDS.length) % ids.length];
    if (kind === undefined || id === undefined) return [];
    const maxRequests = at % 3 === 2 ? BUDGET : undefined;
    return [{ kind, spoiling: defect(id), other, maxRequests }];
  });
}

/** The untrue findings about a server with both defects of a pair. */
export async function untrueOf(
  pair: Pair,
): Promise<{ readonly failed: number; readonly untrue: readonly Untrue[] }> {
  const { spoiling, other, maxRequests } = pair;
  return tryFindings([spoiling, other], { seed: SEED, maxRequests });
}

/** As many pairs as the whole trial has. */
export const ALL_PAIRS = 150;

/**
 * `npm run bench untrue`: a defect that spoils what is learned, together with any other one, and
 * the failed checks that state something wrong about the records. A number as `argument` is the
 * seed that chooses the pairs; a text selects the pairs whose names contain it.
 */
export async function untrueTrial(argument = ''): Promise<boolean> {
  const seed = /^\d+$/.test(argument) ? Number(argument) : undefined;
  let failed = 0;
  let untrue = 0;
  for (const pair of untruePairs(ALL_PAIRS, seed)) {
    const name = `${pair.spoiling.id} + ${pair.other.id}`;
    if (seed === undefined && !name.includes(argument)) continue;
    const found = await untrueOf(pair);
    failed += found.failed;
    untrue += found.untrue.length;
    for (const { check, expected, actual, why } of found.untrue)
      console.log(`${pair.kind}: ${name}\n  ${check}: expected ${expected}, got ${actual}: ${why}`);
  }
  console.log(`${failed} failed checks, ${untrue} of them untrue`);
  return untrue === 0;
}
