/** The load report as Markdown (`summary.md`). */

import type { LoadReport } from '../../schema/types.js';
import { withUnit } from '../profile/metric.js';
import { findingsOf } from './findings.js';
import { tablesOf } from './tables.js';
import { headline, notesOf, visitsOf } from './words.js';

const MARKS = { passed: '✅', failed: '❌', unjudged: '⚠️' } as const;

/** Makes the Markdown for the summary of a CI job or for a comment on a pull request. */
export function loadMarkdown(report: LoadReport): string {
  const { profile, target, measuredMs, throughput, totals } = report;
  const findings = findingsOf(report).map(({ outcome, name, words }) => [
    MARKS[outcome],
    name,
    words,
  ]);
  const timeTables = tablesOf(report).filter(({ title }) => title === 'Times');
  const parts = [
    `## Load: ${plainText(profile.name)} against ${plainText(target.name)}`,
    `**${plainText(headline(report))}**`,
    `${totals.answered.toLocaleString('en')} responses, ${withUnit(throughput, 'rate')} served over ${(measuredMs / 1000).toFixed(1)} s.${visitWords(report)}`,
    table(['', 'criterion', 'result'], findings),
    ...timeTables.map(({ head, rows }) => table(head, rows)),
    ...notesOf(report).map(
      ([title, lines]) =>
        `### ${title}\n\n${lines.map((line) => `- ${plainText(line)}`).join('\n')}`,
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function visitWords(report: LoadReport): string {
  const { abandoned, started } = visitsOf(report);
  return abandoned === 0 ? '' : ` ${abandoned} of ${started} visits were abandoned.`;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(plainText))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

/** Escapes a text so that Markdown shows it without formatting, on one line, also in a table. */
const plainText = (value: string): string =>
  value
    .replace(/\s+/g, ' ')
    .replace(/[&<>"'`*_[\]#|~@$\\{}!]/g, (character) => `&#${character.charCodeAt(0)};`);
