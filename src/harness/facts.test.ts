import { expect, it } from 'vitest';
import { Lost } from '../http/index.js';
import { Facts } from './facts.js';
import { CheckEnded } from './finding.js';

const lost = new Lost('reset', 'on the way');
const open = new CheckEnded({ kind: 'inconclusive', reason: 'nobody knows' });
const wrong = new CheckEnded({ kind: 'deviates', expected: 'this', actual: 'that', answers: [] });

/** Learns a fact a number of times, and counts the attempts. */
async function learned(
  facts: Facts<string>,
  name: string,
  times: number,
  what: Error | string,
): Promise<number> {
  let attempts = 0;
  for (let turn = 0; turn < times; turn += 1) {
    const entry = facts.learn(name, () => {
      attempts += 1;
      return {
        value: typeof what === 'string' ? Promise.resolve(what) : Promise.reject(what),
        scope: name,
      };
    });
    expect(entry.scope).toBe(name);
    await entry.value.catch(() => undefined);
  }
  return attempts;
}

it.each<readonly [string, Error | string, number]>([
  ['a learned fact', 'a fact', 1],
  ['a violation', wrong, 1],
  ['an internal error', new TypeError('ours'), 1],
  ['a lost response', lost, 3],
  ['an inconclusive result', open, 3],
])('stops after %s, and at the latest after three attempts', async (_, what, times) => {
  expect(await learned(new Facts(), 'export.fact', 5, what)).toBe(times);
});

it('forgets the facts of one interface', async () => {
  const facts = new Facts<string>();
  for (const name of ['export.fact', 'exports.fact', 'platform.fact', 'export'])
    await learned(facts, name, 1, 'a fact');
  facts.forget('export');
  expect(await learned(facts, 'export.fact', 2, 'a fact')).toBe(1);
  for (const name of ['exports.fact', 'platform.fact', 'export'])
    expect(await learned(facts, name, 1, 'a fact')).toBe(0);
});

it('tries a failed fact again after forgetFailures, and keeps learned facts', async () => {
  const facts = new Facts<string>();
  await learned(facts, 'export.known', 1, 'a fact');
  expect(await learned(facts, 'export.fact', 4, lost)).toBe(3);
  facts.forgetFailures();
  expect(await learned(facts, 'export.known', 1, 'a fact')).toBe(0);
  expect(await learned(facts, 'export.fact', 4, lost)).toBe(3);
});

it('counts the failures of each fact separately', async () => {
  const facts = new Facts<string>();
  expect(await learned(facts, 'export.one', 2, lost)).toBe(2);
  expect(await learned(facts, 'export.other', 5, lost)).toBe(3);
  expect(await learned(facts, 'export.one', 2, lost)).toBe(1);
});

it('learns a fact again after `forgetFailures` if it failed, but not if it was learned', async () => {
  const facts = new Facts<string>();
  await learned(facts, 'export.failed', 3, lost);
  await learned(facts, 'export.learned', 1, lost);
  expect(await learned(facts, 'export.learned', 1, 'a fact')).toBe(1);
  facts.forgetFailures();
  expect(await learned(facts, 'export.failed', 1, 'a fact')).toBe(1);
  expect(await learned(facts, 'export.learned', 1, 'a fact')).toBe(0);
});
