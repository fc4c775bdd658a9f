import type { VerdictEvent } from '../ledger/index.js';
import type { Check } from './check.js';

/**
 * What holds in every answer proves nothing where no answer was what it should be: a check that comes last passes only
 * beside one that judged a clause of its own accord, where the run asks for one. What the data left the others no way to
 * judge, it left this one none.
 */
export function unlessAlone(
  event: VerdictEvent,
  checks: readonly Check[],
  before: readonly VerdictEvent[],
): VerdictEvent {
  const others = checks.filter(({ clauses, last = false }) => {
    return !last && clauses.some((clause) => event.clauses.includes(clause));
  });
  const said = before.filter(({ check }) => others.some(({ id }) => id === check));
  if (event.verdict !== 'passed' || others.length === 0 || said.some(isJudged)) return event;
  const { witness: _, ...rest } = event;
  const [lacking] = said;
  if (lacking !== undefined && said.every(({ cause }) => cause === 'data'))
    return {
      ...rest,
      verdict: 'skipped',
      cause: 'data',
      ...(lacking.reason === undefined ? {} : { reason: lacking.reason }),
    };
  const reason = `nothing speaks against it, but no other check could judge ${event.clauses.join(', ')}`;
  return { ...rest, verdict: 'skipped', cause: 'prerequisite', reason };
}

export const isJudged = ({ verdict }: VerdictEvent): boolean =>
  verdict === 'passed' || verdict === 'failed' || verdict === 'warning';
