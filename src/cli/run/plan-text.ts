/** Formats the plan of a run, which `--dry-run` prints. */

import type { Check, Plan } from '../../harness/index.js';
import { percentDecoded } from '../../percent-decoded.js';
import { count } from '../../report/html/text.js';
import { skipReasons } from '../../report/index.js';
import { excerpt } from '../../report/visible.js';
import { describePace, type Target } from '../../settings/index.js';
import type { ExampleRequest, SentRequests } from './example-requests.js';

/** The plan as JSON. `sent` contains the example requests that `--verbose` adds. */
export const planDocument = (
  { planned, skipped, requests, durationMs, maxRequests }: Plan,
  sent?: readonly SentRequests[],
) => ({
  requests,
  durationMs: Math.round(durationMs),
  maxRequests: maxRequests ?? null,
  planned: planned.map(({ check, allowance }) => ({
    id: check.id,
    clauses: check.clauses,
    level: check.level,
    requests: allowance,
    ...(sent && { examples: sent.find(({ name }) => name === check.id)?.requests ?? [] }),
  })),
  ...(sent && {
    shared: sent
      .filter(({ name }) => planned.every(({ check }) => check.id !== name))
      .map(({ name, requests: examples }) => ({ name, examples })),
  }),
  skipped: skipped.map(({ check, finding }) => ({
    id: check.id,
    cause: finding.cause,
    reason: finding.reason,
  })),
});

/** The plan as text. `sent` contains the example requests that `--verbose` adds. */
export function describePlan(
  { planned, skipped, requests, durationMs, maxRequests }: Plan,
  { name, pace }: Target,
  sent?: readonly SentRequests[],
): string {
  const rows = planned.flatMap(({ check, allowance }) => [
    rowOf(check, allowance),
    ...(sent === undefined ? [] : examplesOf(check, sent)),
  ]);
  const skippedLines = skipReasons(
    skipped.map(({ finding }) => ({ verdict: 'skipped', ...finding })),
  ).map(([reason, checks]) => `Skipped ${String(checks).padStart(3)}  ${reason}`);
  const duration =
    pace === undefined
      ? 'as fast as the target responds'
      : `${(durationMs / 1000).toFixed(0)} s at ${describePace(pace)}`;
  const maximum = maxRequests === undefined ? '' : ` of at most ${maxRequests}`;
  return [
    ...(sent === undefined ? [] : sharedExamples(sent, planned)),
    'requests  level  check  clauses',
    ...rows,
    '',
    ...skippedLines,
    `Plan for ${name}: ${count(planned.length, 'check')}, about ${count(requests, 'request')}${maximum}, ${duration}. Nothing was sent.`,
    '',
  ].join('\n');
}

const rowOf = (check: Check, allowance: number): string =>
  `${String(allowance).padStart(8)}  ${check.level.padEnd(6)} ${check.id}  ${check.clauses.join(', ')}`;

const INDENT = ' '.repeat(10);

/** Requests that earlier checks also send are only counted. */
function examplesOf({ id, title }: Check, sent: readonly SentRequests[]): readonly string[] {
  const { requests = [], alreadySent = 0 } = sent.find(({ name }) => name === id) ?? {};
  const others =
    alreadySent === 0 ? [] : [`${INDENT}${count(alreadySent, 'request')} of other checks`];
  return [`${INDENT}${title}`, ...requests.flatMap(linesOf), ...others, ''];
}

/** Describes the requests that are sent before the checks and used by several checks. */
function sharedExamples(
  sent: readonly SentRequests[],
  planned: Plan['planned'],
): readonly string[] {
  const checks = new Set(planned.map(({ check }) => check.id));
  const forSeveral = sent.filter(({ name, requests }) => !checks.has(name) && requests.length > 0);
  return [
    'Example requests: the embedded reference server was asked instead of the target. Ids, values',
    'and the number of requests depend on the data of the target. --json prints whole addresses.',
    '',
    ...forSeveral.flatMap(({ name, requests }) => [
      `${String(requests.length).padStart(8)}  for several checks: ${name}`,
      ...requests.flatMap(linesOf),
      '',
    ]),
  ];
}

const linesOf = ({ method, path, asks }: ExampleRequest): readonly string[] => [
  `${INDENT}${method} ${excerpt(percentDecoded(path), MAX_PATH_LENGTH)}`,
  ...(asks === undefined ? [] : [`${INDENT}    ${asks}`]),
];

/** In characters. `--json` shows whole paths. */
const MAX_PATH_LENGTH = 160;
