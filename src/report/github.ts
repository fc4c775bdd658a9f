/**
 * The report for a GitHub job. It consists of workflow commands: lines on stdout that GitHub shows
 * as annotations.
 */

import type { ReportedCheck, RunReport } from '../schema/types.js';
import { whyAccepted } from './accepted.js';
import { causeOf, violationOf } from './cause.js';
import { count } from './html/text.js';
import { notes } from './notes.js';
import { percent } from './percent.js';
import { rerunCommand } from './rerun.js';
import { failsTooInWords, seenInWords } from './seen.js';
import { skipReasons } from './skip-reasons.js';
import { excerpt } from './visible.js';

/** GitHub shows ten errors and ten warnings of a step. */
const MAX_ANNOTATIONS = 10;
/** The workflow command for each verdict that is reported. */
const COMMANDS = [
  ['failed', 'error'],
  ['warning', 'warning'],
  ['inconclusive', 'warning'],
] as const;

export function githubReport(report: RunReport): string {
  const { checks, findings, conformance, coverage } = report;
  // Only the first check of a finding gets an annotation.
  const otherChecks = new Set(findings.flatMap(({ checks: explained }) => explained.slice(1)));
  const reported = COMMANDS.flatMap(([verdict, command]) =>
    checks
      .filter(
        (check) =>
          check.verdict === verdict && check.accepted === undefined && !otherChecks.has(check.id),
      )
      .map((check) => ({ check, command })),
  );
  const lines = ['error', 'warning'].flatMap((kind) =>
    reported
      .filter(({ command }) => command === kind)
      .slice(0, MAX_ANNOTATIONS)
      .map(({ check, command }) => annotation(command, check, report)),
  );
  const rest = reported.length - lines.length;
  if (rest > 0) lines.push(`::notice title=Assay::${rest} more, see report.html`);
  const numbers =
    `conformance ${percent(conformance.ratio)} (${conformance.passed} of ${conformance.judged} tested must clauses passed), ` +
    `coverage ${percent(coverage.ratio)} (${coverage.judged} of ${coverage.total} must clauses tested)`;
  const acceptedFailures = checks.filter(({ accepted }) => accepted !== undefined);
  const accepted = acceptedFailures.slice(0, MAX_ANNOTATIONS).map((check) => {
    const title = escapedParameter(`accepted: ${check.clauses.join(' ')} ${check.id}`);
    return `::notice title=${title}::${escapedMessage(`${check.title}\n${whyAccepted(check)}`)}`;
  });
  const noteCommands = notes(report).map(
    ([name, line]) =>
      `::notice title=${escapedParameter(`Assay: ${name}`)}::${escapedMessage(line)}`,
  );
  const missing = skipReasons(checks).flatMap(([why, number]) => {
    const needs = /^configuration: (needs .*)/.exec(why)?.[1];
    return needs === undefined
      ? []
      : [
          `::notice title=Assay%3A Missing settings::${escapedMessage(`${count(number, 'check')} skipped: ${needs}`)}`,
        ];
  });
  return `${[...lines, ...accepted, ...noteCommands, ...missing, `::notice title=Assay::${escapedMessage(numbers)}`].join('\n')}\n`;
}

function annotation(command: string, check: ReportedCheck, report: RunReport): string {
  const { id, title, clauses, verdict, reason, expected, actual, response, transcript } = check;
  const cause = causeOf(check, report);
  const seen = seenInWords(check);
  const also = failsTooInWords(check);
  const again = rerunCommand(check);
  const message = [
    violationOf(check, report) ?? title,
    ...(expected === null
      ? [reason ?? '']
      : [`expected: ${excerpt(expected, 500)}`, `got: ${excerpt(actual ?? '', 500)}`]),
    ...(seen === undefined ? [] : [`seen: ${seen}`]),
    ...(also === undefined ? [] : [`also for: ${excerpt(also, 500)}`]),
    ...(response === undefined ? [] : [`response: ${excerpt(response, 500)}`]),
    ...(again === undefined ? [] : [`re-run: ${again}`]),
    ...(cause === undefined ? [] : [`cause: ${cause}`]),
    ...(transcript === undefined ? [] : [excerpt(transcript, 1500)]),
  ].join('\n');
  return `::${command} title=${escapedParameter(`${verdict}: ${clauses.join(' ')} ${id}`)}::${escapedMessage(message)}`;
}

/**
 * Shortens and escapes the message of a workflow command. A line of output that begins with `::` is
 * a command, so line breaks are escaped, too. GitHub decodes the text.
 */
const escapedMessage = (text: string): string =>
  excerpt(text, 3000).replace(/[%\r\n]/g, percentEncoded);
/** Shortens and escapes a parameter of a workflow command, such as its title. */
const escapedParameter = (text: string): string =>
  excerpt(text, 300).replace(/[%\r\n:,]/g, percentEncoded);
const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
