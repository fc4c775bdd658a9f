/** Words and marks for the states of a finding. */

import type { PastFinding, PastVerdict } from '../../schema/types.js';

/** Words for the state of a finding in the last run. */
export const STATE_WORDS: Readonly<Record<PastFinding['state'], string>> = {
  new: 'new',
  back: 'failing again',
  open: 'still failing',
  unjudged: 'no longer tested',
  accepted: 'accepted by the baseline',
  gone: 'fixed',
};

/** Marks for a finding in one run. The marks of several runs form a time line. */
export const MARKS: Readonly<Record<PastVerdict, string>> = {
  failed: '✗',
  warning: '!',
  accepted: '≈',
  passed: '✓',
  unjudged: '–',
};
