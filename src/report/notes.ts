/** The notes that every report contains in addition to verdicts and numbers. */

import { failsAtTimes } from '../ledger/index.js';
import type { RunReport } from '../schema/types.js';
import { count } from './html/text.js';

/** Returns the notes in the order in which reports show them. */
export function notes(report: RunReport): readonly (readonly [name: string, line: string])[] {
  const { notConfigured, preflight, target, http2 = [] } = report;
  const stabilityLine = stability(report);
  return [
    ...(target.insecure
      ? [['Insecure', 'certificates were not verified, so the server may be an impostor'] as const]
      : []),
    ...(target.proxy === undefined
      ? []
      : [['Proxy', `requests went through ${target.proxy}${exceptDirect(target)}`] as const]),
    ...(http2.length === 0
      ? []
      : [['HTTP/2', `offered by ${http2.join(', ')}; tested over HTTP/1.1`] as const]),
    ...(report.own === undefined
      ? []
      : [
          [
            'Own schemas',
            `${report.own.passed} of ${report.own.judged} tested clauses pass (OWN-…)`,
          ] as const,
        ]),
    ...inFrontLines(report).map((line) => ['In front', line] as const),
    ...notTested(report).map((line) => ['Left out', line] as const),
    ...untestedColumns(report).map((line) => ['Columns', line] as const),
    ...(stabilityLine === '' ? [] : [['Stability', stabilityLine] as const]),
    ...preflight.map((line) => ['Preflight', line] as const),
    ...(notConfigured.length === 0
      ? []
      : [
          [
            'Not tested',
            `not configured: ${notConfigured.map(({ interface: name, reason }) => `${name} (${reason})`).join(', ')}`,
          ] as const,
        ]),
  ];
}

const exceptDirect = ({ direct = [] }: RunReport['target']): string =>
  direct.length === 0 ? '' : `, except those to ${direct.join(', ')}`;

/**
 * Counts the responses of a system in front of the target, such as a firewall. Also counts the
 * requests that were not sent because such a system blocks them, or might block them.
 */
function inFrontLines({ requests: { troubles }, inFront = [] }: RunReport): readonly string[] {
  const { 'in-front': blocked = 0, withheld = 0 } = troubles;
  const kinds = inFront.map((line) => line.replace(/^in front of the target: /, '')).join(', ');
  return [
    ...(blocked === 0
      ? []
      : [
          `${count(blocked, 'response')} from a system in front of the target, not tested: ${kinds}`,
        ]),
    ...(withheld === 0
      ? []
      : [
          `${count(withheld, 'request')} not sent, because a firewall blocks or may block ${withheld === 1 ? 'it' : 'them'} (allow.suspiciousValues)`,
        ]),
  ];
}

/** The columns that no request used, one line for each reason. */
function untestedColumns({ columns = {} }: RunReport): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { name, reason } of Object.values(columns).flat())
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  return [...byReason].map(
    ([reason, names]) =>
      `${names.slice(0, MAX_COLUMNS).join(', ')}${more(names)} not tested: ${reason}`,
  );
}

/** The maximum number of columns in one line. */
const MAX_COLUMNS = 12;

const more = ({ length }: readonly string[]): string =>
  length > MAX_COLUMNS ? ` and ${length - MAX_COLUMNS} more` : '';

/** The parts of a recording that were not tested, one line for each reason. */
const notTested = ({ leftOut = [] }: RunReport): readonly string[] =>
  leftOut.map(
    ({ what, why, exchanges }) =>
      `${count(exchanges, 'exchange')}: ${what === 'exchange' ? '' : `${what} `}${why}`,
  );

/**
 * Counts the responses that needed a retry, the checks that failed only at times, the responses
 * with an error status, and the requests without a response. The text is empty if there were none.
 */
function stability(report: RunReport): string {
  const met = Object.entries(report.requests.troubles).filter(
    ([kind]) => kind !== 'in-front' && kind !== 'withheld',
  );
  const kinds = met.map(([kind, times]) =>
    /^\d+$/.test(kind)
      ? `${count(times, 'response')} ${times === 1 ? 'was' : 'were'} HTTP ${kind}`
      : `${count(times, 'request')} failed (${kind})`,
  );
  return [...instability(report).map((why) => `unstable: ${why}`), ...kinds].join('; ');
}

/** Why the target is unstable, in words. Empty if it is not. */
export function instability({
  requests: { again },
  checks,
}: Pick<RunReport, 'requests' | 'checks'>): readonly string[] {
  const atTimes = checks.filter(failsAtTimes).length;
  return [
    ...(again > 0 ? [`${count(again, 'response')} came only on a retry`] : []),
    ...(atTimes > 0 ? [`${count(atTimes, 'check')} did not fail each time`] : []),
  ];
}
