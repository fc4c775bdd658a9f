import { expect, it } from 'vitest';
import { untrueOf, untruePairs } from '../bench/untrue.js';

/** Some pairs; all of them are in `untrue.whole.test.ts`, which runs nightly. */
const SOME = 4;

it.each(untruePairs(SOME).map((pair) => [pair.spoiling.id, pair.other.id, pair] as const))(
  'states nothing untrue about a server with %s and %s',
  async (_, __, pair) => {
    const { untrue } = await untrueOf(pair);
    expect(untrue).toEqual([]);
  },
);
