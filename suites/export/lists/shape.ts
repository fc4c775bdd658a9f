import { only } from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { checks } from '../check.js';
import { filtered } from '../filters/filtered.js';
import { mostTelling } from '../mutants/distinguishing-criteria.js';

/** What a list of products looks like (EXP-LIST-1 to EXP-LIST-4). */
export const listShape = checks({
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
});
