import { expect, it } from 'vitest';
import { foldLedger } from '../../src/ledger/index.js';
import { judgeChanged, only, startChanged } from './changed.js';
import { few, inParts, isReal, moves, numbers, part } from './interrupted.js';

/**
 * Runs with interruptions at random moments, several in each. The nightly run has over 50 and over
 * 100 interruptions.
 */
const ROUNDS =
  process.env.ASSAY_NIGHTLY === undefined
    ? { handover: 12, verdicts: 8 }
    : { handover: 18, verdicts: 21 };

const outcomes = (ledger: ReturnType<typeof foldLedger>): readonly string[] =>
  ledger.verdicts.map(({ check, verdict }) => `${check} ${verdict}`).sort();

it('hands over never twice, however often it is interrupted and resumed', async () => {
  const random = numbers(12);
  let interrupted = 0;
  let sent = 0;
  for (let round = 0; round < ROUNDS.handover; round += 1) {
    const { target, arrived, close } = await startChanged(() => undefined);
    try {
      const { interruptions } = await inParts(
        target,
        () => 1 + random(round % 3 === 0 ? 70 : 14),
        moves,
      );
      interrupted += interruptions;
      const real = arrived.filter((one) => isReal(one, target));
      expect(real.length).toBeLessThanOrEqual(1);
      const asked = arrived.map(({ body, authorization }) => `${authorization} ${body}`);
      const repeated = asked.filter(
        (one, at) => one.includes(target.handover?.from ?? '-') && asked.indexOf(one) !== at,
      );
      expect(repeated).toEqual([]);
      sent += real.length;
    } finally {
      await close();
    }
  }
  expect(interrupted).toBeGreaterThanOrEqual(3 * ROUNDS.handover);
  expect(sent).toBeGreaterThan(0);
});

it('comes to the verdicts of the undisturbed run, however often it is interrupted', async () => {
  const { target, close } = await startChanged(() => undefined);
  const random = numbers(7);
  const wanted = few('platform', 'handover');
  try {
    const undisturbed = outcomes(
      foldLedger(await part(target, Number.POSITIVE_INFINITY, { wanted })),
    );
    let interrupted = 0;
    for (let round = 0; round < ROUNDS.verdicts; round += 1) {
      const { ledger, interruptions } = await inParts(target, () => random(20), { wanted });
      expect(outcomes(ledger)).toEqual(undisturbed);
      interrupted += interruptions;
    }
    expect(interrupted).toBeGreaterThanOrEqual(5 * ROUNDS.verdicts);
  } finally {
    await close();
  }
});

it('sends no real secret and no live token in any URL', async () => {
  const { arrived } = await judgeChanged(() => undefined, {
    target: { allow: { destructive: false, unsafeMethods: false } },
    wanted: only('export', 'templates'),
    recordExchanges: false,
    maxRequests: 400,
  });
  const { target, close } = await startChanged(() => undefined);
  await close();
  const secrets = [
    target.export?.destination?.token,
    target.export?.otherDestination?.token,
    target.templates?.client?.secret,
    target.templates?.otherClient?.secret,
  ].filter((one) => one !== undefined);
  expect(secrets).toHaveLength(4);
  for (const secret of secrets)
    expect(arrived.filter(({ url }) => decodeURIComponent(url).includes(secret))).toEqual([]);
  expect(arrived.filter(({ url }) => /eyJ[\w-]+\.eyJ/.test(url))).toEqual([]);
});
