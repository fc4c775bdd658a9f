import { DEFECTS, type Defect } from '../src/reference/index.js';
import { killOf, optionsOf } from '../src/selftest/matrix.js';
import { trial } from '../src/selftest/trial.js';
import { suites } from '../suites/index.js';

/** Requests that a run may send. */
const BUDGETS = [25, 50, 100, 145, 300, 1000] as const;

const LEVELS = new Map(
  suites.flatMap(({ clauses }) =>
    Object.entries(clauses).map(([id, { level }]) => [id, level] as const),
  ),
);

/**
 * Whether a run of so many requests at most fails, and whether a check of the defect's clause does.
 */
async function caughtBy(
  defect: Defect,
  maxRequests: number,
  alone: boolean,
): Promise<readonly ('own' | 'any')[]> {
  const verdicts = await trial(optionsOf(defect), {
    maxRequests,
    inProcess: true,
    wanted: ({ interface: name }) => !alone || name === defect.interface,
  });
  const isOwn = killOf(defect, verdicts).killers.length > 0;
  return [
    ...(isOwn ? ['own' as const] : []),
    ...(isOwn || verdicts.some(({ verdict }) => verdict === 'failed') ? ['any' as const] : []),
  ];
}

/**
 * `npm run bench questions`: the share of the defects against must clauses that make a run of so
 * many requests fail, of the export interface alone and of all four; in brackets those that a check
 * of their own clause catches. `--sample n` takes each n-th defect.
 */
export async function questionsTrial(sample: number): Promise<boolean> {
  const defects = DEFECTS.filter(({ clause }) => LEVELS.get(clause) === 'must').filter(
    (_, at) => at % sample === 0,
  );
  let holds = true;
  for (const [title, alone] of [
    ['export', true],
    ['all four', false],
  ] as const) {
    const among = defects.filter((defect) => !alone || defect.interface === 'export');
    console.log(`${title}: ${among.length} defects against must clauses`);
    for (const budget of BUDGETS) {
      const missed: string[] = [];
      const counts = { own: { blatant: 0, subtle: 0 }, any: { blatant: 0, subtle: 0 } };
      for (const defect of among) {
        const by = await caughtBy(defect, budget, alone);
        for (const kind of by) counts[kind][defect.severity] += 1;
        if (by.length === 0) missed.push(defect.id);
      }
      const number = (severity: Defect['severity']): number =>
        Math.max(1, among.filter((defect) => defect.severity === severity).length);
      const share = (severity: Defect['severity'], kind: 'own' | 'any' = 'any'): number =>
        counts[kind][severity] / number(severity);
      const all = (kind: 'own' | 'any' = 'any'): number =>
        (counts[kind].blatant + counts[kind].subtle) / Math.max(1, among.length);
      const told = (any: number, own: number): string => `${percent(any)} (${percent(own).trim()})`;
      console.log(
        `${String(budget).padStart(5)} requests: ${told(all(), all('own'))} of all, ${told(share('blatant'), share('blatant', 'own'))} of the blatant, ${told(share('subtle'), share('subtle', 'own'))} of the subtle`,
      );
      if (process.env.MISSED !== undefined) console.log(`      ${missed.join(' ')}`);
      if (budget === 145) holds &&= share('blatant') >= 0.97 && share('subtle') >= 0.8;
      if (budget === 50) holds &&= all() >= 0.75;
    }
  }
  return holds;
}

const percent = (share: number): string => `${(100 * share).toFixed(1).padStart(5)} %`;
