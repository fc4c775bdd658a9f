/** Runs the checks on servers with one defect each, and records which checks catch it. */

import { clientsSuite } from '../../suites/clients/index.js';
import { suites } from '../../suites/index.js';
import { defined } from '../defined.js';
import { PACED_BUDGET } from '../harness/index.js';
import type { VerdictEvent } from '../ledger/index.js';
import type { Defect, ReferenceOptions } from '../reference/index.js';
import { withRecords } from './many-records.js';
import { trial } from './trial.js';

/** A defect of the reference server, or a broken client. */
export interface Fault {
  readonly id: string;
  readonly interface: string;
  readonly clause: string;
  readonly sentence: string;
  readonly severity: 'blatant' | 'subtle';
}

/** Which checks failed because of a defect. A defect without `killers` survives the self-test. */
export interface DefectResult {
  readonly defect: Fault;
  /** Checks of the defect's own clause that caught it. */
  readonly killers: readonly string[];
  /** Checks of other clauses that failed or warned, too. */
  readonly others: readonly string[];
}

export const isFailureOrWarning = ({ verdict }: VerdictEvent): boolean =>
  verdict === 'failed' || verdict === 'warning';

/**
 * Runs the checks of the defect's clause, or with `all` every check, on a server with the defect.
 * With `records`, the export server has this number of records, and the target has no fixture.
 */
export async function judgeDefect(
  defect: Defect,
  {
    all = false,
    seed = 1,
    records,
  }: { readonly all?: boolean; readonly seed?: number; readonly records?: number | undefined } = {},
): Promise<DefectResult> {
  // Generated requests catch defects that need several conditions. The fixed requests of checks
  // must catch all other defects.
  const generate = all || needsConditions(defect);
  const judge = async (maxRequests?: number): Promise<DefectResult> =>
    defectResult(
      defect,
      await trial(withRecords(optionsOf(defect), records), {
        seed,
        fixture: records === undefined,
        generate,
        ...defined({ maxRequests }),
        wanted: ({ clauses }) => all || clauses.includes(defect.clause),
      }),
    );
  if (all || !generate) return judge();
  // The small budget finds most defects that need several conditions, at a tenth of the cost.
  const thrifty = await judge(PACED_BUDGET);
  return thrifty.killers.length > 0 ? thrifty : judge();
}

const needsConditions = ({ id }: Defect): boolean => id.includes('.interaction.');

/** The options of a server with the defect. Tokens expire soon if a check waits for that. */
export const optionsOf = ({ id, clause, records }: Defect): ReferenceOptions => ({
  defects: [id],
  ...(records === undefined ? {} : { records: records() }),
  ...(SHORT_LIVED.has(clause) ? { tokenLifetime: 5 } : {}),
});

/** Checks of these clauses wait until a token expires. */
const SHORT_LIVED = new Set(['ETM-AUTH-3', 'TOK-LIFE-1']);

/** Divides the checks that failed or warned into those of the defect's clause and others. */
export function defectResult(defect: Fault, verdicts: readonly VerdictEvent[]): DefectResult {
  const unsuccessful = verdicts.filter(isFailureOrWarning);
  const own = unsuccessful.filter(({ clauses }) => clauses.includes(defect.clause));
  const { id, interface: name, clause, sentence, severity } = defect;
  return {
    defect: { id, interface: name, clause, sentence, severity },
    killers: own.map(({ check }) => check).sort(),
    others: unsuccessful
      .filter((event) => !own.includes(event))
      .map(({ check }) => check)
      .sort(),
  };
}

/** Checks of must and should clauses that caught no defect. */
export function idleChecks(kills: readonly DefectResult[]): readonly string[] {
  const busy = new Set(kills.flatMap(({ killers, others }) => [...killers, ...others]));
  return [...suites, clientsSuite].flatMap(({ checks }) =>
    checks.filter(({ id, level }) => level !== 'open' && !busy.has(id)).map(({ id }) => id),
  );
}
