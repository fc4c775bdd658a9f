/** Compares failures with the entries of a baseline. */

import { defined } from '../defined.js';
import { type HeaderEvent, oneContainsOther } from '../ledger/index.js';
import type { AcceptedFailure, ReportedCheck } from '../schema/types.js';

/** Identifies a violation in another run. */
type Complaint = Pick<ReportedCheck, 'id' | 'verdict' | 'symptom' | 'conditions'>;

/**
 * Whether an entry of the baseline accepts a failure or a warning. An entry without a symptom
 * accepts any failure and any warning of its check.
 */
export const accepts = (
  { check, symptom, conditions = [] }: AcceptedFailure,
  { id, verdict, ...complaint }: Complaint,
): boolean =>
  check === id &&
  (verdict === 'failed' || verdict === 'warning') &&
  (symptom === undefined ||
    (symptom === complaint.symptom && oneContainsOther(conditions, complaint.conditions ?? [])));

/**
 * Returns a function that finds the entry of the baseline for a failure or a warning. Entries that
 * expired before the day on which the run started are ignored.
 */
export function makeAcceptance({
  accepted = [],
  startedAt,
}: HeaderEvent): (complaint: Complaint) => Pick<ReportedCheck, 'accepted'> {
  const today = startedAt.slice(0, 10);
  const valid = accepted.filter(({ expires }) => expires === undefined || expires >= today);
  return (complaint) => {
    const entry = valid.find((candidate) => accepts(candidate, complaint));
    if (entry === undefined) return {};
    const { reason, expires, link } = entry;
    return { accepted: { reason, ...defined({ expires, link }) } };
  };
}

/** Returns the reason, the last day and the link of an accepted failure in one line. */
export function whyAccepted({ accepted }: ReportedCheck): string | undefined {
  if (accepted === undefined) return undefined;
  const parts = [
    `accepted: ${accepted.reason}`,
    ...(accepted.expires === undefined ? [] : [`until ${accepted.expires}`]),
    ...(accepted.link === undefined ? [] : [accepted.link]),
  ];
  return parts.join(', ');
}
