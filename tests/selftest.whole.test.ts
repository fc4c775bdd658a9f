import { describe, expect, it } from 'vitest';
import { VARIANTS } from '../src/reference/index.js';
import { isFailureOrWarning } from '../src/selftest/matrix.js';
import { trial } from '../src/selftest/trial.js';
import { suites } from '../suites/index.js';

describe('healthy servers', () => {
  it('leaves a witness for every pass, a reason for every other verdict, and judges every must clause', async () => {
    const verdicts = await trial({});
    expect(
      verdicts.filter(isFailureOrWarning).map(({ check, reason }) => `${check}: ${reason}`),
    ).toEqual([]);
    expect(
      verdicts
        .filter(({ verdict, witness }) => verdict === 'passed' && !witness)
        .map(({ check }) => check),
    ).toEqual([]);
    expect(
      verdicts
        .filter(({ verdict, reason }) => verdict !== 'passed' && !reason)
        .map(({ check }) => check),
    ).toEqual([]);
    const judged = new Set(
      verdicts.filter(({ verdict }) => verdict === 'passed').flatMap(({ clauses }) => clauses),
    );
    const must = suites
      .filter(({ interface: one }) => one !== 'clients')
      .flatMap(({ clauses }) => Object.entries(clauses))
      .filter(([, { level }]) => level === 'must');
    // ETM-AUTH-3 is judged by revocation here; expiry needs a short-lived token.
    expect(must.map(([id]) => id).filter((id) => !judged.has(id))).toEqual([]);
  }, 60_000);

  it('comes to the same verdicts with another seed and with an answer that takes its time', async () => {
    const outcome = (verdicts: Awaited<ReturnType<typeof trial>>): string[] =>
      verdicts.map(({ check, verdict }) => `${check} ${verdict}`).sort();
    const [first, other, slow] = [
      await trial({}, { seed: 1, maxRequests: 145 }),
      await trial({}, { seed: 20, maxRequests: 145 }),
      await trial({ latencyMs: { min: 0, max: 5, seed: 3 } }, { maxRequests: 145 }),
    ];
    expect(outcome(other)).toEqual(outcome(first));
    expect(outcome(slow)).toEqual(outcome(first));
  }, 60_000);

  // A few of the variants here; `assay selftest` puts them all to every check.
  const some = VARIANTS.filter(({ large }, index) => large !== true && index % 40 === 7);
  it.each(some.map((variant) => [variant.id, variant] as const))(
    'does not fail %s',
    async (_, { options }) => {
      const verdicts = await trial(options, { maxRequests: 145 });
      expect(
        verdicts
          .filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')
          .map(({ check, reason }) => `${check}: ${reason}`),
      ).toEqual([]);
    },
    60_000,
  );
});
