import { describe, expect, it } from 'vitest';
import type { Transport } from '../http/index.js';
import { foldLedger, type LedgerEvent } from '../ledger/index.js';
import { targetFrom } from '../target/index.js';
import { type Check, checksFor, type Suite } from './check.js';
import { deviates, inconclusive, skip } from './finding.js';
import { runSuites } from './run.js';
import type { RunOptions } from './run-options.js';

const clauses = { 'X-1': { level: 'must', text: 'one' }, 'X-2': { level: 'must', text: 'two' } } as const;
const check = checksFor('export', clauses, []);
type Run = Check['run'];
const one = (id: string, run: Run, more: Partial<Check> = {}): Check => ({
  ...check({ id, clauses: ['X-1'], title: id, requests: 0, run }),
  ...more,
});
const passes: Run = async () => 'a witness';

/** Answers every request with an empty list, and counts. */
function counting(): Transport & { readonly sent: string[] } {
  const sent: string[] = [];
  return {
    sent,
    send: async ({ url }) => {
      sent.push(url);
      return { status: 200, headers: [['Content-Type', 'application/json']], body: Buffer.from('[]') };
    },
    close: async () => undefined,
  };
}

async function judged(
  checks: readonly Check[],
  options: Partial<RunOptions> = {},
  suite: Partial<Suite> = {},
  target = targetFrom({ export: { baseUrl: 'http://127.0.0.1:9' } }),
) {
  const events: LedgerEvent[] = [];
  const run = runSuites([{ interface: 'export', clauses, checks, preparation: 0, ...suite }], target, {
    toolVersion: 'test',
    transport: counting(),
    ...options,
    record: (event) => void events.push(event),
  });
  const thrown: unknown = await run.then(
    () => undefined,
    (error: unknown) => error,
  );
  const ledger = foldLedger(events);
  const verdicts = Object.fromEntries(
    ledger.verdicts.map(({ check: id, verdict, cause }) => [id, cause === undefined ? verdict : `${verdict} ${cause}`]),
  );
  return { events, ledger, verdicts, thrown };
}

const asks =
  (path: string): Run =>
  async (context) => {
    await context.send({ interface: 'export', url: `http://127.0.0.1:9/${path}` });
    return path;
  };

describe('a run', () => {
  it('asks what the budget allows, in the order of the checks, and says what it left out', async () => {
    const transport = counting();
    const { verdicts } = await judged(
      ['a', 'b', 'c'].map((id) => one(id, asks(id), { requests: 1 })),
      { transport, maxRequests: 2 },
    );
    expect(verdicts).toEqual({ a: 'passed', b: 'passed', c: 'skipped budget' });
    expect(transport.sent).toHaveLength(2);
  });

  it('sends what is asked twice once', async () => {
    const transport = counting();
    const { ledger } = await judged([one('a', asks('same')), one('b', asks('same'))], { transport });
    expect(transport.sent).toEqual(['http://127.0.0.1:9/same']);
    expect(ledger.footer).toMatchObject({ sent: 1, shared: 1 });
  });

  it('lets what holds in every answer pass only beside a check that judged its clause', async () => {
    const everywhere = one('everywhere', passes, { last: true });
    const empty = one('a', async () => skip('data', 'nothing there'));
    expect((await judged([empty, everywhere])).verdicts).toMatchObject({ everywhere: 'skipped prerequisite' });
    expect((await judged([one('a', passes), everywhere])).verdicts).toMatchObject({ everywhere: 'passed' });
    expect((await judged([everywhere])).verdicts).toMatchObject({ everywhere: 'passed' });
  });

  it('asks once more what stayed open, and what was not learned is learned anew', async () => {
    let tries = 0;
    const learns: Run = (context) =>
      context.shared('fact', async () => {
        tries += 1;
        return tries === 1 ? inconclusive('lost on the way') : 'learned';
      });
    expect((await judged([one('a', learns)])).verdicts).toEqual({ a: 'passed' });
    expect(tries).toBe(2);
  });

  it('takes back what rests on a fact that changed, and nothing else', async () => {
    const rests: Run = (context) => context.shared('data', async () => 'as it was');
    const { verdicts } = await judged(
      [one('rests', rests), one('stands', passes)],
      {},
      {
        drift: async () => new Map([['data', 'the data changed']]),
      },
    );
    expect(verdicts).toEqual({ rests: 'inconclusive', stands: 'passed' });
  });

  it('goes on where it was interrupted: what is judged stands, what was open is asked', async () => {
    const asked: string[] = [];
    const noting = (id: string, run: Run): Check =>
      one(id, (context) => {
        asked.push(id);
        return run(context);
      });
    const checks = [noting('a', passes), noting('b', passes)];
    const { events } = await judged(checks);
    const cut = foldLedger(
      events.filter((event) => event.type !== 'footer' && !(event.type === 'verdict' && event.check === 'b')),
    );
    asked.length = 0;
    expect((await judged(checks, { resumed: cut })).verdicts).toEqual({ a: 'passed', b: 'passed' });
    expect(asked).toEqual(['b']);
  });

  it('judges the others where one check has a fault of ours, and throws it at the end', async () => {
    const faulty: Run = async () => {
      throw new TypeError('ours');
    };
    const { verdicts, thrown } = await judged([one('a', faulty), one('b', passes)]);
    expect(verdicts).toEqual({ a: 'inconclusive', b: 'passed' });
    expect(thrown).toBeInstanceOf(TypeError);
  });

  it('ends with the complaints by their causes', async () => {
    const broken: Run = async () => deviates('this', 'that');
    const { events } = await judged([one('a', broken), one('b', passes)]);
    expect(events.slice(-2)).toMatchObject([{ type: 'finding', lead: 'a', clause: 'X-1' }, { type: 'footer' }]);
  });

  it('asks once more never what cannot be taken back', async () => {
    let tries = 0;
    const open: Run = async () => {
      tries += 1;
      return inconclusive('lost on the way');
    };
    const target = targetFrom({ export: { baseUrl: 'http://127.0.0.1:9' }, allow: { destructive: true } });
    const moves = one('a', open, { permission: 'destructive' });
    expect((await judged([moves], { allowDestructive: true }, {}, target)).verdicts).toEqual({ a: 'inconclusive' });
    expect(tries).toBe(1);
    expect((await judged([one('a', open)])).verdicts).toEqual({ a: 'inconclusive' });
    expect(tries).toBe(3);
  });

  it('judges once more what rested on data that changed, where no budget forbids it', async () => {
    const rests: Run = (context) => context.shared('export.data', async () => 'as it is');
    let looks = 0;
    const drift = async (): Promise<ReadonlyMap<string, string>> => {
      looks += 1;
      return new Map(looks === 1 ? [['export.data', 'the data changed']] : []);
    };
    expect((await judged([one('a', rests)], {}, { drift })).verdicts).toEqual({ a: 'passed' });
    expect(looks).toBe(2);
    looks = 0;
    const { verdicts } = await judged([one('a', rests)], { maxRequests: 5 }, { drift });
    expect(verdicts).toEqual({ a: 'inconclusive' });
    expect(looks).toBe(1);
  });

  it('begins no further check once so many failed, and names those that it left out', async () => {
    const broken: Run = async () => deviates('this', 'that');
    const checks = ['a', 'b', 'c'].map((id) => one(id, broken));
    const target = targetFrom({ export: { baseUrl: 'http://127.0.0.1:9' }, concurrency: 1 });
    const { verdicts } = await judged(checks, { bail: 1 }, {}, target);
    expect(verdicts).toEqual({ a: 'failed', b: 'skipped prerequisite', c: 'skipped prerequisite' });
    const accepted = ['a', 'b'].map((id) => ({ check: id, reason: 'known' }));
    expect((await judged(checks, { bail: 1, accepted }, {}, target)).verdicts).toEqual({
      a: 'failed',
      b: 'failed',
      c: 'failed',
    });
  });

  it('judges nothing where something stands in the way, and says what', async () => {
    let ran = false;
    const run: Run = async () => {
      ran = true;
      return 'a witness';
    };
    const preflight = async (): Promise<string> => 'the address is wrong';
    const { verdicts, ledger } = await judged([one('a', run)], { preflight: true }, { preflight });
    expect(verdicts).toEqual({ a: 'skipped prerequisite' });
    expect(ledger.footer?.preflight).toEqual(['the address is wrong']);
    expect(ran).toBe(false);
    expect((await judged([one('a', run)], {}, { preflight })).verdicts).toEqual({ a: 'passed' });
  });

  it('carries over what stands and asks again what was open, with exchanges numbered on', async () => {
    const checks = [
      one('a', asks('a')),
      one('b', async () => inconclusive('lost')),
      one('c', asks('c'), { requests: 1 }),
    ];
    const { events } = await judged(checks, { maxRequests: 1 });
    const cut = foldLedger(events.filter(({ type }) => type !== 'footer' && type !== 'finding'));
    const { ledger, verdicts } = await judged(checks, { resumed: cut });
    expect(verdicts).toEqual({ a: 'passed', b: 'inconclusive', c: 'passed' });
    expect([...ledger.exchanges.keys()]).toEqual([1, 2]);
    expect(ledger.footer?.sent).toBe(2);
  });

  it('is a ledger with a footer where it was interrupted, and leaves open what it could not ask', async () => {
    const stop = new AbortController();
    const stops: Run = async () => {
      stop.abort();
      return 'a witness';
    };
    const target = targetFrom({ export: { baseUrl: 'http://127.0.0.1:9' }, concurrency: 1 });
    const { verdicts, ledger } = await judged([one('a', stops), one('b', passes)], { signal: stop.signal }, {}, target);
    expect(verdicts).toEqual({ a: 'passed' });
    expect(ledger.footer?.interrupted).toBe(true);
  });
});
