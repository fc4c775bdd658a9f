import { describe, expect, it } from 'vitest';
import { type RunOptions, runSuites } from '../../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';
import { type Change, judgeChanged, only, startChanged } from './changed.js';
import { isReal, moves } from './interrupted.js';

describe('a handover', () => {
  it('stands in the ledger before it is sent; where its answer is lost it is inconclusive, and a rerun does not send it', async () => {
    const { target, arrived, close } = await startChanged((asked) =>
      isReal(asked, target) ? 'reset' : undefined,
    );
    try {
      const events: LedgerEvent[] = [];
      let before = false;
      const run = async (more: Partial<RunOptions>) =>
        runSuites(suites, targetFrom(target), {
          toolVersion: 'test',
          ...moves,
          ...more,
          record(event) {
            events.push(event);
            if (event.type === 'intent' && event.name === 'handover.transfer')
              before = !arrived.some((one) => isReal(one, target));
          },
        });
      await run({});
      expect(before).toBe(true);
      const first = foldLedger(events);
      const message = first.verdicts.find(({ check }) => check === 'handover.transfer.message');
      expect(message).toMatchObject({
        verdict: 'inconclusive',
        reason: expect.stringContaining('not repeated'),
      });
      await run({ intents: first.intents });
      expect(arrived.filter((one) => isReal(one, target))).toHaveLength(1);
    } finally {
      await close();
    }
  });
});

describe('what is sent', () => {
  it('goes to configured hosts alone: what discovery names elsewhere is reported', async () => {
    const foreign = await startChanged(() => undefined);
    const elsewhere = new URL(foreign.target.templates?.authUrl ?? '').origin;
    const change: Change = ({ url }, { body }) =>
      url.includes('openid-configuration')
        ? {
            body: body.replace(
              /("(?:jwks_uri|token_endpoint)":")http:\/\/[^/]+/g,
              `$1${elsewhere}`,
            ),
          }
        : undefined;
    try {
      const { report, failed } = await judgeChanged(change, {
        wanted: only('templates'),
        recordExchanges: false,
      });
      expect(foreign.arrived).toEqual([]);
      expect(failed).toEqual([]);
      const endpoints = report.checks.find(({ id }) => id === 'templates.discovery.endpoints');
      expect(endpoints).toMatchObject({
        verdict: 'warning',
        actual: expect.stringContaining(elsewhere),
      });
    } finally {
      await foreign.close();
    }
  });
});
