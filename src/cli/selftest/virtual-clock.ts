import type { Clock } from '../../http/index.js';

/** A clock on which waiting takes no time: sleeping moves it on. Judge and server share one, so that tokens expire at once. */
export function virtualClock(start = Date.now()): Clock {
  let skipped = 0;
  const begun = performance.now();
  return {
    now: () => start + (performance.now() - begun) + skipped,
    sleep: async (ms) => {
      skipped += ms;
    },
  };
}
