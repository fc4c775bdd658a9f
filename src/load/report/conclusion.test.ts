import { describe, expect, it } from 'vitest';
import { newTally } from '../record/tally.js';
import { conclusionOf, isCertain } from './conclusion.js';

const totals = { ...newTally(), offered: 10, answered: 10 };
const late = { trustworthy: false, totals };

describe('a late load generator', () => {
  it.each([
    ['response.p95', false],
    ['throughput', false],
    ['timeouts', false],
    ['checks', true],
    ['throttled', true],
  ])('%s: certain %s', (metric, certain) => {
    expect(isCertain(metric, late)).toBe(certain);
    expect(isCertain(metric, { ...late, trustworthy: true })).toBe(true);
  });

  it('makes errors uncertain if requests timed out', () => {
    expect(isCertain('errors', late)).toBe(true);
    expect(isCertain('errors', { ...late, totals: { ...totals, timedOut: 1 } })).toBe(false);
  });

  it('makes abandoned visits uncertain if requests timed out or were not sent', () => {
    expect(isCertain('abandoned', late)).toBe(true);
    for (const some of [{ timedOut: 1 }, { dropped: 1 }])
      expect(isCertain('abandoned', { ...late, totals: { ...totals, ...some } })).toBe(false);
  });

  it('is unreliable instead of missed if requests timed out', () => {
    const thresholds = [{ metric: 'errors', max: 0, actual: 0.1, held: false } as const];
    const concluded = (timedOut: number) =>
      conclusionOf({ ...late, totals: { ...totals, timedOut }, thresholds });
    expect(concluded(1)).toBe('unreliable');
    expect(concluded(0)).toBe('missed');
  });
});
