import type { Plan } from '../../harness/index.js';
import { count } from '../../report/html/text.js';
import { skipReasons } from '../../report/index.js';
import { describePace, type Target } from '../../settings/index.js';

/** A plan as JSON. */
export const planDocument = ({ planned, skipped, requests, durationMs, maxRequests }: Plan) => ({
  requests,
  durationMs: Math.round(durationMs),
  maxRequests: maxRequests ?? null,
  planned: planned.map(({ check, allowance }) => ({
    id: check.id,
    clauses: check.clauses,
    level: check.level,
    requests: allowance,
  })),
  skipped: skipped.map(({ check, finding }) => ({
    id: check.id,
    cause: finding.cause,
    reason: finding.reason,
  })),
});

/** A plan for people: one line per check, and the duration at the pace of the target. */
export function describePlan(
  { planned, skipped, requests, durationMs, maxRequests }: Plan,
  { name, pace }: Target,
): string {
  const rows = planned.map(
    ({ check, allowance }) =>
      `${String(allowance).padStart(8)}  ${check.level.padEnd(6)} ${check.id}  ${check.clauses.join(', ')}`,
  );
  const left = skipReasons(skipped.map(({ finding }) => ({ verdict: 'skipped', ...finding }))).map(
    ([reason, checks]) => `Skipped ${String(checks).padStart(3)}  ${reason}`,
  );
  const speed =
    pace === undefined
      ? 'as fast as the target responds'
      : `${(durationMs / 1000).toFixed(0)} s at ${describePace(pace)}`;
  const budget = maxRequests === undefined ? '' : ` of at most ${maxRequests}`;
  return [
    'requests  level  check  clauses',
    ...rows,
    '',
    ...left,
    `Plan for ${name}: ${count(planned.length, 'check')}, about ${count(requests, 'request')}${budget}, ${speed}. Nothing was sent.`,
    '',
  ].join('\n');
}
