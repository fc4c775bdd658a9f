import { expect, it } from 'vitest';
import { untrueOf, untruePairs } from '../bench/untrue.js';

/** Three pairs of each kind; the whole trial is a test of its own. */
const SOME = 12;

it.each(untruePairs(SOME).map((pair) => [pair.spoiling.id, pair.other.id, pair] as const))(
  'states nothing untrue about a server with %s and %s',
  async (_, __, pair) => {
    const { untrue } = await untrueOf(pair);
    expect(untrue).toEqual([]);
  },
);
