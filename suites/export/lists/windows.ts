import { deviates } from '../../../src/harness/suite.js';
import { only } from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { checks } from '../ask.js';
import { filtered } from '../filters/filtered.js';
import { JUDGED } from '../judge/matching.js';
import { contrastsOf } from '../mutants/contrasts.js';
import { mostTelling } from '../mutants/distinguishing-criteria.js';
import type { Known } from '../survey/data.js';

function totals(known: Known): readonly (ProductsQuestion | undefined)[] {
  const { total, counted } = known.whole;
  if (counted !== undefined && counted.records !== total)
    deviates(`meta.total ${counted.records}, as a walk over all pages finds`, String(total), counted.answer);
  const example = mostTelling('=', known.survey) ?? contrastsOf('=', known.survey)[0];
  return [
    {},
    total > 1 ? { limit: 1, offset: 1 } : undefined,
    { offset: total + 1000 },
    example && filtered(known, only(example), { limit: 1 }),
    { limit: 2, offset: Math.max(0, total - 1) },
  ];
}

/** What a list of products looks like (EXP-LIST-1 to EXP-LIST-4), its limit, offset and total (EXP-LIST-5 and on). */
export const listWindows = checks({
  'EXP-LIST-1 export.list.envelope': {
    title: 'the first page in the JSON:API format',
    requests: 0,
    lacking: 'the destination contains no products, and an empty list is the same in both formats',
    factless: () => [{}],
  },
  'EXP-LIST-2 export.list.raw-items': {
    title: 'the members of items in both formats',
    requests: 0,
    lacking: 'needs a product',
    questions: () => [{}, { accept: PLAIN }],
  },
  'EXP-LIST-3 export.list.bare-array': {
    title: 'lists in the legacy format, also with parameters',
    requests: { least: 0, most: 3 },
    take: { least: 1, besides: -1 },
    lacking: 'the destination contains no products, and an empty list is the same in both formats',
    questions(known) {
      const plain: ProductsQuestion = { accept: PLAIN };
      const example = mostTelling('=', known.survey);
      return [
        plain,
        { ...plain, limit: 1 },
        { ...plain, limit: 2, offset: 1 },
        example && filtered(known, only(example), { ...plain, limit: 5 }),
      ];
    },
  },
  'EXP-LIST-4 export.list.types': {
    title: 'id, name, price, color and category in the records of the first page',
    requests: 0,
    lacking: 'needs a product with id, name, price, color or category',
    factless: () => [{}],
  },
  'EXP-LIST-5 export.list.defaults': {
    title: 'lists without limit and offset, in both formats and on the legacy route',
    requests: { least: 0, most: 1 },
    take: { least: 2, besides: -2 },
    questions: () => [{}, { accept: PLAIN }, { route: 'legacy', accept: PLAIN }],
    claims: (clause) => clause === 'EXP-ROUTE-7',
  },
  'EXP-LIST-6 export.list.window': {
    title: 'windows at the beginning, within and at the end of the list',
    requests: { least: 2, most: 9 },
    take: { least: 2 },
    questions({ whole: { total } }) {
      return [
        { limit: 1, offset: total > 1 ? 1 : 0 },
        { limit: 10, offset: Math.max(0, total - 7) },
        { limit: 2, accept: PLAIN },
        { limit: 3 },
        { limit: JUDGED, offset: 1 },
        { limit: 99, offset: 2 },
        { limit: 1, offset: Math.max(0, total - 1) },
        { offset: 5 },
        { limit: 7, offset: 101 },
      ].filter(({ offset = 0 }) => offset === 0 || offset < total);
    },
  },
  'EXP-LIST-7 export.list.total': {
    title: 'meta.total on several pages, past the end and with a filter',
    requests: { least: 3, most: 5 },
    take: { least: 3, besides: -1 },
    questions: totals,
    claims: (clause) => clause === 'EXP-FILT-12',
  },
});
