import { expect, it } from 'vitest';
import { OWN_FAULTS } from '../bench/own-faults.js';
import { ALL_PAIRS, untrueOf, untruePairs } from '../bench/untrue.js';
import { tryFindings } from '../bench/untrue-trial.js';
import { defect } from '../src/reference/defects/index.js';

it.each(untruePairs(ALL_PAIRS).map((pair) => [pair.spoiling.id, pair.other.id, pair] as const))(
  'states nothing untrue about a server with %s and %s',
  async (_, __, pair) => {
    const { untrue } = await untrueOf(pair);
    expect(untrue).toEqual([]);
  },
);

const reported = OWN_FAULTS.map(defect).filter(({ interface: name }) => name === 'export');

it.each(reported.map((one) => [one.id, one] as const))(
  'notices %s, and states nothing untrue about it',
  async (_, one) => {
    const { findings, untrue } = await tryFindings([one], { seed: 1 });
    expect(untrue).toEqual([]);
    expect(findings).toBeGreaterThan(0);
  },
);
