import { scenarios } from '../../suites/clients/index.js';
import type { LedgerEvent, VerdictEvent } from '../ledger/index.js';
import type { Launch } from './launch.js';
import { runClient } from './run.js';

/**
 * Tests a client with the scenarios whose ids begin with one of the prefixes. Returns the verdicts
 * by the ids of the scenarios.
 */
export async function trialOf(
  launch: Launch,
  prefixes: readonly string[],
): Promise<ReadonlyMap<string, VerdictEvent>> {
  const verdicts = new Map<string, VerdictEvent>();
  const record = (event: LedgerEvent): void => {
    if (event.type === 'verdict') verdicts.set(event.check, event);
  };
  const chosen = scenarios.filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix)));
  const options = {
    launch,
    record,
    name: 'trial',
    command: 'trial',
    toolVersion: 'trial',
    concurrency: 16,
  };
  await runClient(chosen, options);
  return verdicts;
}
