/** The report that is printed on a terminal after a run. */

import type { ReportedCheck, RunReport } from '../../schema/types.js';
import { whyAccepted } from '../accepted.js';
import { interruptionOf } from '../interruption.js';
import { notes } from '../notes.js';
import { type Pen, penOf, type Style } from '../pen.js';
import { percent } from '../percent.js';
import { skipReasons } from '../skip-reasons.js';
import { commandLines, headOf, line, MARK, transcript } from './check-lines.js';
import { findings } from './findings.js';

export interface TerminalOptions {
  readonly colours: boolean;
  /** Lists every check. By default only inconclusive checks and accepted failures are listed. */
  readonly verbose?: boolean;
  /** Leaves out the lists of checks, so that only counts, findings and notes remain. */
  readonly quiet?: boolean;
  /** The report file that is named at the end. */
  readonly file?: string | undefined;
  /** The width of the terminal in columns. By default lines are not wrapped. */
  readonly width?: number | undefined;
  /** How the user calls Assay, for the re-run command. Default `npx --no -- assay`. */
  readonly command?: string | undefined;
}

export function terminalReport(
  report: RunReport,
  {
    colours,
    verbose = false,
    quiet = false,
    file,
    width,
    command = 'npx --no -- assay',
  }: TerminalOptions,
): string {
  const pen = penOf(colours, width);
  const { paint, wrap } = pen;
  const hasFailedPreflight = report.preflight.length > 0;
  const lines: string[] = [];
  // Failed checks are printed later, with their findings.
  const shown = report.checks.filter(
    ({ verdict, accepted }) => verbose || verdict === 'inconclusive' || accepted !== undefined,
  );
  for (const name of Object.keys(report.coverage.interfaces)) {
    const checks = report.checks.filter((check) => check.interface === name);
    const counts = (
      ['passed', 'failed', 'warning', 'inconclusive', 'observed', 'skipped'] as const
    ).flatMap((verdict) => {
      const count = checks.filter(
        (check) => check.verdict === verdict && check.accepted === undefined,
      ).length;
      return count === 0 ? [] : [paint(MARK[verdict][1], `${count} ${verdict}`)];
    });
    const accepted = checks.filter((check) => check.accepted !== undefined).length;
    if (accepted > 0) counts.push(paint('gray', `${accepted} accepted`));
    lines.push(...wrap(`${paint('bold', line(name, 100).padEnd(10))} `, counts.join(', ')));
    const ofInterface = shown.filter((check) => check.interface === name);
    if (!quiet)
      lines.push(...groupedByReason(ofInterface, verbose).flatMap((some) => groupLines(some, pen)));
  }
  lines.push(
    '',
    ...findings(report, { pen, command, verbose }),
    ...(quiet || hasFailedPreflight ? [] : skips(report, pen)),
  );
  // Another message on stderr already reports the preflight (the requests before the checks).
  const shownNotes = notes(report).filter(([name]) => name !== 'Preflight');
  lines.push(...shownNotes.flatMap(([name, note]) => wrap(`${name.padEnd(12)} `, line(note, 600))));
  lines.push(...numbers(report, pen));
  if (file !== undefined) lines.push(`Report       ${file}`);
  return `${lines.join('\n')}\n`;
}

/**
 * Groups inconclusive checks with the same reason, so that an unreachable target is reported once.
 * Every other check is a group of its own.
 */
function groupedByReason(
  checks: readonly ReportedCheck[],
  verbose: boolean,
): readonly (readonly ReportedCheck[])[] {
  const groups = new Map<string, ReportedCheck[]>();
  for (const check of checks) {
    const isGrouped =
      !verbose && check.verdict === 'inconclusive' && check.transcript === undefined;
    const key = isGrouped ? `reason ${check.reason}` : `check ${check.id}`;
    groups.set(key, [...(groups.get(key) ?? []), check]);
  }
  return [...groups.values()];
}

function groupLines([first, ...others]: readonly ReportedCheck[], pen: Pen): readonly string[] {
  if (first === undefined) return [];
  if (others.length === 0) return checkLines(first, pen);
  const [mark, style] = MARK[first.verdict];
  const head = `  ${pen.paint(style, mark)} ${others.length + 1} checks ${first.verdict}, such as ${line(first.id, 200)}`;
  return [head, ...pen.wrap('      ', line(first.reason ?? '', 400)), ...commandLines(first)];
}

function checkLines(check: ReportedCheck, pen: Pen): readonly string[] {
  const head = headOf(check, pen);
  const accepted = whyAccepted(check);
  if (accepted !== undefined) return [...head, ...pen.wrap('      ', line(accepted, 400))];
  if (check.verdict === 'failed' || check.verdict === 'warning') return head;
  if (check.verdict !== 'passed')
    return [
      ...head,
      ...pen.wrap('      ', line(check.reason ?? '', 400)),
      ...commandLines(check),
      ...transcript(check),
    ];
  return [
    ...head,
    ...(check.witness === null ? [] : [`      ${pen.paint('gray', line(check.witness, 160))}`]),
  ];
}

/**
 * Lists the reasons of skipped checks, because a check that did not run must not look passed. The
 * reasons of one cause, such as `data`, share a line.
 */
function skips({ checks }: RunReport, { wrap }: Pen): readonly string[] {
  const causes = new Map<string, (readonly [reason: string, checks: number])[]>();
  for (const [why, count] of skipReasons(checks)) {
    const [cause = '', reason = ''] = why.split(/: (.*)/s);
    causes.set(cause, [...(causes.get(cause) ?? []), [line(reason, 200), count]]);
  }
  return [...causes].flatMap(([cause, reasons]) => {
    const total = reasons.reduce((sum, [, count]) => sum + count, 0);
    const words = reasons.map(([reason, count]) =>
      count > 1 && reasons.length > 1 ? `${reason} (${count} checks)` : reason,
    );
    return wrap(`Skipped ${String(total).padStart(3)}  `, `${cause}: ${words.join('; ')}`);
  });
}

function numbers(report: RunReport, { paint, wrap }: Pen): readonly string[] {
  const { conformance, coverage, requests, durationMs, seed, accepted } = report;
  const { weakSecrets = [] } = report;
  const interruption = interruptionOf(report);
  const style: Style = conformance.passed < conformance.judged ? 'red' : 'green';
  const holds = paint(
    style,
    `${conformance.passed} of ${conformance.judged} tested must clauses pass`,
  );
  const judged = `${coverage.judged} of ${coverage.total} must clauses tested`;
  const sent = `${requests.sent} sent in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}`;
  const weak = `${weakSecrets.join(', ')}: removed from headers and form fields only`;
  return [
    ...wrap(`${paint('bold', 'Conformance')}  `, `${holds}${inBrackets(conformance.ratio)}`),
    ...wrap(`${paint('bold', 'Coverage')}     `, `${judged}${inBrackets(coverage.ratio)}`),
    ...wrap('Requests     ', sent),
    ...(accepted > 0 ? [`Baseline     ${accepted} accepted`] : []),
    ...(weakSecrets.length > 0 ? wrap(paint('yellow', 'Secrets      '), weak) : []),
    ...(interruption === undefined
      ? []
      : wrap(paint('yellow', 'Interrupted  '), line(interruption, 600))),
  ];
}

const inBrackets = (ratio: number | null): string => (ratio === null ? '' : ` (${percent(ratio)})`);
