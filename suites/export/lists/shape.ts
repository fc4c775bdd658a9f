import { only } from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { check } from '../check.js';
import { filtered } from '../filters/filtered.js';
import { mostTelling } from '../mutants/distinguishing-criteria.js';

/** What a list of products looks like (EXP-LIST-1 to EXP-LIST-4). */
export const listShape = [
  check({
    id: 'export.list.envelope',
    clauses: ['EXP-LIST-1'],
    title: 'the first page in the JSON:API format',
    requests: 0,
    lacking: 'the destination contains no products, and an empty list is the same in both formats',
    factless: () => [{}],
  }),
  check({
    id: 'export.list.raw-items',
    clauses: ['EXP-LIST-2'],
    title: 'the members of items in both formats',
    requests: 0,
    lacking: 'needs a product',
    questions: () => [{}, { accept: PLAIN }],
  }),
  check({
    id: 'export.list.bare-array',
    clauses: ['EXP-LIST-3'],
    title: 'lists in the legacy format, with parameters too',
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
  }),
  check({
    id: 'export.list.types',
    clauses: ['EXP-LIST-4'],
    title: 'id, name, price, color and category in the records of the first page',
    requests: 0,
    lacking: 'needs a product with id, name, price, color or category',
    factless: () => [{}],
  }),
];
