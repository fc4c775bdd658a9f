/**
 * Describes in words what a finding is, and what may explain it: a mistake, or an earlier response
 * with the same body.
 */

import { listInWords } from '../in-words.js';
import type { ReportedCheck, ReportedFinding, RunReport } from '../schema/types.js';
import { type Violation, violationSentence } from './sentence.js';

/**
 * Describes the other checks of the finding, and the mistake that explains it. The result
 * is undefined if there is neither, or if the check has no finding.
 */
export function causeOf({ id }: ReportedCheck, { findings }: RunReport): string | undefined {
  const finding = findings.find(({ checks }) => checks.includes(id));
  if (finding === undefined) return undefined;
  const words = [...partIn(finding, id), ...[explanationOf(finding) ?? []].flat()].join('; ');
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

/** A cause is a mistake that explains responses, or a feature that is not implemented. */
export const hasCause = ({
  faults,
  missing,
}: Pick<ReportedFinding, 'faults' | 'missing'>): boolean =>
  faults.length > 0 || missing !== undefined;

/** What the named mistakes explain, or what the wrong requests have in common. */
export function explanationOf({
  faults,
  common,
}: Pick<ReportedFinding, 'faults' | 'common'>): string | undefined {
  const [first, ...others] = faults;
  if (first === undefined)
    return common === undefined ? undefined : `all wrong requests have this: ${common}`;
  const { answers: count = 0 } = first;
  const responses = count === 1 ? '1 wrong response' : `${count} wrong responses`;
  const explained = `this mistake explains ${responses}`;
  return others.length === 0
    ? `${explained}, and no response contradicts it`
    : `${explained}; no response distinguishes it from: ${others.map(({ sentence }) => sentence).join('; ')}`;
}

export function sameBodyOf({ sameBody }: Pick<ReportedFinding, 'sameBody'>): string | undefined {
  if (sameBody === undefined) return undefined;
  const { exchange, differs, agoMs } = sameBody;
  const ago = agoMs === undefined ? '' : `, ${durationOf(agoMs)} before`;
  return `the body is that of the response to request ${exchange}${ago}, which is the same request with another ${listInWords(differs)}: a cache may have returned it, or the target ignores the difference`;
}

const durationOf = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`);

/** The title of a finding: what is missing, or else the mistake, or else the clearest violation. */
export function titleOf(
  { faults, missing }: Pick<ReportedFinding, 'faults' | 'missing'>,
  lead: Pick<ReportedCheck, 'title' | 'level' | 'reason' | keyof Violation>,
): string {
  const [mistake] = faults;
  if (missing !== undefined) return missing;
  if (mistake === undefined) return headingOf(lead);
  const { sentence, requires } = mistake;
  return requires === undefined ? sentence : `${sentence}; ${requires}`;
}

/** What a check found, in one sentence. Without a violation it is the reason or the title. */
const headingOf = ({
  title,
  level,
  reason,
  expected,
  actual,
  sentence,
}: Pick<ReportedCheck, 'title' | 'level' | 'reason' | keyof Violation>): string =>
  expected === null || actual === null
    ? (reason ?? title)
    : violationSentence({ expected, actual, sentence }, level);

/**
 * The title of the finding that the check leads, or else the violation. The result is undefined
 * unless the check failed or warned.
 */
export function violationOf(
  check: Pick<ReportedCheck, 'id' | 'verdict' | 'title' | 'level' | 'reason' | keyof Violation>,
  { findings }: Pick<RunReport, 'findings'>,
): string | undefined {
  if (check.verdict !== 'failed' && check.verdict !== 'warning') return undefined;
  return findings.find(({ lead }) => lead === check.id)?.title ?? headingOf(check);
}
