import { describe, expect, it } from 'vitest';
import { suites } from '../suites/index.js';

describe.each(suites)('the places of $interface', ({ places = {}, clauses, checks }) => {
  const cells = Object.entries(places).flatMap(([place, { cells }]) =>
    Object.entries(cells).map(([shape, decision]) => ({ place, shape, decision })),
  );

  it('name checks that are there, each by a clause of its own', () => {
    const wrong = cells.filter(({ shape, decision }) => {
      if (!('by' in decision) || decision.by === undefined) return false;
      const [clause, id] = 'must' in decision ? decision.by.split(' ') : [undefined, decision.by];
      const check = checks.find((one) => one.id === id?.replace('*', shape));
      return (
        check === undefined ||
        (clause !== undefined && !(clause in clauses && check.clauses.includes(clause)))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('ask more than one shape each way', () => {
    expect(cells.filter(({ decision }) => 'must' in decision).length).toBeGreaterThan(5);
  });
});
