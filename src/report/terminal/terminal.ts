/** The report that is printed on a terminal after a run. */

import type { ReportedCheck, RunReport } from '../../schema/types.js';
import { whyAccepted } from '../accepted.js';
import { notes } from '../notes.js';
import { type Pen, penOf, type Style } from '../pen.js';
import { percent } from '../percent.js';
import { skipReasons } from '../skip-reasons.js';
import { headOf, line, MARK, reproduce, transcript } from './check-lines.js';
import { findings } from './findings.js';

export interface TerminalOptions {
  readonly colours: boolean;
  /** Lists every check. By default only inconclusive checks and accepted failures are listed. */
  readonly verbose?: boolean;
  /** Leaves out inconclusive and skipped checks, so that only findings and numbers remain. */
  readonly quiet?: boolean;
  /** The report file that is named at the end. */
  readonly file?: string | undefined;
  /** In columns. By default lines are not wrapped. */
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
  const stopped = report.preflight.length > 0;
  const lines: string[] = [];
  // Failures are printed with their cause, after the counts.
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
    const mine = shown.filter((check) => check.interface === name);
    if (!quiet) lines.push(...folded(mine, verbose).flatMap((some) => described(some, pen)));
  }
  lines.push(
    '',
    ...findings(report, { pen, command, verbose }),
    ...(quiet || stopped ? [] : skips(report, pen)),
  );
  // The message of the gate on stderr already reports the preflight.
  const said = notes(report).filter(([name]) => name !== 'Preflight');
  lines.push(...said.flatMap(([name, note]) => wrap(`${name.padEnd(12)} `, line(note, 600))));
  lines.push(...numbers(report, pen));
  if (file !== undefined) lines.push(`Report       ${file}`);
  return `${lines.join('\n')}\n`;
}

/** An unreachable target is reported once: checks with the same reason form a group. */
function folded(
  checks: readonly ReportedCheck[],
  verbose: boolean,
): readonly (readonly ReportedCheck[])[] {
  const groups = new Map<string, ReportedCheck[]>();
  for (const check of checks) {
    const alike = !verbose && check.verdict === 'inconclusive' && check.transcript === undefined;
    const key = alike ? `reason ${check.reason}` : `check ${check.id}`;
    groups.set(key, [...(groups.get(key) ?? []), check]);
  }
  return [...groups.values()];
}

function described([first, ...others]: readonly ReportedCheck[], pen: Pen): readonly string[] {
  if (first === undefined) return [];
  if (others.length === 0) return describe(first, pen);
  const [mark, style] = MARK[first.verdict];
  const head = `  ${pen.paint(style, mark)} ${others.length + 1} checks ${first.verdict}, such as ${line(first.id, 200)}`;
  return [head, ...pen.wrap('      ', line(first.reason ?? '', 400)), ...reproduce(first)];
}

/** A check in two lines: its title and its result. */
function describe(check: ReportedCheck, pen: Pen): readonly string[] {
  const head = headOf(check, pen);
  const accepted = whyAccepted(check);
  if (accepted !== undefined) return [...head, ...pen.wrap('      ', line(accepted, 400))];
  if (check.verdict === 'failed' || check.verdict === 'warning') return head;
  if (check.verdict !== 'passed')
    return [
      ...head,
      ...pen.wrap('      ', line(check.reason ?? '', 400)),
      ...reproduce(check),
      ...transcript(check),
    ];
  return [
    ...head,
    ...(check.witness === null ? [] : [`      ${pen.paint('gray', line(check.witness, 160))}`]),
  ];
}

/**
 * A check that did not run must not look passed. Reasons with the same cause, such as `data`, are
 * on one line.
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

function numbers(
  {
    conformance,
    coverage,
    requests,
    durationMs,
    seed,
    interrupted,
    accepted,
    weakSecrets = [],
  }: RunReport,
  { paint, wrap }: Pen,
): readonly string[] {
  const style: Style = conformance.passed < conformance.judged ? 'red' : 'green';
  const holds = paint(
    style,
    `${conformance.passed} of ${conformance.judged} tested must clauses pass`,
  );
  const judged = `${coverage.judged} of ${coverage.total} must clauses tested`;
  const sent = `${requests.sent} sent, ${requests.shared} shared, in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}`;
  const weak = `${weakSecrets.join(', ')}: cleaned in headers and form fields only`;
  return [
    ...wrap(`${paint('bold', 'Conformance')}  `, `${holds}${inBrackets(conformance.ratio)}`),
    ...wrap(`${paint('bold', 'Coverage')}     `, `${judged}${inBrackets(coverage.ratio)}`),
    ...wrap('Requests     ', sent),
    ...(accepted > 0 ? [`Baseline     ${accepted} accepted`] : []),
    ...(weakSecrets.length > 0 ? wrap(paint('yellow', 'Secrets      '), weak) : []),
    ...(interrupted ? [paint('yellow', 'Interrupted  the run is incomplete')] : []),
  ];
}

const inBrackets = (ratio: number | null): string => (ratio === null ? '' : ` (${percent(ratio)})`);
