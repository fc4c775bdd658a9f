/** How often a failure was seen when its requests were sent again. */

import type { ReportedCheck } from '../schema/types.js';

/** Returns undefined if the requests were not sent again. */
export function seenInWords({ seen }: Pick<ReportedCheck, 'seen'>): string | undefined {
  if (seen === undefined) return undefined;
  const words = `${seen.times} of ${seen.of}`;
  return seen.times < seen.of ? `${words}: it does not fail each time` : words;
}
