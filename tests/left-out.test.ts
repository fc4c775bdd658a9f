import { expect, it } from 'vitest';
import { trial } from '../src/cli/selftest/trial.js';

/** The checks that left rows out, with how many. */
async function leftOut(maxRequests?: number): Promise<Readonly<Record<string, number>>> {
  const verdicts = await trial({}, maxRequests === undefined ? {} : { maxRequests });
  return Object.fromEntries(
    verdicts.flatMap(({ check, leftOut }) => (leftOut === undefined ? [] : [[check, leftOut]])),
  );
}

// Triples of conditions are no rows that are there to be taken: their check makes as many as it may ask, and its witness
// says how many of them it brought together.
it('leaves nothing out of any check where no budget limits the run', async () => {
  expect(await leftOut()).toEqual({});
});

it('says what a budget leaves out, in all interfaces', async () => {
  const checks = Object.keys(await leftOut(100));
  for (const name of ['export', 'templates', 'platform', 'handover'])
    expect(checks.filter((id) => id.startsWith(`${name}.`))).not.toEqual([]);
});
