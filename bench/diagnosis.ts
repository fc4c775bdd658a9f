import { diagnose } from '../src/diagnosis/index.js';
import { foldLedger, type LedgerEvent } from '../src/ledger/index.js';
import { randomFrom } from '../src/random.js';
import { products } from '../src/reference/dataset/index.js';
import { DEFECTS, type Defect, type ReferenceOptions } from '../src/reference/index.js';
import { runReport } from '../src/report/index.js';
import type { RunReport } from '../src/schema/types.js';
import { trial } from '../src/selftest/trial.js';

type Finding = RunReport['findings'][number];

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

const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;

/**
 * `npm run bench diagnosis`: faults on a server, alone and in pairs, and what findings say of them.
 * Whether a sentence says the fault is for a reader to decide: both are printed. A title without a
 * cause, which may say it as well, stands after a dash.
 */
export async function diagnosisTrial(only?: string): Promise<boolean> {
  const random = randomFrom(SEED);
  const chosen = [...DEFECTS]
    .map((defect) => [random(), defect] as const)
    .sort(([a], [b]) => a - b)
    .map(([, defect]) => defect)
    .filter(({ id }) => only === undefined || id.includes(only));
  const singles = chosen.slice(0, SINGLES).map((defect) => [defect]);
  const mean = await tryEach('single defects', singles);
  if (only === undefined) await tryEach('pairs', pairsOf(chosen.slice(SINGLES)));
  return mean <= 1.3;
}

/** Tries groups of defects one after the other. Returns the mean number of findings. */
async function tryEach(name: string, groups: readonly (readonly Defect[])[]): Promise<number> {
  let [all, named, seen] = [0, 0, 0];
  for (const defects of groups) {
    const findings = await findingsOf(defects);
    if (findings.length > 0) seen += 1;
    if (findings.some((finding) => causeOf(finding) !== undefined)) named += 1;
    all += findings.length;
    const faults = defects.map(({ sentence }) => sentence).join(' + ');
    const said = findings.map(
      (finding) =>
        causeOf(finding) ?? `— ${finding.title}${finding.common ? ` (${finding.common})` : ''}`,
    );
    console.log(`${findings.length} ${faults}: ${said.join(' | ')}`);
  }
  const mean = all / Math.max(1, seen);
  console.log(`${name}: cause named for ${share(named, seen)}, ${mean.toFixed(2)} findings each`);
  return mean;
}

async function findingsOf(defects: readonly Defect[]): Promise<readonly Finding[]> {
  const events: LedgerEvent[] = [];
  // Some defects show only in records of their own.
  const own = defects.find(({ records }) => records !== undefined)?.records;
  await trial(
    {
      ...OTHER,
      ...(own === undefined ? {} : { records: own() }),
      defects: defects.map(({ id }) => id),
    },
    {
      seed: SEED,
      inProcess: true,
      recordExchanges: true,
      diagnose,
      wanted: (check) => defects.some((fault) => fault.interface === check.interface),
      record: (event) => void events.push(event),
    },
  );
  return runReport(foldLedger(events)).findings;
}

const causeOf = ({ faults, missing }: Finding): string | undefined =>
  missing ?? (faults.length > 0 ? faults.map(({ sentence }) => sentence).join(' / ') : undefined);

/** Pairs of different clauses. */
function pairsOf(defects: readonly Defect[]): readonly (readonly [Defect, Defect])[] {
  const pairs: [Defect, Defect][] = [];
  for (let at = 0; at + 1 < defects.length && pairs.length < PAIRS; at += 2) {
    const [a, b] = [defects[at], defects[at + 1]];
    if (a !== undefined && b !== undefined && a.clause !== b.clause) pairs.push([a, b]);
  }
  return pairs;
}
