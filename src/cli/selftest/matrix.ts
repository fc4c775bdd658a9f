import { suites } from '../../../suites/index.js';
import type { VerdictEvent } from '../../ledger/index.js';
import { DEFECTS, type Defect } from '../../reference/index.js';
import { trial } from './trial.js';

/** What became of one defect. */
export interface Kill {
  readonly defect: Defect;
  /** Checks of the defect's own clause that caught it. */
  readonly killers: readonly string[];
  /** Checks of other clauses that complained as well. */
  readonly others: readonly string[];
}

export interface MatrixOptions {
  readonly defects?: readonly Defect[];
  /** Puts every check of every interface to each defect, not only those of its clause. */
  readonly all?: boolean;
  readonly seed?: number;
  readonly seen?: (kill: Kill) => void;
  readonly signal?: AbortSignal;
}

export const complains = ({ verdict }: VerdictEvent): boolean => verdict === 'failed' || verdict === 'warning';

/** Judges each defect with the checks that matter for it. */
export async function killMatrix({
  defects = DEFECTS,
  all = false,
  seed = 1,
  seen,
  signal,
}: MatrixOptions = {}): Promise<readonly Kill[]> {
  const kills: Kill[] = [];
  for (const defect of defects) {
    if (defect.invisible !== undefined || signal?.aborted) continue;
    const kill = await judgeDefect(defect, all, seed);
    kills.push(kill);
    seen?.(kill);
  }
  return kills;
}

async function judgeDefect(defect: Defect, all: boolean, seed: number): Promise<Kill> {
  // Only a short life lets a token expire within the patience.
  const lifetime = SHORT_LIVED.has(defect.clause) ? { tokenLifetime: 5 } : {};
  const verdicts = await trial(
    { defects: [defect.id], ...lifetime },
    { seed, wanted: (check) => all || check.clauses.includes(defect.clause) },
  );
  const complaints = verdicts.filter(complains);
  const own = complaints.filter(({ clauses }) => clauses.includes(defect.clause));
  return {
    defect,
    killers: own.map(({ check }) => check),
    others: complaints.filter((event) => !own.includes(event)).map(({ check }) => check),
  };
}

const SHORT_LIVED = new Set(['ETM-AUTH-3', 'TOK-LIFE-1']);

/** Checks of must and should clauses that caught no defect. */
export function idleChecks(kills: readonly Kill[]): readonly string[] {
  const busy = new Set(kills.flatMap(({ killers, others }) => [...killers, ...others]));
  return suites
    .filter(({ interface: name }) => name !== 'clients')
    .flatMap(({ checks }) => checks.filter(({ id, level }) => level !== 'open' && !busy.has(id)).map(({ id }) => id));
}
