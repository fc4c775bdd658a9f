/** The comparison of two runs as text for a terminal. */

import { count } from '../html/text.js';
import { excerpt } from '../visible.js';
import type { ChangedFinding } from './changed-findings.js';
import type { ChangedVerdict, Comparison } from './compare-runs.js';
import type { ResponseSummary } from './first-difference.js';

/**
 * Describes what became worse or better, in checks that both runs judged. Everything else is only
 * counted.
 */
export function comparisonText(comparison: Comparison): string {
  const { circumstances, findings, verdicts, same, worse, interrupted } = comparison;
  const described = findings.filter(({ state }) => state === 'new' || state === 'gone');
  const inFindings = new Set(described.flatMap(({ checks }) => checks));
  const others = verdicts.filter(({ worse, check }) => worse && !inFindings.has(check));
  const changes = [
    ...described.flatMap((finding) => findingLines(finding, verdicts)),
    ...others.flatMap(verdictLines),
  ];
  const lines = [
    ...circumstanceLines(circumstances),
    ...(interrupted === 0
      ? []
      : [
          `${interrupted} of the runs ${interrupted === 1 ? 'was' : 'were'} interrupted: checks without a verdict in an interrupted run are left out.`,
        ]),
    '',
    ...(changes.length === 0 ? [] : [...changes, '']),
    ...countLines(comparison, new Set([...inFindings, ...others.map(({ check }) => check)])),
    `${count(verdicts.length, 'verdict')} changed, ${count(worse, 'regression')}; ${same} the same.`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The width of the column of names: the length of `configuration`. */
const NAME_WIDTH = 13;

function circumstanceLines(circumstances: Comparison['circumstances']): readonly string[] {
  const changed = Object.entries(circumstances);
  if (changed.length === 0)
    return ['Same tool, document, plan, target, settings, dialect and seed.'];
  return [
    'The runs differ in:',
    ...changed.map(([name, values]) => `  ${name.padEnd(NAME_WIDTH)} ${inWords(name, values)}`),
  ];
}

/**
 * Describes a change. Words replace a digest, because a digest says nothing to a reader. Of a
 * dialect only the entries that differ are shown.
 */
function inWords(name: string, { from, to }: Comparison['circumstances'][string]): string {
  const digest = DIGESTS[name];
  if (digest !== undefined) return digest;
  const [before, after] = [from, to].map((text) => text.split(', ').filter((part) => part !== ''));
  const only = (some: readonly string[] = [], others: readonly string[] = []): string =>
    some.filter((part) => !others.includes(part)).join(', ') || 'nothing';
  return name === 'dialect'
    ? `${oneLine(only(before, after), 200)} → ${oneLine(only(after, before), 200)}`
    : `${oneLine(from, 200)} → ${oneLine(to, 200)}`;
}

/** What a changed digest means, by the name of the circumstance. */
const DIGESTS: Readonly<Record<string, string>> = {
  plan: 'other checks, or another number of requests',
  document: 'other clauses',
  configuration: 'other settings',
};

/** One line for the finding, and below it the first response that differs. */
function findingLines(
  { state, verdict, clause, title, checks }: ChangedFinding,
  verdicts: Comparison['verdicts'],
): readonly string[] {
  const kind = verdict === 'warning' ? 'warning' : 'finding';
  const mark = verdict === 'warning' ? '!' : '✗';
  const head = state === 'new' ? `${mark} new ${kind}` : `✓ ${kind} gone`;
  const shown = verdicts.find(
    ({ check, difference }) => checks.includes(check) && isInBoth(difference),
  );
  return [
    `${head}  ${clause}  ${oneLine(title, 200)}  ${checks[0] ?? ''}${checks.length > 1 ? ` and ${checks.length - 1} more` : ''}`,
    ...differenceLines(shown?.difference ?? null),
  ];
}

/** Describes a check that became worse, but whose finding was already in the earlier run. */
const verdictLines = ({
  check,
  clauses,
  from,
  to,
  reason,
  difference,
}: ChangedVerdict): readonly string[] => [
  `✗ ${from} → ${to}  ${clauses.join(', ')}  ${oneLine(reason ?? '', 200)}  ${check}`,
  ...differenceLines(difference),
];

const isInBoth = (difference: ChangedVerdict['difference']): boolean =>
  difference !== null && difference.before !== null && difference.after !== null;

function differenceLines(difference: ChangedVerdict['difference']): readonly string[] {
  if (difference?.before == null || difference.after === null) return [];
  return [
    `    request   ${oneLine(difference.request, 300)}`,
    `    before    ${answer(difference.before)}`,
    `    after     ${answer(difference.after)}`,
  ];
}

const STATES = ['still there', 'judged only now', 'judged only before'] as const;

/** The findings that are neither new nor gone, and the verdicts that are not described. */
function countLines(
  { findings, verdicts }: Comparison,
  described: ReadonlySet<string>,
): readonly string[] {
  const unchanged = STATES.flatMap((state) => {
    const some = findings.filter((finding) => finding.state === state);
    if (some.length === 0) return [];
    const clauses = [...new Set(some.map(({ clause }) => clause))];
    const named = state === 'still there' ? '' : ` (${shortList(clauses)})`;
    return [`· ${count(some.length, 'finding')} ${state}${named}`];
  });
  const kinds = new Map<string, number>();
  for (const { check, from, to } of verdicts) {
    if (described.has(check)) continue;
    const kind = `${from ?? 'not run'} → ${to ?? 'not run'}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const counted = [...kinds].map(([kind, number]) => `${number} ${kind}`).join(', ');
  return [...unchanged, ...(counted === '' ? [] : [`· other checks: ${counted}`])];
}

/** The maximum number of ids in one line. */
const MAX_NAMED = 5;

const shortList = (names: readonly string[]): string =>
  `${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''}`;

const answer = (side: ResponseSummary): string =>
  `${side.status ?? 'no answer'} ${oneLine(side.body, 300)} (exchange ${side.exchange})`;

const oneLine = (text: string, length: number): string =>
  excerpt(text, length).replace(/\s+/g, ' ');
