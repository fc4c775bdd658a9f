import { DEFECTS, type Defect } from '../src/reference/index.js';
import { defectResult, optionsOf } from '../src/selftest/matrix.js';
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
 * Whether a run with a budget fails, and whether a check of the defect's clause does.
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
  const isOwn = defectResult(defect, verdicts).killers.length > 0;
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
      const results: Result[] = [];
      for (const defect of among)
        results.push({ defect, by: await caughtBy(defect, budget, alone) });
      const all = sharesOf(results);
      const blatant = sharesOf(results, 'blatant');
      const subtle = sharesOf(results, 'subtle');
      console.log(
        `${String(budget).padStart(5)} requests: ${told(all)} of all, ${told(blatant)} of the blatant, ${told(subtle)} of the subtle`,
      );
      const missed = results.filter(({ by }) => by.length === 0).map(({ defect }) => defect.id);
      if (process.env.MISSED !== undefined) console.log(`      ${missed.join(' ')}`);
      if (budget === 145) holds &&= blatant.any >= 0.97 && subtle.any >= 0.8;
      if (budget === 50) holds &&= all.any >= 0.75;
    }
  }
  return holds;
}

interface Result {
  readonly defect: Defect;
  /** `own`: caught by a check of its clause; `any`: by any check. */
  readonly by: readonly ('own' | 'any')[];
}

/** The shares of the defects that were caught, from 0 to 1. */
interface Shares {
  readonly own: number;
  readonly any: number;
}

function sharesOf(results: readonly Result[], severity?: Defect['severity']): Shares {
  const some = results.filter(
    ({ defect }) => severity === undefined || defect.severity === severity,
  );
  const share = (kind: 'own' | 'any'): number =>
    some.filter(({ by }) => by.includes(kind)).length / Math.max(1, some.length);
  return { own: share('own'), any: share('any') };
}

const told = ({ any, own }: Shares): string => `${percent(any)} (${percent(own).trim()})`;

const percent = (share: number): string => `${(100 * share).toFixed(1).padStart(5)} %`;
