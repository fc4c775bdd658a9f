import { type Launch, runClient } from '../../src/clients/index.js';
import type { LedgerEvent, VerdictEvent } from '../../src/ledger/index.js';
import { scenarios } from '../../suites/clients/index.js';

/** Puts a client through the scenarios whose ids start so, and answers the verdicts by scenario. */
export async function trialOf(launch: Launch, prefixes: readonly string[]): Promise<ReadonlyMap<string, VerdictEvent>> {
  const verdicts = new Map<string, VerdictEvent>();
  const record = (event: LedgerEvent): void => {
    if (event.type === 'verdict') verdicts.set(event.check, event);
  };
  const chosen = scenarios.filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix)));
  const options = { launch, record, name: 'test', command: 'test', toolVersion: 'test', concurrency: 16 };
  await runClient(chosen, options);
  return verdicts;
}
