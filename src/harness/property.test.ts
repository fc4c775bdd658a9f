import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Lost } from '../http/index.js';
import type { Context } from './context.js';
import { CheckEnded, deviates, inconclusive } from './finding.js';
import { property } from './property.js';

const contextOf = ({
  requests = 10,
  ...more
}: {
  requests?: number;
  replay?: string;
  seed?: number;
} = {}): Context => ({ budget: { requests }, run: { seed: 7, ...more } }) as unknown as Context;

/** A rule that always holds, with the values that were tried. */
const noting = () => {
  const tried: number[] = [];
  return { tried, rule: async (value: number): Promise<void> => void tried.push(value) };
};
const below =
  (limit: number, tried: number[] = []) =>
  async (value: number): Promise<void> => {
    tried.push(value);
    if (value >= limit) deviates({ expected: `less than ${limit}`, actual: String(value) });
  };
const found = (run: Promise<unknown>): Promise<CheckEnded> =>
  run.then(
    () => Promise.reject(new Error('something was to be found')),
    (error: unknown) => (error instanceof CheckEnded ? error : Promise.reject(error)),
  );
const counterexample = async (run: Promise<unknown>) => {
  const { finding } = await found(run);
  return finding.kind === 'deviates' ? finding : undefined;
};

it.each([
  ['so many values as its requests allow', { requests: 10 }, {}, 10],
  ['fewer where each costs several', { requests: 10 }, { cost: 3 }, 3],
  ['one at the least', { requests: 0 }, {}, 1],
  ['one at the least, whatever it costs', { requests: 2 }, { cost: 3 }, 1],
])('tries %s', async (_, context, options, count) => {
  const { tried, rule } = noting();
  expect(await property(contextOf(context), fc.integer(), rule, options)).toBe(count);
  expect(tried).toHaveLength(count);
});

it('tries examples first, and then the same values for the same seed', async () => {
  const [one, same, other] = [noting(), noting(), noting()];
  await property(contextOf(), fc.integer(), one.rule, { examples: [1, 2] });
  await property(contextOf(), fc.integer(), same.rule, { examples: [1, 2] });
  await property(contextOf({ seed: 8 }), fc.integer(), other.rule, { examples: [1, 2] });
  expect(one.tried.slice(0, 2)).toEqual([1, 2]);
  expect(same.tried).toEqual(one.tried);
  expect(other.tried).not.toEqual(one.tried);
});

it('reduces a counterexample, and returns the path that replays it', async () => {
  const finding = await counterexample(property(contextOf(), fc.nat(1000), below(100)));
  expect(finding).toMatchObject({ expected: 'less than 100', actual: '100' });
  const tried: number[] = [];
  const context = contextOf({ replay: finding?.replay ?? '' });
  expect(await counterexample(property(context, fc.nat(1000), below(100, tried)))).toMatchObject({
    actual: '100',
  });
  expect(tried).toEqual([100]);
});

it('replays one value that now conforms', async () => {
  const { tried, rule } = noting();
  expect(await property(contextOf({ replay: '3' }), fc.nat(1000), rule)).toBe(1);
  expect(tried).toHaveLength(1);
});

it('tries at most sixty smaller values', async () => {
  let calls = 0;
  const once = async (): Promise<void> => {
    calls += 1;
    if (calls === 1) deviates({ expected: 'nothing', actual: 'something' });
  };
  await found(property(contextOf(), fc.tuple(...Array.from({ length: 40 }, () => fc.nat())), once));
  expect(calls).toBe(61);
});

it('is inconclusive after a lost response, but ignores losses after a counterexample', async () => {
  const lost = async (): Promise<never> => {
    throw new Lost('reset', 'on the way');
  };
  await expect(property(contextOf(), fc.nat(), lost)).rejects.toBeInstanceOf(Lost);
  let calls = 0;
  const later = async (value: number): Promise<void> => {
    calls += 1;
    if (calls > 1) throw new Lost('reset', 'on the way');
    deviates({ expected: 'less', actual: String(value) });
  };
  const examples = [1000];
  expect(await counterexample(property(contextOf(), fc.nat(), later, { examples }))).toMatchObject({
    actual: '1000',
    replay: '0',
  });
  expect(calls).toBeGreaterThan(1);
});

it('throws a finding that is not a counterexample', async () => {
  const unknown = async (): Promise<never> => inconclusive('nobody knows');
  expect((await found(property(contextOf(), fc.nat(), unknown))).finding).toEqual({
    kind: 'inconclusive',
    reason: 'nobody knows',
  });
});
