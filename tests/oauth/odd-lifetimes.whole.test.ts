import { expect, it } from 'vitest';
import { runSuites } from '../../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { inTokens } from '../../src/reference/defects/change.js';
import { startReference } from '../../src/reference/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';

it.each([0.5, 1e-9, 0, -5, 1e308, null])(
  'a token response with an expires_in of %s is tested with bounded requests and waits, and the other checks pass',
  async (lifetime) => {
    const clock = virtualClock();
    const behaviour = inTokens(({ tokenBody }) => ({
      tokenBody: (...about) => ({ ...tokenBody(...about), expires_in: lifetime }),
    }));
    const begun = clock.now();
    const server = await startReference({ clock: clock.now, behaviour });
    const events: LedgerEvent[] = [];
    try {
      await runSuites(suites, targetFrom({ ...server.target, timeout: '5s' }, 'reference'), {
        clock,
        wanted: (check) => check.interface === 'templates',
        toolVersion: 'test',
        record: (event) => void events.push(event),
      });
    } finally {
      await server.close();
    }
    const { verdicts, footer } = foldLedger(events);
    const ids = (verdict: string) =>
      verdicts.filter((one) => one.verdict === verdict).map(({ check }) => check);
    expect(footer?.sent).toBeLessThan(420);
    // No check waits out the leeway of a token that lives for less than a second.
    expect(clock.now() - begun).toBeLessThan(20_000);
    expect(ids('inconclusive')).toEqual([]);
    expect(ids('passed').length).toBeGreaterThanOrEqual(35);
    expect(
      ids('failed').filter((id) => !/^templates\.(token\.response|lifetime\.expired)$/.test(id)),
    ).toEqual([]);
  },
);
