import { describe, expect, it } from 'vitest';
import { type RunOptions, runSuites } from '../../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { type TargetFile, targetFrom } from '../../src/target/index.js';
import { suites } from '../../suites/index.js';
import { type Arrived, type Change, judgeChanged, only, startChanged } from './changed.js';

/** One part of a run that is killed when its ledger has so many lines: nothing after them is on the disk. */
async function part(target: TargetFile, lines: number, options: Partial<RunOptions>): Promise<readonly LedgerEvent[]> {
  const kill = new AbortController();
  const events: LedgerEvent[] = [];
  await runSuites(suites, targetFrom(target), {
    toolVersion: 'test',
    ...options,
    signal: kill.signal,
    record(event) {
      if (events.length < lines) events.push(event);
      if (events.length >= lines) kill.abort();
    },
  });
  return events;
}

/** Killed at one random moment after the other, and resumed each time, until it comes to its end. */
async function inParts(target: TargetFile, moments: () => number, options: Partial<RunOptions>) {
  let events: readonly LedgerEvent[] = [];
  let interruptions = 0;
  let parts = 0;
  for (;;) {
    const carried = events.some(({ type }) => type === 'header') ? { resumed: foldLedger(events) } : {};
    // Each part gets a little further than the one before it.
    const lines = parts < 6 ? events.length + 1 + moments() : Number.POSITIVE_INFINITY;
    events = await part(target, lines, { ...options, ...carried });
    if (lines === Number.POSITIVE_INFINITY) return { ledger: foldLedger(events), interruptions };
    if (foldLedger(events).footer?.interrupted !== false) interruptions += 1;
    parts += 1;
  }
}

/** The same numbers for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** The checks of interfaces but for rows of conditions, which ask much and tell nothing of interruptions. */
const few =
  (...names: readonly string[]): NonNullable<RunOptions['wanted']> =>
  (check) =>
    only(...names)(check) && !check.id.includes('.interaction.');

const outcomes = (ledger: ReturnType<typeof foldLedger>): readonly string[] =>
  ledger.verdicts.map(({ check, verdict }) => `${check} ${verdict}`).sort();

describe('a handover', () => {
  const isReal = ({ method, url, body, authorization }: Arrived, file: TargetFile): boolean =>
    method === 'POST' &&
    url.endsWith('/handover') &&
    body.includes(file.handover?.from ?? '-') &&
    authorization === `Bearer ${file.handover?.token}`;
  const moves = { wanted: few('handover'), allowDestructive: true };

  it('is never sent twice, over 50 interruptions and resumes at random moments', async () => {
    const random = numbers(12);
    let interrupted = 0;
    let sent = 0;
    for (let round = 0; round < 14; round += 1) {
      const { target, arrived, close } = await startChanged(() => undefined);
      try {
        const { interruptions } = await inParts(target, () => 1 + random(round % 3 === 0 ? 70 : 14), moves);
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
    expect(interrupted).toBeGreaterThanOrEqual(50);
    expect(sent).toBeGreaterThan(0);
  });

  it('stands in the ledger before it is sent; where its answer is lost it is inconclusive, and a rerun does not send it', async () => {
    const { target, arrived, close } = await startChanged((asked) => (isReal(asked, target) ? 'reset' : undefined));
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
      expect(message).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('not asked again') });
      await run({ intents: first.intents });
      expect(arrived.filter((one) => isReal(one, target))).toHaveLength(1);
    } finally {
      await close();
    }
  });
});

it('comes to the verdicts of the undisturbed run after 100 interruptions at random moments', async () => {
  const { target, close } = await startChanged(() => undefined);
  const random = numbers(7);
  const wanted = few('platform', 'handover');
  try {
    const undisturbed = outcomes(foldLedger(await part(target, Number.POSITIVE_INFINITY, { wanted })));
    let interrupted = 0;
    for (let round = 0; round < 19; round += 1) {
      const { ledger, interruptions } = await inParts(target, () => random(20), { wanted });
      expect(outcomes(ledger)).toEqual(undisturbed);
      interrupted += interruptions;
    }
    expect(interrupted).toBeGreaterThanOrEqual(100);
  } finally {
    await close();
  }
});

describe('what is sent', () => {
  it('holds no real secret and no live token in any URL', async () => {
    const { arrived } = await judgeChanged(() => undefined, {
      target: { allow: { destructive: false, unsafeMethods: false } },
      wanted: only('export', 'templates'),
      exchanges: false,
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

  it('goes to configured hosts alone: what discovery names elsewhere is reported', async () => {
    const foreign = await startChanged(() => undefined);
    const elsewhere = new URL(foreign.target.templates?.authUrl ?? '').origin;
    const change: Change = ({ url }, { body }) =>
      url.includes('openid-configuration')
        ? { body: body.replace(/("(?:jwks_uri|token_endpoint)":")http:\/\/[^/]+/g, `$1${elsewhere}`) }
        : undefined;
    try {
      const { report, failed } = await judgeChanged(change, { wanted: only('templates'), exchanges: false });
      expect(foreign.arrived).toEqual([]);
      expect(failed).toEqual([]);
      const endpoints = report.checks.find(({ id }) => id === 'templates.discovery.endpoints');
      expect(endpoints).toMatchObject({
        verdict: 'skipped',
        cause: 'safety',
        reason: expect.stringContaining(elsewhere),
      });
    } finally {
      await foreign.close();
    }
  });
});
