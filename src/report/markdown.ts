import type { ReportedCheck, RunReport } from '../schema/types.js';
import { whyAccepted } from './accepted.js';
import { causeOf, violationOf } from './cause.js';
import { countsInWords } from './counts.js';
import { gateInWords } from './gate.js';
import { count } from './html/text.js';
import { markdownBlock, markdownHtml, markdownSentence, markdownText } from './markdown-text.js';
import { notes } from './notes.js';
import { percent } from './percent.js';
import { rerunCommand } from './rerun.js';
import { failsTooInWords, seenInWords } from './seen.js';
import { skipReasons } from './skip-reasons.js';
import { excerpt } from './visible.js';

/** The summary shows at most this number of failures. GitHub accepts at most 1 MiB. */
const MAX_FAILURES = 50;

/** Each list besides the failures has at most this number of lines. */
const MAX_LINES = 200;

/** The summary of a run (`summary.md`), made for `$GITHUB_STEP_SUMMARY`. */
export function markdownReport(report: RunReport): string {
  const { target, conformance, coverage, requests, durationMs, seed, verdicts } = report;
  const tally = Object.entries(verdicts).flatMap(([name, number]) =>
    number > 0 ? [`${number} ${name}`] : [],
  );
  if (report.accepted > 0) tally.push(`${report.accepted} accepted by the baseline`);
  const rows = Object.entries(coverage.interfaces).map(([name, covered]) => {
    return line(name, conformance.interfaces[name] ?? NOTHING_JUDGED, covered);
  });
  return `${[
    `## Conformance of ${markdownText(target.name, 200)}`,
    `**${markdownText(gateInWords(report), 400)}.**`,
    [
      '| | conformance | coverage |',
      '|---|---|---|',
      line('**all**', conformance, coverage),
      ...rows,
    ].join('\n'),
    ...notes(report).map(([name, note]) => `**${name}:** ${markdownText(note, 600)}`),
    `${tally.join(', ')}. ${count(requests.sent, 'request')} in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}.`,
    ...failures(report),
    ...accepted(report),
    ...list('Warnings', 'warning', report),
    ...list('Inconclusive', 'inconclusive', report),
    ...skips(report),
  ].join('\n\n')}\n`;
}

/** `passed`: must clauses that hold. `judged`: must clauses with a verdict. */
interface Conformance {
  readonly passed: number;
  readonly judged: number;
  readonly ratio: number | null;
}

/** `judged`: must clauses with a verdict. `total`: all must clauses. */
interface Coverage {
  readonly judged: number;
  readonly total: number;
  readonly ratio: number | null;
}

const line = (name: string, conformance: Conformance, coverage: Coverage): string =>
  `| ${name} | ${percent(conformance.ratio)} (${conformance.passed} of ${conformance.judged}) | ${percent(coverage.ratio)} (${coverage.judged} of ${coverage.total}) |`;

const NOTHING_JUDGED: Conformance = { passed: 0, judged: 0, ratio: null };

/** Checks that the baseline accepts are left out. */
const checksWith = (
  { checks }: RunReport,
  verdict: ReportedCheck['verdict'],
): readonly ReportedCheck[] =>
  checks.filter((check) => check.verdict === verdict && check.accepted === undefined);

/** Describes each finding with a failure by its lead, the check that shows the failure best. */
function failures(report: RunReport): readonly string[] {
  if (report.findings.length === 0) return [];
  const leads = report.findings.flatMap(({ verdict, lead, title }) =>
    verdict === 'failed'
      ? report.checks.filter(({ id }) => id === lead).map((check) => ({ ...check, title }))
      : [],
  );
  const shown = leads.slice(0, MAX_FAILURES).map((check) => failure(check, report));
  return [`### ${countsInWords(report)}`, ...shown, ...more(leads.length, MAX_FAILURES)];
}

function failure(check: ReportedCheck, report: RunReport): string {
  const { id, title, clauses, reason, expected, actual, response, commands, transcript } = check;
  const cause = causeOf(check, report);
  const seen = seenInWords(check);
  const also = failsTooInWords(check);
  const again = rerunCommand(check);
  const texts = report.clauses
    .filter((clause) => clauses.includes(clause.id))
    .map((clause) => `${clause.id}: ${clause.text}`);
  const facts = [
    ...(expected === null
      ? [reason ?? '']
      : [`expected  ${excerpt(expected, 500)}`, `got       ${excerpt(actual ?? '', 500)}`]),
    ...(seen === undefined ? [] : [`seen      ${seen}`]),
    ...(also === undefined ? [] : [`also for  ${excerpt(also, 500)}`]),
    ...(response === undefined ? [] : [`response  ${excerpt(response, 500)}`]),
    ...commands.map(
      (command, index) => `${index === 0 ? 'reproduce' : '         '} ${excerpt(command, 1000)}`,
    ),
    ...(again === undefined ? [] : [`re-run    ${again}`]),
    ...(cause === undefined ? [] : [`cause     ${cause}`]),
    ...(transcript === undefined ? [] : [excerpt(transcript, 2000)]),
  ];
  return `<details><summary>✗ <code>${markdownHtml(id)}</code> ${markdownHtml(title)}</summary>\n\n${markdownSentence(texts.join(' · '))}\n\n${markdownBlock(facts.join('\n'), 5000)}\n\n</details>`;
}

function list(
  heading: string,
  verdict: ReportedCheck['verdict'],
  report: RunReport,
): readonly string[] {
  const checks = checksWith(report, verdict);
  if (checks.length === 0) return [];
  const lines = checks
    .slice(0, MAX_LINES)
    .map(
      (check) =>
        `- ${markdownText(check.id)} — ${markdownText(violationOf(check, report) ?? check.reason ?? '')}`,
    );
  return [`### ${heading}`, lines.join('\n'), ...more(checks.length, MAX_LINES)];
}

/** Lists the checks that the baseline accepts although they did not pass. */
function accepted({ checks }: RunReport): readonly string[] {
  const acceptedFailures = checks.flatMap((check) => {
    const why = whyAccepted(check);
    return why === undefined
      ? []
      : [`- ${markdownText(check.id)} (${check.verdict}) — ${markdownText(why)}`];
  });
  if (acceptedFailures.length === 0) return [];
  return [
    '### Accepted by the baseline',
    acceptedFailures.slice(0, MAX_LINES).join('\n'),
    ...more(acceptedFailures.length, MAX_LINES),
  ];
}

/** Lists why checks were skipped, because skipped checks could be mistaken for passed ones. */
function skips(report: RunReport): readonly string[] {
  const reasons = skipReasons(report.checks);
  if (reasons.length === 0) return [];
  const lines = reasons
    .slice(0, MAX_LINES)
    .map(([why, number]) => `- ${number} × ${markdownText(why)}`);
  return ['### Skipped', lines.join('\n'), ...more(reasons.length, MAX_LINES)];
}

const more = (count: number, shown: number): readonly string[] =>
  count > shown ? [`… and ${count - shown} more: see report.html.`] : [];
