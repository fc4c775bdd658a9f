import { describe, expect, it } from 'vitest';
import { DEFECTS, defect } from './index.js';

describe('defects', () => {
  it('have unique ids and a sentence', () => {
    expect(new Set(DEFECTS.map(({ id }) => id)).size).toBe(DEFECTS.length);
    expect(DEFECTS.filter(({ id }) => !/^[a-z0-9]+(?:[.-][a-z0-9]+)+$/.test(id))).toEqual([]);
    expect(DEFECTS.filter(({ sentence }) => !/^[A-Z“‘`].+\.$/.test(sentence))).toEqual([]);
    expect(() => defect('export.none')).toThrow(RangeError);
  });

  it('are at least 160, and at least 3 for each clause that needs several defects', () => {
    const counts = new Map<string, number>();
    for (const { clause } of DEFECTS) counts.set(clause, (counts.get(clause) ?? 0) + 1);
    expect(DEFECTS.length).toBeGreaterThanOrEqual(160);
    const several = [...counts].filter(([clause]) =>
      /^(?:EXP-FILT|EXP-AUTH|ETM-AUTH|EXP-LIST-[5-8]|PLT-PAGE-[3-6])/.test(clause),
    );
    expect(several.filter(([, count]) => count < 3)).toEqual([]);
  });
});
