import { describe, expect, it } from 'vitest';
import type { Answer } from '../http/answer.js';
import type { Transport } from '../http/index.js';
import { Lost } from '../http/lost.js';
import { targetFrom } from '../settings/index.js';
import { type Check, checkOf } from './check.js';
import type { Context } from './context.js';
import { deviates } from './finding.js';
import { judgeBy } from './judge.js';
import { fewestConditions } from './reduce.js';
import { repeatViolation } from './repeat.js';
import type { Exchanged, Shown } from './rule.js';
import type { PreparedRulebook } from './rulebook.js';
import { openSession } from './session.js';
import { judgeIn } from './verdict.js';

interface Question {
  readonly path: string;
}
interface Exchange extends Exchanged<Question> {
  readonly value: unknown;
}
/** The value that the target must return; undefined if nothing is known. */
type Expected = number | undefined;

const ORIGIN = 'http://127.0.0.1:9';

/** A target that returns these numbers, one after another. */
function returning(...numbers: readonly number[]): Transport {
  const left = [...numbers];
  return {
    send: async () => ({
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from(JSON.stringify(left.shift() ?? null)),
    }),
    close: async () => undefined,
  };
}

const request = ({ path }: Question) => ({ interface: 'export', url: `${ORIGIN}/${path}` });
const exchangeOf = (answer: Answer): Exchange => ({
  question: { path: answer.request.url.slice(ORIGIN.length + 1) },
  answer,
  value: answer.json,
});

/** The only rule: the value is the expected one. `current` is the data when it is read again. */
function bookWith(current?: {
  readonly value: number;
}): PreparedRulebook<Question, Exchange, Expected> {
  return {
    request,
    ask: (context, question, options) => context.ask(request(question), options),
    read: exchangeOf,
    facts: async () => current?.value,
    unknown: undefined,
    judge: ({ value }, expected) => ({
      clauses: ['X-1'],
      violations:
        expected === undefined || value === expected
          ? []
          : [{ clause: 'X-1', expected: String(expected), actual: String(value) }],
    }),
    relate: () => [],
    repetitions: new WeakMap(),
    simpler: () => [],
    name: ({ path }) => path,
    ...(current === undefined
      ? {}
      : {
          renew: async () => current.value,
          changes: () => ({ since: 1, until: 1, what: 'values' }),
        }),
  };
}

function contextWith(transport: Transport, maxRequests?: number): Context {
  const target = targetFrom({ export: { baseUrl: ORIGIN } });
  const session = openSession(target, { transport, maxRequests });
  return session.scope({ name: 'test', interface: 'export' }).context;
}

async function found(context: Context): Promise<Shown<Exchange>> {
  const exchange = exchangeOf(await context.ask(request({ path: 'a' })));
  const actual = String(exchange.value);
  return { violation: { clause: 'X-1', expected: '7', actual }, exchanges: [exchange] };
}

async function seenOf(transport: Transport, maxRequests?: number) {
  const context = contextWith(transport, maxRequests);
  const result = await repeatViolation(context, bookWith(), await found(context), 7);
  return result.kind === 'shown' ? result.shown : undefined;
}

describe('a violation', () => {
  it('that occurs again was seen twice', async () => {
    expect((await seenOf(returning(1, 1)))?.violation.seen).toEqual({ times: 2, of: 2 });
  });

  it('that does not occur again was seen once', async () => {
    expect((await seenOf(returning(1, 7)))?.violation.seen).toEqual({ times: 1, of: 2 });
  });

  it('is not counted a second time by a stored response', async () => {
    const context = contextWith(returning(1, 1));
    const shown = await found(context);
    const stored = shown.exchanges[0]?.answer;
    // Such as a handover of real users, which is sent only once.
    const book = { ...bookWith(), ask: async () => stored ?? context.ask(request({ path: 'b' })) };
    const result = await repeatViolation(context, book, shown, 7);
    expect(result).toEqual({ kind: 'shown', shown });
  });

  it('is shown without a repetition if the budget is used up', async () => {
    const shown = await seenOf(returning(1), 1);
    expect(shown?.violation.seen).toBeUndefined();
    expect(shown?.cutShort).toBe(true);
  });

  it('is no violation if the repetition conforms to the data that was read after it', async () => {
    const context = contextWith(returning(1, 8));
    const result = await repeatViolation(context, bookWith({ value: 8 }), await found(context), 7);
    expect(result).toMatchObject({ kind: 'changed', facts: 8 });
  });

  it('stands if the repetition violates the data before and after it', async () => {
    const context = contextWith(returning(1, 1));
    const result = await repeatViolation(context, bookWith({ value: 8 }), await found(context), 7);
    expect(result).toMatchObject({
      kind: 'shown',
      shown: { violation: { expected: '8', seen: { times: 2, of: 2 } } },
    });
  });

  it('of several exchanges is that of the last round, if the data changes before it', async () => {
    const context = contextWith(returning(1, 2, 3));
    const data = [8, undefined];
    const book = bookWith({ value: 7 });
    const together: PreparedRulebook<Question, Exchange, Expected> = {
      ...book,
      relate: (exchanges, expected) =>
        exchanges.flatMap((one) =>
          book.judge(one, expected).violations.map((found) => ({ ...found, exchanges })),
        ),
      // Changed in the first round, unchanged in the second.
      renew: async () => data.shift(),
    };
    const shown: Shown<Exchange> = { ...(await found(context)), together: true };
    const result = await repeatViolation(context, together, shown, 7);
    expect(result).toMatchObject({
      kind: 'shown',
      shown: {
        violation: { expected: '8', actual: '2', seen: { times: 3, of: 3 } },
        exchanges: [{ value: 2 }],
      },
    });
  });

  it('is repeated once for all checks that find it', async () => {
    const context = contextWith(returning(1, 1, 7));
    const book = bookWith();
    const shown = await found(context);
    const both = await Promise.all([1, 2].map(() => repeatViolation(context, book, shown, 7)));
    const again = { kind: 'shown', shown: { violation: { seen: { times: 2, of: 2 } } } };
    expect(both).toMatchObject([again, again]);
  });

  it('is repeated again for other facts', async () => {
    const context = contextWith(returning(1, 1, 8));
    const book = bookWith();
    const shown = await found(context);
    await repeatViolation(context, book, shown, 7);
    expect(await repeatViolation(context, book, shown, 8)).toMatchObject({
      shown: { violation: { seen: { times: 1, of: 2 } } },
    });
  });

  it('whose repetition was lost is repeated again by another check', async () => {
    const context = contextWith(returning(1, 1));
    const { ask, ...book } = bookWith();
    const losing = {
      ...book,
      ask: async () => {
        throw new Lost('timeout', 'no response');
      },
    };
    const shown = await found(context);
    expect(await repeatViolation(context, losing, shown, 7)).toMatchObject({
      shown: { cutShort: true },
    });
    expect(await repeatViolation(context, { ...book, ask }, shown, 7)).toMatchObject({
      shown: { violation: { seen: { times: 2, of: 2 } } },
    });
  });

  it('is not repeated a second time', async () => {
    const context = contextWith(returning(1, 1, 1));
    const once = await found(context);
    const seen = { ...once, violation: { ...once.violation, seen: { times: 2, of: 2 } } };
    const result = await repeatViolation(context, bookWith(), seen, 7);
    expect(result).toEqual({ kind: 'shown', shown: seen });
  });
});

describe('a reduced violation of another clause', () => {
  /** Reduces a violation of X-2 that was seen twice. The simpler request `b` is one of X-1. */
  async function reduced(transport: Transport, current?: { readonly value: number }) {
    const context = contextWith(transport);
    const book: PreparedRulebook<Question, Exchange, Expected> = {
      ...bookWith(current),
      blames: 'the fewest conditions',
      simpler: ({ path }) => (path === 'a' ? [{ path: 'b' }] : []),
    };
    const { violation, exchanges } = await found(context);
    const seen = { times: 2, of: 2 };
    const first = { violation: { ...violation, clause: 'X-2', seen }, exchanges };
    const { violation: smallest } = await fewestConditions(context, book, first, 7);
    return smallest;
  }

  it('is reported if it is seen again', async () => {
    const both = { clause: 'X-1', seen: { times: 2, of: 2 } };
    expect(await reduced(returning(1, 2, 2))).toMatchObject(both);
  });

  it('is not reported if it is not seen again, or if the data changed', async () => {
    expect(await reduced(returning(1, 2, 7))).toMatchObject({ clause: 'X-2', actual: '1' });
    expect(await reduced(returning(1, 8, 8), { value: 8 })).toMatchObject({ clause: 'X-2' });
  });
});

describe('the failure of a check that has a course of its own', () => {
  const checkBy = (run: Check['run']): Check => ({
    ...checkOf(
      'export',
      { 'X-1': { level: 'must', text: 'seven' } },
      {
        id: 'x.y.z',
        clauses: ['X-1'],
        title: 'it is seven',
        requests: 2,
        run,
      },
    ),
    judge: judgeBy([], bookWith({ value: 8 })),
  });
  const verdictOf = async (run: Check['run'], transport: Transport) => {
    const target = targetFrom({ export: { baseUrl: ORIGIN } });
    return (await judgeIn(openSession(target, { transport }), checkBy(run))).event;
  };
  const askSeven = async (context: Context): Promise<string> => {
    const answer = await context.ask(request({ path: 'a' }));
    return answer.json === 7
      ? 'seven'
      : deviates({ expected: '7', actual: String(answer.json) }, answer);
  };

  it('is not withdrawn because the data changed, if one response shows it without facts', async () => {
    expect(await verdictOf(askSeven, returning(1, 7, 7))).toMatchObject({
      verdict: 'failed',
      seen: { times: 1, of: 2 },
    });
  });

  it('is that of the second run, if it rests on data that changed', async () => {
    const askWithFacts = async (context: Context): Promise<string> => {
      await context.facts.learn('export.seven', async () => 7);
      return askSeven(context);
    };
    expect(await verdictOf(askWithFacts, returning(1, 7, 7))).toMatchObject({ verdict: 'passed' });
  });
});
