import { expect, it } from 'vitest';
import { postgres } from './engines.js';
import { FAULTS } from './faults.js';
import { judged } from './judge-engine.js';
import { products } from './products.js';

const names = Object.keys(FAULTS).filter(
  (_, index) => process.env.ASSAY_NIGHTLY !== undefined || index % 6 === 0,
);

/** Products of which two and two have times on the same day, which some faults do not tell apart. */
const RECORDS = products(230).map((product, at, all) => {
  const before = String(all[at - 1]?.created_at);
  return at % 2 === 0
    ? product
    : { ...product, created_at: `${before.slice(0, 10)} 23:59:5${at % 10}` };
});

/** A fault of a server on Postgres is found, by a check of a clause that it violates. */
it.each(names)('finds that %s', async (name) => {
  const { fault, clauses } = FAULTS[name] ?? {};
  if (fault === undefined || clauses === undefined) throw new Error(`no fault ${name}`);
  const verdicts = await judged(await postgres('C'), {
    options: {},
    records: RECORDS,
    fault,
  });
  const found = verdicts.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning');
  const all = found.map(({ check, clauses: [clause], reason }) => `${clause} ${check}: ${reason}`);
  expect(
    found.map(({ clauses: [clause] }) => clause),
    all.join('\n'),
  ).toEqual(expect.arrayContaining([expect.stringMatching(clauses)]));
});
