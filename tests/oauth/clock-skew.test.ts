import { expect, it } from 'vitest';
import { runSuites } from '../../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { startReference } from '../../src/reference/index.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';

const HOUR = 3_600_000;

/** The verdict of the check of JWTs for a token server whose clock differs from ours. */
async function verdictWith(skewMs: number, defects: readonly string[] = []) {
  const server = await startReference({ clock: () => Date.now() + skewMs, defects });
  const events: LedgerEvent[] = [];
  try {
    await runSuites(suites, targetFrom(server.target, 'reference'), {
      wanted: ({ id }) => id === 'templates.token.jwt',
      preflight: false,
      toolVersion: 'test',
      record: (event) => void events.push(event),
    });
  } finally {
    await server.close();
  }
  const [verdict] = foldLedger(events).verdicts;
  return [verdict?.verdict, verdict?.reason];
}

it.each([0, 90_000, -90_000, 5 * HOUR, -5 * HOUR])(
  'accepts the tokens of a server whose clock differs by %s ms',
  async (skewMs) => {
    expect(await verdictWith(skewMs)).toEqual(['passed', undefined]);
  },
);

it.each([0, 5 * HOUR])(
  'warns of a wrong exp of a server whose clock differs by %s ms',
  async (skewMs) => {
    const [verdict, reason] = await verdictWith(skewMs, ['tokens.exp-an-hour-later']);
    expect(verdict).toBe('warning');
    expect(reason).toContain('exp in about');
  },
);
