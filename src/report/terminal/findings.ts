/** The findings in the terminal report. */

import type { ReportedCheck, ReportedFinding, RunReport } from '../../schema/types.js';
import { explanationOf, hasCause, sameBodyOf } from '../cause.js';
import { countsInWords } from '../counts.js';
import { levelInWords } from '../level.js';
import type { Pen } from '../pen.js';
import { rerunCommand } from '../rerun.js';
import { failsTooInWords, seenInWords } from '../seen.js';
import { commandLines, headOf, line, transcript } from './check-lines.js';

/** If `verbose` is false, only this number of findings is shown with evidence. */
const MAX_DETAILED = 4;

interface FindingsOptions {
  readonly pen: Pen;
  /** The command with which the user calls Assay. */
  readonly command: string;
  /** Prints every finding with its evidence. */
  readonly verbose: boolean;
}

/**
 * Prints the findings, most serious first. The first four are shown with the evidence of the check
 * that shows the violation most clearly, and with the names of the other failed checks of the
 * finding. Of each further finding only the title is shown. Unimplemented features are shown in
 * addition to the four.
 */
export function findings(
  report: RunReport,
  { pen, command, verbose }: FindingsOptions,
): readonly string[] {
  const leads = report.findings.flatMap((finding) => {
    const lead = report.checks.find(({ id }) => id === finding.lead);
    return lead === undefined ? [] : [{ finding, lead }];
  });
  if (leads.length === 0) return [];
  const transcripts = new Map<string, string>();
  let detailed = 0;
  const lines = leads.flatMap(({ finding, lead }, index) => {
    const { id, transcript: text = '' } = lead;
    const transcriptIn = transcripts.get(text);
    if (text !== '') transcripts.set(text, transcriptIn ?? id);
    const isShort = !verbose && detailed >= MAX_DETAILED && !isMissing(finding);
    if (isShort) return headOf(titled(lead, finding), pen);
    if (!isMissing(finding)) detailed += 1;
    const next = leads[index + 1]?.finding;
    return [
      ...evidenceOf(lead, finding, report, { pen, command, transcriptIn }),
      ...causeOf(finding, pen),
      // The two lines of an unimplemented feature need no blank line before the next such feature.
      ...(isMissing(finding) && isMissing(next) ? [] : ['']),
    ];
  });
  const withoutEvidence = leads.filter(({ finding }) => !isMissing(finding)).length - detailed;
  return [
    ...pen.wrap('', pen.paint('bold', `Findings     ${countsInWords(report)}`)),
    ...lines,
    ...(withoutEvidence > 0 ? [...pen.wrap('  ', whereEvidenceIs(withoutEvidence)), ''] : []),
  ];
}

const whereEvidenceIs = (findingCount: number): string =>
  findingCount === 1
    ? 'The evidence of the last finding is in the report; --verbose prints it.'
    : `The evidence of the last ${findingCount} findings is in the report; --verbose prints it.`;

/** Gives the check the title of the finding, with the number of responses that show it. */
const titled = (check: ReportedCheck, { title, responses }: ReportedFinding): ReportedCheck => ({
  ...check,
  title: responses > 1 ? `${title} (${responses} responses)` : title,
});

/** Whether the finding is an unimplemented feature. */
const isMissing = (finding: ReportedFinding | undefined): boolean => finding?.missing !== undefined;

interface EvidenceOptions {
  readonly pen: Pen;
  readonly command: string;
  /** The id of the check under which the same transcript was already printed. */
  readonly transcriptIn: string | undefined;
}

/** Commands are not wrapped, so that they can be pasted. */
function evidenceOf(
  check: ReportedCheck,
  finding: ReportedFinding,
  report: RunReport,
  { pen, command, transcriptIn }: EvidenceOptions,
): readonly string[] {
  const { wrap } = pen;
  const clause = report.clauses.find(({ id }) => id === check.clauses[0]);
  const seen = seenInWords(check);
  const also = failsTooInWords(check);
  const again = rerunCommand(check, command);
  // An unimplemented feature needs no example of a wrong response.
  if (isMissing(finding))
    return [...headOf({ ...check, title: finding.title }, pen), ...commandLines(check)];
  return [
    ...headOf(titled(check, finding), pen),
    ...(clause === undefined
      ? []
      : wrap('      clause    ', `${line(clause.text, 1000)} (${levelInWords(clause, check)})`)),
    ...(check.expected === null
      ? wrap('      ', line(check.reason ?? '', 400))
      : [
          ...wrap('      expected  ', line(check.expected, 400)),
          ...wrap('      got       ', line(check.actual ?? '', 400)),
          ...(seen === undefined ? [] : [`      seen      ${seen}`]),
          ...(also === undefined ? [] : wrap('      also for  ', line(also, 400))),
        ]),
    ...(check.response === undefined ||
    check.transcript !== undefined ||
    isAlike(check.actual, check.response)
      ? []
      : wrap('      response  ', line(check.response, 500))),
    ...commandLines(check),
    ...(transcriptIn === undefined
      ? transcript(check)
      : [`      transcript as in ${line(transcriptIn, 200)}`]),
    ...(again === undefined ? [] : [`      re-run    ${line(again, 1000)}`]),
  ];
}

/**
 * A response is not printed if the actual result begins with this number of characters of the
 * response, because it would only repeat the result.
 */
const COMPARED_CHARACTERS = 60;

function isAlike(actual: string | null, response: string): boolean {
  const shown = response.replace(/^sent \S+; /, '').slice(0, COMPARED_CHARACTERS);
  return actual?.startsWith(shown) === true;
}

/** At most this number of other checks of a finding is named. */
const MAX_NAMED = 4;

function causeOf(finding: ReportedFinding, { wrap }: Pen): readonly string[] {
  const { checks } = finding;
  const explanation = explanationOf(finding);
  const isCause = finding.faults.length > 0;
  const sameBody = explanation === undefined ? sameBodyOf(finding) : undefined;
  const others = checks.slice(1);
  const rest = others.length > MAX_NAMED ? ` and ${others.length - MAX_NAMED} more` : '';
  return [
    ...(sameBody === undefined ? [] : wrap('      same body ', line(sameBody, 300))),
    ...(explanation === undefined
      ? []
      : wrap(isCause ? '      cause     ' : '      in common ', line(explanation, 700))),
    ...(others.length === 0
      ? []
      : wrap(
          hasCause(finding) ? '      explains  ' : '      also      ',
          `${others.slice(0, MAX_NAMED).join(', ')}${rest}`,
        )),
  ];
}
