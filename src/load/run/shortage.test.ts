import { expect, it } from 'vitest';
import { newTally } from '../record/tally.js';
import { isCertain } from '../report/conclusion.js';
import { shortagesIn } from './shortage.js';

it('explains connections that this machine could not open, and no others', () => {
  expect(shortagesIn({ EADDRNOTAVAIL: 12, ECONNREFUSED: 3 })).toEqual([
    '12 times a connection could not be opened, because this machine had no free local port (EADDRNOTAVAIL). Keep connections open ("keepAlive": true), or lower the rate.',
  ]);
  expect(shortagesIn({ ECONNREFUSED: 3 })).toEqual([]);
  expect(shortagesIn()).toEqual([]);
});

it('makes the errors of such connections uncertain', () => {
  const totals = { ...newTally(), answered: 5, failed: 2 };
  const certain = (reason: string): boolean =>
    isCertain('errors', { trustworthy: false, totals: { ...totals, failures: { [reason]: 2 } } });
  expect(certain('EADDRNOTAVAIL')).toBe(false);
  expect(certain('ECONNRESET')).toBe(true);
});
