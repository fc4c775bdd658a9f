import type { LoadReport, LoadSpread } from '../../schema/types.js';
import { figure } from '../profile/index.js';
import { findingsOf } from './findings.js';
import { routeOf } from './route.js';
import { headline } from './terminal.js';

const MARKS = { passed: '✅', failed: '❌', unjudged: '⚠️' } as const;

/** `summary.md`: thresholds, comparison and times, made for a job summary or a comment on a pull request. */
export function loadMarkdown(report: LoadReport): string {
  const { profile, target, measuredMs, throughput, totals, left = [], doubts } = report;
  const findings = findingsOf(report);
  const rows = (group: string): string[] =>
    findings
      .filter((one) => one.group === group)
      .map((one) => `| ${MARKS[one.outcome]} | ${text(one.name)} | ${text(one.told)} |`);
  const table = (title: string, group: string): string[] =>
    rows(group).length === 0 ? [] : [`### ${title}`, ['| | | |', '|---|---|---|', ...rows(group)].join('\n')];
  const times = ([name, { p50, p95, p99, max }]: readonly [string, LoadSpread]): string =>
    `| ${name} | ${[p50, p95, p99, max].map((ms) => figure(ms, 'ms')).join(' | ')} |`;
  return `${[
    `## Load: ${text(profile.name)} against ${text(target.name)}`,
    `**${text(headline(report))}**`,
    ...[...doubts, ...routeOf(target)].map((line) => `> ${text(line)}`),
    `${totals.answered.toLocaleString('en')} answers in ${(measuredMs / 1000).toFixed(1)} s, ${figure(throughput, 'rate')}.`,
    ...table('Thresholds', 'thresholds'),
    ...table('Comparison', 'comparison'),
    ...table('Breakpoint', 'breakpoint'),
    '### Times',
    [
      '| | p50 | p95 | p99 | max |',
      '|---|---:|---:|---:|---:|',
      times(['response', report.response]),
      times(['service', report.service]),
      times(['send lag', report.lag]),
    ].join('\n'),
    ...(left.length === 0 ? [] : ['### Left out', left.map((one) => `- ${text(one)}`).join('\n')]),
  ].join('\n\n')}\n`;
}

/** Text from outside as one line of Markdown that means nothing but itself, in a table cell as well. */
const text = (value: string): string =>
  value.replace(/\s+/g, ' ').replace(/[&<>"'`*_[\]#|~@$\\{}!]/g, (one) => `&#${one.charCodeAt(0)};`);
