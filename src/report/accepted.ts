/** Compares failures with the entries of a baseline. */

import { defined } from '../defined.js';
import { type HeaderEvent, oneContainsOther } from '../ledger/index.js';
import type { AcceptedFailure, ReportedCheck } from '../schema/types.js';

/** Identifies a violation in another run. */
type Complaint = Pick<ReportedCheck, 'id' | 'verdict' | 'symptom' | 'conditions'>;

/** An entry without a symptom accepts any failure of its check. */
export const accepts = (
  { check, symptom, conditions = [] }: AcceptedFailure,
  { id, verdict, ...complaint }: Complaint,
): boolean =>
  check === id &&
  (verdict === 'failed' || verdict === 'warning') &&
  (symptom === undefined ||
    (symptom === complaint.symptom && oneContainsOther(conditions, complaint.conditions ?? [])));

/** Only entries that are valid on the first day of the run count. */
export function makeAcceptance({
  accepted = [],
  startedAt,
}: HeaderEvent): (complaint: Complaint) => Pick<ReportedCheck, 'accepted'> {
  const today = startedAt.slice(0, 10);
  const valid = accepted.filter(({ expires }) => expires === undefined || expires >= today);
  return (complaint) => {
    const entry = valid.find((one) => accepts(one, complaint));
    if (entry === undefined) return {};
    const { reason, expires, link } = entry;
    return { accepted: { reason, ...defined({ expires, link }) } };
  };
}

export const whyAccepted = ({ accepted }: ReportedCheck): string | undefined =>
  accepted === undefined
    ? undefined
    : [
        `accepted: ${accepted.reason}`,
        ...(accepted.expires === undefined ? [] : [`until ${accepted.expires}`]),
        ...(accepted.link === undefined ? [] : [accepted.link]),
      ].join(', ');
