/** How often a failure was seen, and which other requests fail, in words. */

import { failsAtTimes } from '../ledger/index.js';
import type { ReportedCheck } from '../schema/types.js';

/** Returns undefined if the requests were not sent again. */
export function seenInWords({ seen }: Pick<ReportedCheck, 'seen'>): string | undefined {
  if (seen === undefined) return undefined;
  const words = `${seen.times} of ${seen.of}`;
  return failsAtTimes({ seen }) ? `${words}: it does not fail each time` : words;
}

/** The other requests of the check that fail. Returns undefined if there are none. */
export function failsTooInWords({ failsToo = [] }: Pick<ReportedCheck, 'failsToo'>) {
  return failsToo.length === 0 ? undefined : failsToo.join('; ');
}
