/** Counts the outcomes of requests. */

import type { LoadTally } from '../../schema/types.js';
import type { Outcome, Request, Ticket } from '../engine/ticket.js';

export type Tally = { -readonly [key in keyof Required<LoadTally>]: Required<LoadTally>[key] };

export const newTally = (): Tally => ({
  offered: 0,
  answered: 0,
  timedOut: 0,
  failed: 0,
  dropped: 0,
  errors: 0,
  throttled: 0,
  checked: 0,
  wrong: 0,
  resent: 0,
  bytes: 0,
  served: 0,
  statuses: {},
  failures: {},
});

export function mergeTallies(tallies: readonly LoadTally[]): Tally {
  const sum = newTally();
  for (const tally of tallies) {
    addCounts(sum.statuses, tally.statuses);
    addCounts(sum.failures, tally.failures);
    for (const key of NUMBERS) sum[key] += tally[key];
    sum.served += servedIn(tally);
  }
  return sum;
}

/**
 * Responses with an expected status that were received in time. Reports of other load testers do
 * not say when responses were received, so all of them count.
 */
export const servedIn = ({
  served,
  answered,
  throttled,
  errors,
}: Pick<LoadTally, 'served' | 'answered' | 'throttled' | 'errors'>): number =>
  served ?? answered - throttled - errors;

/** The members of a tally that are single numbers. */
const NUMBERS = [
  'offered',
  'answered',
  'timedOut',
  'failed',
  'dropped',
  'errors',
  'throttled',
  'checked',
  'wrong',
  'resent',
  'bytes',
] as const;

/** Adds the counts of `from` to `to`, key by key. */
export function addCounts(
  to: Record<string, number>,
  from: Readonly<Record<string, number>>,
): void {
  for (const [key, count] of Object.entries(from)) to[key] = (to[key] ?? 0) + count;
}

export const sentOf = ({ offered, dropped }: LoadTally): number => offered - dropped;

/** Sent requests without a response, or with an unexpected status other than 429. */
export const failedRequestsIn = ({ errors, timedOut, failed }: LoadTally): number =>
  errors + timedOut + failed;

/** Adds the outcome of one request to the tally. `inTime`: before the end of the schedule. */
export function countOutcome(
  tally: Tally,
  ticket: Ticket,
  outcome: Outcome,
  inTime: boolean,
): void {
  if (ticket.tries > 1) tally.resent += ticket.tries - 1;
  if (outcome.kind === 'answered') {
    const { status, size } = outcome.answer;
    tally.answered += 1;
    tally.bytes += size;
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
    if (status === 429) tally.throttled += 1;
    else if (!isExpected(ticket.request, status)) tally.errors += 1;
    else if (inTime) tally.served += 1;
    return;
  }
  const reason = outcome.kind === 'timed-out' ? 'timed out' : outcome.reason;
  tally.failures[reason] = (tally.failures[reason] ?? 0) + 1;
  if (outcome.kind === 'timed-out') tally.timedOut += 1;
  else if (outcome.kind === 'failed') tally.failed += 1;
  else tally.dropped += 1;
}

/** Whether the request expects or tolerates the status. */
export const isExpected = ({ expects, tolerates }: Request, status: number): boolean =>
  status === expects || status === tolerates;

const NEARLY_ALL = 0.9;

/** Whether nearly all responses were 429, so that the results show only a rate limit. */
export const nearlyAllThrottled = ({
  throttled,
  answered,
}: Pick<LoadTally, 'throttled' | 'answered'>): boolean =>
  answered > 0 && throttled >= answered * NEARLY_ALL;
