/** Words and marks for the states of a finding. */

import type { PastFinding, PastVerdict } from '../../schema/types.js';

/** In the last run. */
export const STATE_WORDS: Readonly<Record<PastFinding['state'], string>> = {
  new: 'new',
  back: 'failing again',
  open: 'still failing',
  unjudged: 'no longer tested',
  accepted: 'accepted by the baseline',
  gone: 'fixed',
};

/** In one run. A row of marks reads as a time line. */
export const MARKS: Readonly<Record<PastVerdict, string>> = {
  failed: '✗',
  warning: '!',
  accepted: '≈',
  passed: '✓',
  unjudged: '–',
};
