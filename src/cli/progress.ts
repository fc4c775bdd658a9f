import type { LedgerEvent } from '../ledger/index.js';
import type { Io } from './io.js';

/** A line on stderr that says how far a run is; only on a terminal, or every tenth of the way without one. */
export function startProgress(
  io: Io,
  expected: { readonly requests: number; readonly durationMs: number },
): { readonly see: (event: LedgerEvent) => void; readonly end: () => void } {
  const begun = io.clock.now();
  let sent = 0;
  let verdicts = 0;
  let failed = 0;
  let shown = -1;
  const line = (): string => {
    const left = Math.max(0, expected.durationMs - (io.clock.now() - begun));
    const eta = expected.durationMs > 2000 ? `, about ${Math.ceil(left / 1000)} s to go` : '';
    return `${sent} of about ${expected.requests} requests, ${verdicts} checks judged, ${failed} failed${eta}`;
  };
  return {
    see(event) {
      if (event.type === 'exchange') sent += 1;
      if (event.type === 'verdict') verdicts += 1;
      if (event.type === 'verdict' && event.verdict === 'failed') failed += 1;
      if (io.terminal.err) {
        io.err(`\r\u001b[K${line()}`);
        return;
      }
      const tenth = Math.floor((10 * sent) / Math.max(1, expected.requests));
      if (expected.durationMs > 10_000 && tenth > shown) {
        shown = tenth;
        io.err(`${line()}\n`);
      }
    },
    end() {
      if (io.terminal.err) io.err('\r\u001b[K');
    },
  };
}
