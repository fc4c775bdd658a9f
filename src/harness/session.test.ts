import { describe, expect, it } from 'vitest';
import { Lost, type Transport } from '../http/index.js';
import type { LedgerEvent } from '../ledger/index.js';
import { targetFrom } from '../settings/index.js';
import { CheckEnded, inconclusive } from './finding.js';
import { openSession, type SessionOptions } from './session.js';

const baseUrl = 'http://127.0.0.1:9';
const target = targetFrom({ export: { baseUrl } });
const transport = (): Transport & { readonly sent: string[] } => {
  const sent: string[] = [];
  return {
    sent,
    send: async ({ url }) => {
      sent.push(url);
      return { status: 200, headers: [], body: Buffer.from('[]') };
    },
    close: async () => undefined,
  };
};
const opened = (options: SessionOptions = {}) =>
  openSession(target, { transport: transport(), ...options });
const scopeOf = (session: ReturnType<typeof opened>, name = 'a', of = 'export') =>
  session.scope({ name, interface: of });

describe('a fact of a session', () => {
  it('is learned once, and every scope that needs it records it', async () => {
    const session = opened();
    let learned = 0;
    const [one, other] = [scopeOf(session, 'one'), scopeOf(session, 'other')];
    const learn = async (): Promise<number> => ++learned;
    expect(
      await Promise.all(
        [one, other].map(({ context }) => context.facts.learn('export.fact', learn)),
      ),
    ).toEqual([1, 1]);
    expect([...one.used, ...other.used]).toEqual(['export.fact', 'export.fact']);
  });

  it('depends on the facts behind it, unless it stays valid without them', async () => {
    const session = opened();
    const { context, used } = scopeOf(session);
    await context.facts.learn('export.upper', (inner) =>
      inner.facts.learn('export.lower', async () => 1),
    );
    expect([...used].sort()).toEqual(['export.lower', 'export.upper']);
    const other = scopeOf(session, 'other');
    await other.context.facts.learn(
      'export.path',
      (inner) => inner.facts.learn('export.lower', async () => 1),
      'on nothing else',
    );
    expect([...other.used]).toEqual(['export.path']);
  });

  it('is tried three times after lost responses, and again after forgetFailures', async () => {
    const session = opened();
    let tries = 0;
    const learn = async (): Promise<never> => {
      tries += 1;
      throw new Lost('reset', 'on the way');
    };
    const ask = () =>
      scopeOf(session)
        .context.facts.learn('export.fact', learn)
        .catch(() => undefined);
    for (let turn = 0; turn < 5; turn += 1) await ask();
    expect(tries).toBe(3);
    session.forgetFailures();
    for (let turn = 0; turn < 5; turn += 1) await ask();
    expect(tries).toBe(6);
  });

  it('is stored if learning it ends with a deviation', async () => {
    const session = opened();
    let tries = 0;
    const learn = async (): Promise<never> => {
      tries += 1;
      throw new CheckEnded({ kind: 'deviates', expected: 'this', actual: 'that', answers: [] });
    };
    for (let turn = 0; turn < 2; turn += 1)
      await expect(scopeOf(session).context.facts.learn('export.fact', learn)).rejects.toThrow(
        'expected this',
      );
    expect(tries).toBe(1);
  });

  it('is learned and requested again after its interface was forgotten', async () => {
    const wire = transport();
    const session = opened({ transport: wire });
    let learned = 0;
    const ask = async () => {
      const { context } = scopeOf(session);
      for (const fact of ['export.fact', 'platform.fact'])
        await context.facts.learn(fact, async () => ++learned);
      await context.ask({ interface: 'export', url: `${baseUrl}/a` });
    };
    await ask();
    await ask();
    expect([learned, wire.sent.length]).toEqual([2, 1]);
    session.forget('export');
    expect(session.seen('export')).toEqual([]);
    await ask();
    expect([learned, wire.sent.length]).toEqual([3, 2]);
  });
});

describe('a request of a session', () => {
  it('is sent only to configured hosts', async () => {
    const wire = transport();
    const { context } = scopeOf(opened({ transport: wire }));
    await expect(
      context.ask({ interface: 'export', url: 'http://elsewhere.test/' }),
    ).rejects.toMatchObject({
      finding: {
        kind: 'inconclusive',
        reason: 'elsewhere.test is not configured: no request is sent to it',
      },
    });
    expect(wire.sent).toEqual([]);
  });

  it('is stored for its interface and for its check', async () => {
    const session = opened();
    const [one, other] = [scopeOf(session, 'one'), scopeOf(session, 'other')];
    const answer = await one.context.ask({ interface: 'export', url: `${baseUrl}/a` });
    expect(one.answers).toEqual([answer]);
    expect(other.answers).toEqual([]);
    expect(session.seen('export')).toEqual([answer]);
    expect(session.seen('platform')).toEqual([]);
  });

  it('is numbered after the last exchange of an interrupted run', async () => {
    const events: LedgerEvent[] = [];
    const { context } = scopeOf(
      opened({ firstExchange: 8, record: (event) => void events.push(event) }),
    );
    await context.ask({ interface: 'export', url: `${baseUrl}/a` });
    expect(events).toMatchObject([{ type: 'exchange', id: 8 }]);
  });
});

describe('an irreversible request', () => {
  it('is recorded before it is sent, and sent once, also in resumed runs', () => {
    const events: LedgerEvent[] = [];
    const session = opened({
      intents: ['moved before'],
      record: (event) => void events.push(event),
    });
    const { context } = scopeOf(session);
    context.run.recordIrreversible('move');
    expect(events).toEqual([{ type: 'intent', interface: 'export', name: 'move' }]);
    for (const name of ['move', 'moved before'])
      expect(() => scopeOf(session, 'other').context.run.recordIrreversible(name)).toThrow(
        CheckEnded,
      );
    expect(events).toHaveLength(1);
  });
});

it('gives each check its own seed, equal in every run with the same seed', () => {
  const seedOf = (seed: number, name: string): number =>
    scopeOf(opened({ seed }), name).context.run.seed;
  expect(seedOf(1, 'a')).toBe(seedOf(1, 'a'));
  expect(new Set([seedOf(1, 'a'), seedOf(1, 'b'), seedOf(2, 'a')]).size).toBe(3);
});

it('stops waiting when the run is interrupted', async () => {
  const stop = new AbortController();
  const { context } = scopeOf(opened({ signal: stop.signal }));
  const waiting = context.run.clock.sleep(60_000, stop.signal);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ kind: 'interrupted' });
});

it('does not share a fact that could not be learned', async () => {
  const { context, used } = scopeOf(opened());
  const learn = async (): Promise<never> => inconclusive('nobody knows');
  await expect(context.facts.learn('export.fact', learn)).rejects.toBeInstanceOf(CheckEnded);
  expect([...used]).toEqual(['export.fact']);
});

it('sends nothing after it was closed', async () => {
  const counting = transport();
  const session = opened({ transport: counting });
  await session.close();
  await expect(
    scopeOf(session).context.ask({ method: 'GET', url: `${baseUrl}/a`, interface: 'export' }),
  ).rejects.toThrow('the run is over');
  expect(counting.sent).toEqual([]);
});
