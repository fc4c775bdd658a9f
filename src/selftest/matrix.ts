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

/** The result of one defect. */
export interface Kill {
  readonly defect: Fault;
  /** Checks of the defect's own clause that caught it. */
  readonly killers: readonly string[];
  /** Checks of other clauses that failed or warned, too. */
  readonly others: readonly string[];
}

export const complains = ({ verdict }: VerdictEvent): boolean =>
  verdict === 'failed' || verdict === 'warning';

/** Runs the checks of the clause of a defect, or all checks, on a server with it. */
export async function judgeDefect(
  defect: Defect,
  {
    all = false,
    seed = 1,
    records,
  }: { readonly all?: boolean; readonly seed?: number; readonly records?: number | undefined } = {},
): Promise<Kill> {
  // Defects of several conditions need generated requests; all others must be caught by the
  // questions of checks.
  const generate = all || takesConditions(defect);
  const judge = async (maxRequests?: number): Promise<Kill> =>
    killOf(
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
  // These find most defects of several conditions, at a tenth of the cost of all rows.
  const thrifty = await judge(PACED_BUDGET);
  return thrifty.killers.length > 0 ? thrifty : judge();
}

const takesConditions = ({ id }: Defect): boolean => id.includes('.interaction.');

/**
 * A reference server with a defect. Its tokens are short-lived where one has to expire within the
 * patience.
 */
export const optionsOf = ({ id, clause, records }: Defect): ReferenceOptions => ({
  defects: [id],
  ...(records === undefined ? {} : { records: records() }),
  ...(SHORT_LIVED.has(clause) ? { tokenLifetime: 5 } : {}),
});

const SHORT_LIVED = new Set(['ETM-AUTH-3', 'TOK-LIFE-1']);

/** The checks that caught a fault: those of its own clause, and others. */
export function killOf(defect: Fault, verdicts: readonly VerdictEvent[]): Kill {
  const complaints = verdicts.filter(complains);
  const own = complaints.filter(({ clauses }) => clauses.includes(defect.clause));
  const { id, interface: name, clause, sentence, severity } = defect;
  return {
    defect: { id, interface: name, clause, sentence, severity },
    killers: own.map(({ check }) => check).sort(),
    others: complaints
      .filter((event) => !own.includes(event))
      .map(({ check }) => check)
      .sort(),
  };
}

/** Checks of must and should clauses that caught no defect. */
export function idleChecks(kills: readonly Kill[]): readonly string[] {
  const busy = new Set(kills.flatMap(({ killers, others }) => [...killers, ...others]));
  return [...suites, clientsSuite].flatMap(({ checks }) =>
    checks.filter(({ id, level }) => level !== 'open' && !busy.has(id)).map(({ id }) => id),
  );
}
