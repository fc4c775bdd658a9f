import type { VerdictEvent } from '../ledger/index.js';
import type { Check } from './check.js';

/**
 * What holds in every answer proves nothing where no answer was what it should be: a check that comes last passes only
 * beside one that judged a clause of its own accord, where the run asks for one.
 */
export function unlessAlone(event: VerdictEvent, checks: readonly Check[], judged: ReadonlySet<string>): VerdictEvent {
  const others = checks.filter(({ clauses, last = false }) => {
    return !last && clauses.some((clause) => event.clauses.includes(clause));
  });
  const alone = others.length > 0 && !others.some(({ id }) => judged.has(id));
  if (event.verdict !== 'passed' || !alone) return event;
  const { witness: _, ...rest } = event;
  const reason = `nothing speaks against it, but no other check could judge ${event.clauses.join(', ')}`;
  return { ...rest, verdict: 'skipped', cause: 'prerequisite', reason };
}

export const isJudged = ({ verdict }: VerdictEvent): boolean =>
  verdict === 'passed' || verdict === 'failed' || verdict === 'warning';
