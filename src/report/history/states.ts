import type { PastFinding, PastVerdict } from '../../schema/types.js';

/** The state of a finding in the last run, in words. */
export const STATE_WORDS: Readonly<Record<PastFinding['state'], string>> = {
  new: 'new',
  back: 'failing again',
  open: 'still failing',
  unjudged: 'no longer tested',
  accepted: 'accepted by the baseline',
  gone: 'fixed',
};

/** The verdict of a finding in one run as a mark, so that a row of them reads as a time line. */
export const MARKS: Readonly<Record<PastVerdict, string>> = {
  failed: '✗',
  warning: '!',
  accepted: '≈',
  passed: '✓',
  unjudged: '–',
};
