import { expect, it } from 'vitest';
import type { LoadProfile } from '../../schema/types.js';
import { withOverrides } from './overrides.js';

const profileOf = (stages: LoadProfile['stages']): LoadProfile => ({
  model: 'open',
  ...(stages === undefined ? {} : { stages }),
  scenarios: [{ flow: 'first-page' }],
});

it('keeps the load of a single stage if only the duration is given', () => {
  const { stages } = withOverrides(profileOf([{ duration: '10s', rate: 5 }]), { duration: '2s' });
  expect(stages).toEqual([{ name: 'constant', duration: '2s', rate: 5 }]);
});

it.each([
  ['a stage whose load changes', [{ duration: '10s', rate: 5, rampTo: 9 }]],
  [
    '2 stages',
    [
      { duration: '10s', rate: 5 },
      { duration: '10s', rate: 9 },
    ],
  ],
] as const)('does not guess which load of %s to keep', (words, stages) => {
  const profile = profileOf(stages as unknown as LoadProfile['stages']);
  expect(() => withOverrides(profile, { duration: '2s' })).toThrow(
    `--duration needs a load to keep, but the profile has ${words}. Add --rate`,
  );
});
