import type { ReportedCheck, ReportedFinding, RunReport } from '../schema/types.js';
import { whyAccepted } from './accepted.js';
import { notes } from './notes.js';
import { type Pen, penOf, type Style } from './pen.js';
import { percent } from './percent.js';
import { excerpt } from './visible.js';

const MARK: Readonly<Record<ReportedCheck['verdict'], readonly [string, Style]>> = {
  failed: ['✗', 'red'],
  warning: ['!', 'yellow'],
  passed: ['✓', 'green'],
  observed: ['·', 'cyan'],
  skipped: ['-', 'gray'],
  inconclusive: ['?', 'magenta'],
};

const ACCEPTED = ['~', 'gray'] as const;

export interface TerminalOptions {
  readonly colours: boolean;
  /** Lists every check; else failures, warnings and what could not be judged. */
  readonly verbose?: boolean;
  /** Leaves out checks that could not be judged or were skipped: findings and numbers alone. */
  readonly quiet?: boolean;
  /** The file to read next, named at the end. */
  readonly file?: string | undefined;
  /** Columns of the terminal, to fold what is longer. Default: nothing is folded. */
  readonly width?: number | undefined;
  /** How this program was called, for the command that asks again. Default `npx assay`. */
  readonly command?: string | undefined;
}

/** The report for people at a terminal: failures first, then the two numbers. */
export function terminalReport(
  report: RunReport,
  { colours, verbose = false, quiet = false, file, width, command = 'npx assay' }: TerminalOptions,
): string {
  const pen = penOf(colours, width);
  const { paint, tell } = pen;
  const lines: string[] = [];
  // What complains is told with its cause, after the counts.
  const shown = report.checks.filter(
    ({ verdict, accepted }) => verbose || verdict === 'inconclusive' || accepted !== undefined,
  );
  for (const name of Object.keys(report.coverage.interfaces)) {
    const checks = report.checks.filter((check) => check.interface === name);
    const counts = (['passed', 'failed', 'warning', 'inconclusive', 'observed', 'skipped'] as const).flatMap(
      (verdict) => {
        const count = checks.filter((check) => check.verdict === verdict && check.accepted === undefined).length;
        return count === 0 ? [] : [paint(MARK[verdict][1], `${count} ${verdict}`)];
      },
    );
    const accepted = checks.filter((check) => check.accepted !== undefined).length;
    if (accepted > 0) counts.push(paint('gray', `${accepted} accepted`));
    lines.push(...tell(`${paint('bold', line(name, 100).padEnd(10))} `, counts.join(', ')));
    const mine = shown.filter((check) => check.interface === name);
    if (!quiet) lines.push(...folded(mine, verbose).flatMap((some) => described(some, pen)));
  }
  lines.push('', ...findings(report, pen, command), ...(quiet ? [] : skips(report, pen)));
  lines.push(...notes(report).flatMap(([name, told]) => tell(`${name.padEnd(12)} `, line(told, 600))));
  lines.push(...numbers(report, pen));
  if (file !== undefined) lines.push(`Report       ${file}`);
  return `${lines.join('\n')}\n`;
}

/** Checks that have the same to say, together: a target that is down is told once. */
function folded(checks: readonly ReportedCheck[], verbose: boolean): readonly (readonly ReportedCheck[])[] {
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
  return [head, ...pen.tell('      ', line(first.reason ?? '', 400))];
}

/** A check in two lines: what it holds, and what became of it. */
function describe(check: ReportedCheck, pen: Pen): readonly string[] {
  const head = headOf(check, pen);
  const accepted = whyAccepted(check);
  if (accepted !== undefined) return [...head, ...pen.tell('      ', line(accepted, 400))];
  if (check.verdict === 'failed' || check.verdict === 'warning') return head;
  if (check.verdict !== 'passed')
    return [...head, ...pen.tell('      ', line(check.reason ?? '', 400)), ...transcript(check)];
  return [...head, ...(check.witness === null ? [] : [`      ${pen.paint('gray', line(check.witness, 160))}`])];
}

function headOf(check: ReportedCheck, { paint, tell }: Pen): readonly string[] {
  const [mark, style] = check.accepted === undefined ? MARK[check.verdict] : ACCEPTED;
  const words = `${line(check.clauses.join(', '), 200)}  ${line(check.title, 400)}`;
  return tell(`  ${paint(style, mark)} `, `${words}  ${paint('gray', line(check.id, 200))}`);
}

/** What somebody can mend, the gravest first: each by the check that shows it best, with the others that it explains. */
function findings(report: RunReport, pen: Pen, command: string): readonly string[] {
  const transcripts = new Map<string, string>();
  const told = report.findings.flatMap((finding) => {
    const lead = report.checks.find(({ id }) => id === finding.lead);
    if (lead === undefined) return [];
    const { id, transcript: text = '' } = lead;
    const before = transcripts.get(text);
    if (text !== '') transcripts.set(text, before ?? id);
    return [...evidenceOf(lead, report, { pen, command, before }), ...causeOf(finding, pen), ''];
  });
  const complaints = report.findings.reduce((sum, { checks }) => sum + checks.length, 0);
  if (told.length === 0) return [];
  const [causes, checks] = [`${report.findings.length} causes`, `${complaints} checks`].map((words, index) =>
    (index === 0 ? report.findings.length : complaints) === 1 ? words.slice(0, -1) : words,
  );
  return [...pen.tell('', pen.paint('bold', `Findings     ${causes}, of which ${checks} complain`)), ...told];
}

interface Showing {
  readonly pen: Pen;
  readonly command: string;
  /** The check whose transcript was the very same. */
  readonly before: string | undefined;
}

/** What a check found; commands stay on a line of their own, to be pasted. */
function evidenceOf(check: ReportedCheck, report: RunReport, { pen, command, before }: Showing): readonly string[] {
  const { tell } = pen;
  const clause = report.clauses.find(({ id }) => id === check.clauses[0]);
  return [
    ...headOf(check, pen),
    ...(clause === undefined ? [] : tell('      clause    ', `${line(clause.text, 1000)} (${clause.level})`)),
    ...(check.expected === null
      ? tell('      ', line(check.reason ?? '', 400))
      : [
          ...tell('      expected  ', line(check.expected, 400)),
          ...tell('      got       ', line(check.actual ?? '', 400)),
        ]),
    ...check.commands.map((command, index) => `      ${index === 0 ? 'see it' : '      '}    ${line(command, 4000)}`),
    ...(before === undefined ? transcript(check) : [`      went on   as in ${line(before, 200)}`]),
    ...(check.replay === null ? [] : [`      again     ${command} ${line(check.replay, 1000)}`]),
  ];
}

/** Lines of a transcript that a terminal shows of each check. */
const TRANSCRIPT = 24;

/** What went on between a client and the servers. */
function transcript({ transcript: text }: ReportedCheck): readonly string[] {
  if (text === undefined) return [];
  const lines = text.split('\n');
  const more = lines.length - TRANSCRIPT;
  return [
    ...lines.slice(0, TRANSCRIPT).map((text) => `      ${line(text, 240)}`),
    ...(more > 0 ? [`        … ${more} more lines are in the reports`] : []),
  ];
}

/** Checks that a finding names beside the one that shows it best. */
const NAMED = 4;

function causeOf({ faults, checks }: ReportedFinding, { tell }: Pen): readonly string[] {
  const others = checks.slice(1);
  const rest = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
  return [
    ...faults.slice(0, 1).flatMap(({ sentence }) => tell('      perhaps   ', line(sentence, 400))),
    ...(others.length === 0 ? [] : tell('      explains  ', `${others.slice(0, NAMED).join(', ')}${rest}`)),
  ];
}

/** Skips by cause and reason, so that nothing that was not asked reads as green. */
function skips({ checks }: RunReport, { tell }: Pen): readonly string[] {
  const reasons = new Map<string, number>();
  for (const { verdict, cause, reason } of checks) {
    if (verdict === 'skipped') reasons.set(`${cause}: ${reason}`, (reasons.get(`${cause}: ${reason}`) ?? 0) + 1);
  }
  return [...reasons].flatMap(([reason, count]) => tell(`Skipped ${String(count).padStart(3)}  `, line(reason, 200)));
}

function numbers(
  { conformance, coverage, requests, durationMs, seed, interrupted, accepted, weakSecrets = [] }: RunReport,
  { paint, tell }: Pen,
): readonly string[] {
  const style: Style = conformance.passed < conformance.judged ? 'red' : 'green';
  const holds = paint(style, `${conformance.passed} of ${conformance.judged} must clauses judged hold`);
  const judged = `${coverage.judged} of ${coverage.total} must clauses judged`;
  const sent = `${requests.sent} sent, ${requests.shared} shared, in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}`;
  const weak = `${weakSecrets.join(', ')}: cleaned in headers and form fields only`;
  return [
    ...tell(`${paint('bold', 'Conformance')}  `, `${holds}${inBrackets(conformance.ratio)}`),
    ...tell(`${paint('bold', 'Coverage')}     `, `${judged}${inBrackets(coverage.ratio)}`),
    ...tell('Requests     ', sent),
    ...(accepted > 0 ? [`Baseline     ${accepted} accepted`] : []),
    ...(weakSecrets.length > 0 ? tell(paint('yellow', 'Secrets      '), weak) : []),
    ...(interrupted ? [paint('yellow', 'Interrupted  the run did not come to its end')] : []),
  ];
}

const inBrackets = (ratio: number | null): string => (ratio === null ? '' : ` (${percent(ratio)})`);

/** What a target sends is data: on one line, with nothing that a terminal would obey. */
const line = (text: string, length: number): string => excerpt(text, length).replaceAll('\n', '\\n');
