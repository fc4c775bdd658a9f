/** The load report as Markdown (`summary.md`). */

import type { LoadReport } from '../../schema/types.js';
import { withUnit } from '../profile/index.js';
import { findingsOf } from './findings.js';
import { tablesOf } from './tables.js';
import { headline, notesOf } from './words.js';

const MARKS = { passed: '✅', failed: '❌', unjudged: '⚠️' } as const;

/** Markdown for a job summary or a comment on a pull request. */
export function loadMarkdown(report: LoadReport): string {
  const { profile, target, measuredMs, throughput, totals } = report;
  const judged = findingsOf(report).map(({ outcome, name, words }) => [
    MARKS[outcome],
    name,
    words,
  ]);
  const tables = tablesOf(report).filter(({ title }) => title === 'Times');
  return `${[
    `## Load: ${text(profile.name)} against ${text(target.name)}`,
    `**${text(headline(report))}**`,
    `${totals.answered.toLocaleString('en')} responses in ${(measuredMs / 1000).toFixed(1)} s, ${withUnit(throughput, 'rate')}.`,
    table(['', 'judged', 'measured'], judged),
    ...tables.map(({ head, rows }) => table(head, rows)),
    ...notesOf(report).map(
      ([title, lines]) => `### ${title}\n\n${lines.map((one) => `- ${text(one)}`).join('\n')}`,
    ),
  ].join('\n\n')}\n`;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(text))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

/** One line of Markdown without any formatting, also valid in a table cell. */
const text = (value: string): string =>
  value
    .replace(/\s+/g, ' ')
    .replace(/[&<>"'`*_[\]#|~@$\\{}!]/g, (one) => `&#${one.charCodeAt(0)};`);
