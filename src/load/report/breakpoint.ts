import type { LoadReport } from '../../schema/types.js';
import { figure } from '../profile/index.js';

/** The breakpoint in one sentence, or that it was not reached. */
export function breakpointSentence({ highest, brokenAt, reason }: NonNullable<LoadReport['breakpoint']>): string {
  const why = reason === undefined ? '' : ` ${reason}`;
  if (highest === undefined) {
    return brokenAt === undefined
      ? 'No rate was tried.'
      : `Holds no rate that was tried; at ${figure(brokenAt, 'rate')}${why}.`;
  }
  const holds = `Holds ${figure(highest, 'rate')}`;
  return brokenAt === undefined
    ? `${holds}, the highest rate tried: the breakpoint was not reached.`
    : `${holds}; at ${figure(brokenAt, 'rate')}${why}.`;
}
