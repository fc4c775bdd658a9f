import { expect, it } from 'vitest';
import { type Change, judgeChanged, type Passed } from '../gate/changed.js';

const RESTING = [
  'export.route.legacy',
  'export.filter.blank-encoding',
  'export.filter.random',
  'export.list.types',
  'export.negotiation.vary',
];

const isProducts = (url: string): boolean =>
  url.includes('products') || /^\/export-api\/\d/.test(url);

/** Prices are texts, as a database driver gives decimals. */
const decimalPrices: Change = ({ url }, { body }) =>
  isProducts(url)
    ? { body: body.replace(/"price":(-?[\d.]+)/g, (_, price: string) => `"price":"${price}"`) }
    : undefined;

/** Responses may be cached, but do not say that they depend on Accept. */
const withoutVary: Change = ({ url }, { headers }): Partial<Passed> | undefined => {
  const { vary: _, ...rest } = headers;
  return isProducts(url) ? { headers: { ...rest, 'cache-control': 'max-age=60' } } : undefined;
};

it.each([
  ['EXP-LIST-4', decimalPrices],
  ['EXP-NEG-9', withoutVary],
])(
  'a response that violates the should clause %s is evidence for must clauses',
  async (clause, change) => {
    const { report, failed } = await judgeChanged(change, {
      wanted: ({ id }) => RESTING.includes(id),
      recordExchanges: false,
    });
    const verdictOf = (id: string) => report.clauses.find((one) => one.id === id)?.verdict;
    expect(failed).toEqual([]);
    expect(verdictOf(clause)).toBe('warning');
    for (const id of ['EXP-ROUTE-2', 'EXP-FILT-13', 'EXP-FILT-17'])
      expect(verdictOf(id)).toBe('passed');
  },
);
