/**
 * Describes in words what a finding is, and what may explain it: a defect that reproduces it, or an
 * earlier response with the same body.
 */

import { listInWords } from '../in-words.js';
import { withoutName } from '../ledger/index.js';
import type { ReportedCheck, ReportedFinding, RunReport } from '../schema/types.js';
import { excerpt } from './visible.js';

/**
 * Describes the other checks of the finding, and the defect that reproduces the finding. The result
 * is undefined if there is neither, or if the check has no finding.
 */
export function causeOf({ id }: ReportedCheck, { findings }: RunReport): string | undefined {
  const finding = findings.find(({ checks }) => checks.includes(id));
  if (finding === undefined) return undefined;
  const words = [...partIn(finding, id), ...[reproducedBy(finding) ?? []].flat()].join('; ');
  return words === '' ? undefined : words;
}

function partIn(finding: ReportedFinding, id: string): readonly string[] {
  const { lead, checks } = finding;
  if (lead !== id) return [`same finding as ${lead}`];
  const others = checks.length - 1;
  if (others === 0) return [];
  const words = hasCause(finding) ? 'explains' : 'one finding with';
  return [`${words} ${others} other ${others === 1 ? 'check' : 'checks'}`];
}

/** A cause is a reproduced defect, or a feature that is not implemented. */
export const hasCause = ({
  faults,
  missing,
}: Pick<ReportedFinding, 'faults' | 'missing'>): boolean =>
  faults.length > 0 || missing !== undefined;

export function reproducedBy({ faults }: Pick<ReportedFinding, 'faults'>): string | undefined {
  const [first, ...others] = faults;
  if (first === undefined) return undefined;
  const { answers: count } = first;
  const number = count === undefined ? '' : `${count} `;
  const answers = count === 1 ? 'the same response' : `the same ${number}responses`;
  return others.length === 0
    ? `a server with this one fault gives ${answers} as the target: ${first.sentence}`
    : `servers with one of these faults give ${answers} as the target and cannot be distinguished: ${faults.map(({ sentence }) => sentence).join(' ')}`;
}

export function sameBodyOf({ sameBody }: Pick<ReportedFinding, 'sameBody'>): string | undefined {
  if (sameBody === undefined) return undefined;
  const { exchange, differs } = sameBody;
  return `the body equals that of the response to request ${exchange}, although the requests differ in ${listInWords(differs)}: a cache may have returned it, or the target ignores the difference`;
}

/** The maximum lengths of the actual and the expected result in a heading. */
const [ACTUAL_LENGTH, EXPECTED_LENGTH] = [60, 90];

/** Describes a violation in one line. */
export function headingOf({
  title,
  expected,
  actual,
}: Pick<ReportedCheck, 'title' | 'expected' | 'actual'>): string {
  if (expected === null || actual === null) return title;
  const received = withMessageOnly(actual.replace(/ \(and \d+ more responses?\)$/, ''));
  return `got ${excerpt(received, ACTUAL_LENGTH)} instead of ${excerpt(withoutName(expected), EXPECTED_LENGTH)}`;
}

/**
 * Shortens an error response with a JSON body to its status and the message in the body. Any other
 * text stays unchanged.
 */
function withMessageOnly(actual: string): string {
  const [, status, body = ''] = /^([45]\d\d) \S*json (\{.*)$/s.exec(actual) ?? [];
  const [, words] = /"(?:detail|error|message)":\s*"((?:[^"\\]|\\.)+)"/.exec(body) ?? [];
  return words === undefined ? actual : `${status} "${words}"`;
}
