/** The comparison of two runs as text for a terminal. */

import { excerpt } from '../visible.js';
import type { ChangedFinding } from './changed-findings.js';
import type { ChangedVerdict, Comparison } from './compare-runs.js';
import type { ResponseSummary } from './first-difference.js';

export function comparisonText({
  circumstances,
  findings,
  verdicts,
  same,
  worse,
  interrupted,
}: Comparison): string {
  // A check that only one run has is not described, unless it is a regression.
  const described = verdicts.filter(
    ({ from, to, worse }) => worse || (from !== null && to !== null),
  );
  const lines = [
    ...circumstanceLines(circumstances),
    ...(interrupted === 0
      ? []
      : [
          `${interrupted} of the runs ${interrupted === 1 ? 'was' : 'were'} interrupted: checks without a verdict in an interrupted run are left out.`,
        ]),
    '',
    ...findingLines(findings),
    ...described.flatMap(describe),
    ...onlyInOneRun('not run before', verdicts, 'from'),
    ...onlyInOneRun('not run now', verdicts, 'to'),
    ...(verdicts.length === 0 ? [] : ['']),
    `${verdicts.length} ${verdicts.length === 1 ? 'verdict' : 'verdicts'} changed, ${worse} ${worse === 1 ? 'regression' : 'regressions'}; ${same} the same.`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The length of `configuration`. */
const NAME_WIDTH = 13;

function circumstanceLines(circumstances: Comparison['circumstances']): readonly string[] {
  const changed = Object.entries(circumstances);
  if (changed.length === 0)
    return ['Same tool, document, plan, target, settings, dialect and seed.'];
  return [
    'The runs differ in:',
    ...changed.map(
      ([name, { from, to }]) =>
        `  ${name.padEnd(NAME_WIDTH)} ${oneLine(from, 200)} → ${oneLine(to, 200)}`,
    ),
  ];
}

const MARKS = { new: '✗', gone: '✓', 'still there': '·' } as const;

/** Groups the findings by state, with headings such as `✗ 1 new finding`. */
function findingLines(findings: readonly ChangedFinding[]): readonly string[] {
  const lines = (['new', 'gone', 'still there'] as const).flatMap((state) => {
    const inState = findings.filter((one) => one.state === state);
    if (inState.length === 0) return [];
    const noun = inState.length === 1 ? 'finding' : 'findings';
    const words = state === 'new' ? `new ${noun}` : `${noun} ${state}`;
    const heading = `${MARKS[state]} ${inState.length} ${words}`;
    if (state === 'still there') return [heading];
    return [
      heading,
      ...inState.map(({ clause, title, checks }) => {
        const count = checks.length === 1 ? '1 check' : `${checks.length} checks`;
        return `    ${clause}  ${oneLine(title, 160)} (${count})`;
      }),
    ];
  });
  return lines.length === 0 ? [] : [...lines, ''];
}

function describe({
  check,
  title,
  clauses,
  from,
  to,
  reason,
  worse,
  difference,
}: ChangedVerdict): readonly string[] {
  return [
    `${worse ? '✗' : '·'} ${from ?? 'not run'} → ${to ?? 'not run'}  ${clauses.join(', ')}  ${oneLine(title, 160)}  ${check}`,
    ...(reason === null ? [] : [`    reason    ${oneLine(reason, 300)}`]),
    ...(difference === null
      ? []
      : [
          `    request   ${oneLine(difference.request, 300)}`,
          `    before    ${answer(difference.before)}`,
          `    after     ${answer(difference.after)}`,
        ]),
  ];
}

/** Names the checks that have no verdict in the earlier run (`from`) or in the later run (`to`). */
function onlyInOneRun(
  what: string,
  verdicts: Comparison['verdicts'],
  side: 'from' | 'to',
): readonly string[] {
  const checks = verdicts
    .filter((one) => one[side] === null && !one.worse)
    .map(({ check }) => check);
  if (checks.length === 0) return [];
  const rest = checks.length > MAX_NAMED ? ` and ${checks.length - MAX_NAMED} more` : '';
  return [
    `· ${checks.length} ${checks.length === 1 ? 'check' : 'checks'} ${what}: ${checks.slice(0, MAX_NAMED).join(', ')}${rest}`,
  ];
}

/** The maximum number of check ids in one line. */
const MAX_NAMED = 5;

const answer = (side: ResponseSummary | null): string =>
  side === null
    ? 'this request is not part of the evidence of the verdict'
    : `${side.status ?? 'no answer'} ${oneLine(side.body, 300)} (exchange ${side.exchange})`;

const oneLine = (text: string, length: number): string =>
  excerpt(text, length).replace(/\s+/g, ' ');
