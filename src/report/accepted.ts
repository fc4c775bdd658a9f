import type { HeaderEvent, Verdict } from '../ledger/index.js';
import type { ReportedCheck } from '../schema/types.js';

/** Says of a check whether the baseline of its run accepts that it failed, on the day on which the run began. */
export function accepting({
  accepted = [],
  startedAt,
}: HeaderEvent): (id: string, verdict: Verdict) => Pick<ReportedCheck, 'accepted'> {
  const today = startedAt.slice(0, 10);
  const entries = new Map(
    accepted
      .filter(({ expires }) => expires === undefined || expires >= today)
      .map(({ check, ...why }) => [check, why] as const),
  );
  return (id, verdict) => {
    const why = verdict === 'failed' || verdict === 'warning' ? entries.get(id) : undefined;
    return why === undefined ? {} : { accepted: why };
  };
}

/** A verdict that the baseline accepts, or undefined. */
export const whyAccepted = ({ accepted }: ReportedCheck): string | undefined =>
  accepted === undefined
    ? undefined
    : [
        `accepted: ${accepted.reason}`,
        ...(accepted.expires === undefined ? [] : [`until ${accepted.expires}`]),
        ...(accepted.link === undefined ? [] : [accepted.link]),
      ].join(', ');
