import { expect, it } from 'vitest';
import { PACED_BUDGET } from '../src/harness/index.js';
import { type TrialOptions, trial } from '../src/selftest/trial.js';

/** The checks that left rows out. */
async function leaving(options: TrialOptions): Promise<readonly string[]> {
  const verdicts = await trial({}, options);
  return verdicts.filter(({ leftOut }) => leftOut !== undefined).map(({ check }) => check);
}

// The export API is held to it where its whole run is looked at: tests/cli.whole.test.ts.
it('leaves nothing out of any check where no budget limits the run', async () => {
  expect(await leaving({ wanted: ({ interface: name }) => name !== 'export' })).toEqual([]);
});

it('says what a budget leaves out, in all interfaces', async () => {
  const checks = await leaving({ maxRequests: PACED_BUDGET });
  for (const name of ['export', 'templates', 'platform', 'handover'])
    expect(checks.filter((id) => id.startsWith(`${name}.`))).not.toEqual([]);
});
