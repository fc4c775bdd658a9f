import { expect, it } from 'vitest';
import { inPlatform } from '../src/reference/defects/change.js';
import { products } from '../src/reference/index.js';
import { trial } from '../src/selftest/trial.js';

/** Entities that go while they are judged. */
const leaving = inPlatform(({ window }) => {
  let pages = 0;
  return {
    window: (all, query) => {
      pages += 1;
      return window(
        all.filter((_, at) => at % 7 !== 3 || at > (pages / 20) * 7),
        query,
      );
    },
  };
});

it('accuses no collection whose entities go while it is judged, and says why it cannot tell', async () => {
  const verdicts = await trial(
    { behaviour: leaving },
    { wanted: ({ interface: name }) => name === 'platform' },
  );
  expect(verdicts.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  const open = verdicts.filter(({ verdict }) => verdict === 'inconclusive');
  expect(open.length).toBeGreaterThan(0);
  expect(new Set(open.map(({ reason }) => reason))).toEqual(
    new Set(['entities were added or removed during the run; run again while they do not change']),
  );
});

it('accuses a page that contradicts itself, whatever comes or goes', async () => {
  const verdicts = await trial(
    { behaviour: leaving, defects: ['platform.count-is-the-total'] },
    { wanted: ({ interface: name }) => name === 'platform' },
  );
  const failed = verdicts.filter(({ verdict }) => verdict === 'failed');
  expect(new Set(failed.flatMap(({ clauses }) => clauses))).toEqual(new Set(['PLT-PAGE-2']));
});

it('does not take a list with the filters of another request for removed records', async () => {
  const records = products(260, 977).map((one) => ({ ...one, id: one.id + 300 }));
  const verdicts = await trial(
    { records, defects: ['export.interaction.filters-of-the-last-request'] },
    {
      seed: 1,
      fixture: false,
      inProcess: true,
      wanted: ({ interface: name }) => name === 'export',
    },
  );
  const failed = verdicts.filter(({ verdict }) => verdict === 'failed');
  expect(failed.flatMap(({ clauses }) => clauses)).toContain('EXP-LIST-11');
});

it('does not ask for a long number again that another one has replaced', async () => {
  const records = [
    { price: 1_000_000_000_000_000, sku: 2 },
    { price: -0.5, sku: 1 },
  ];
  const later = { from: 36, records: records.map((one) => ({ ...one, price: one.price + 1 })) };
  const verdicts = await trial(
    { records, later },
    {
      seed: 954,
      fixture: false,
      inProcess: true,
      wanted: ({ interface: name }) => name === 'export',
    },
  );
  expect(verdicts.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  expect(verdicts.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(60);
});
