import { killOf, optionsOf } from '../src/cli/selftest/matrix.js';
import { trial } from '../src/cli/selftest/trial.js';
import { DEFECTS, type Defect } from '../src/reference/index.js';
import { suites } from '../suites/index.js';

/** Requests that a run may send. */
const BUDGETS = [25, 50, 100, 145, 300, 1000] as const;

const LEVELS = new Map(
  suites.flatMap(({ clauses }) => Object.entries(clauses).map(([id, { level }]) => [id, level] as const)),
);

/** Whether a run of so many requests at most fails or warns in a check of the defect's clause. */
async function isCaught(defect: Defect, maxRequests: number, alone: boolean): Promise<boolean> {
  const verdicts = await trial(optionsOf(defect), {
    maxRequests,
    inProcess: true,
    wanted: ({ interface: name }) => !alone || name === defect.interface,
  });
  return killOf(defect, verdicts).killers.length > 0;
}

/**
 * `npm run bench questions`: the share of the defects against must clauses that are caught by a run of so many requests,
 * of the export interface alone and of all four. `--sample n` takes each n-th defect.
 */
export async function questionsTrial(sample: number): Promise<boolean> {
  const defects = DEFECTS.filter(({ clause }) => LEVELS.get(clause) === 'must').filter((_, at) => at % sample === 0);
  let holds = true;
  for (const [title, alone] of [
    ['export', true],
    ['all four', false],
  ] as const) {
    const among = defects.filter((defect) => !alone || defect.interface === 'export');
    console.log(`${title}: ${among.length} defects against must clauses`);
    for (const budget of BUDGETS) {
      const caught = { blatant: 0, subtle: 0 };
      const missed: string[] = [];
      for (const defect of among)
        if (await isCaught(defect, budget, alone)) caught[defect.severity] += 1;
        else missed.push(defect.id);
      const share = (severity: Defect['severity']): number =>
        caught[severity] / Math.max(1, among.filter((defect) => defect.severity === severity).length);
      const all = (caught.blatant + caught.subtle) / Math.max(1, among.length);
      console.log(
        `${String(budget).padStart(5)} requests: ${percent(all)} of all, ${percent(share('blatant'))} of the blatant, ${percent(share('subtle'))} of the subtle`,
      );
      if (process.env.MISSED !== undefined) console.log(`      ${missed.join(' ')}`);
      if (budget === 145) holds &&= share('blatant') >= 0.97 && share('subtle') >= 0.8;
      if (budget === 50) holds &&= all >= 0.75;
    }
  }
  return holds;
}

const percent = (share: number): string => `${(100 * share).toFixed(1).padStart(5)} %`;
