import fc from 'fast-check';
import { PACED_BUDGET } from '../../harness/index.js';
import type { VerdictEvent } from '../../ledger/index.js';
import { arbitraryServer, type HonestServer, honestOptions } from '../../reference/index.js';
import { complains } from './matrix.js';
import { trial } from './trial.js';

/** An honest server, and how it is judged. */
export interface HonestTrial {
  readonly server: HonestServer;
  readonly seed: number;
  /** Requests at most; undefined asks everything. */
  readonly maxRequests: number | undefined;
  /** Whether the records are known from a file. */
  readonly fixture: boolean;
}

export const arbitraryTrial: fc.Arbitrary<HonestTrial> = fc.record({
  server: arbitraryServer,
  seed: fc.nat(1000),
  maxRequests: fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 8, arbitrary: fc.constantFrom(60, PACED_BUDGET, PACED_BUDGET, 400) },
  ),
  fixture: fc.boolean(),
});

/** What is wrongly said of an honest server: a failure, a warning that nothing earns, an open question. */
export async function wrongWords({
  server,
  seed,
  maxRequests,
  fixture,
}: HonestTrial): Promise<readonly VerdictEvent[]> {
  const verdicts = await trial(honestOptions(server), {
    seed,
    fixture,
    inProcess: true,
    ...(maxRequests === undefined ? {} : { maxRequests }),
  });
  const isLive = server.life.sells !== undefined || server.variants.includes('platform.entities-come');
  const wrong = verdicts.filter((event) => event.verdict === 'failed' || (event.verdict === 'inconclusive' && !isLive));
  const warnings = verdicts.filter((event) => complains(event) && event.verdict === 'warning');
  return [...wrong, ...warnings];
}
