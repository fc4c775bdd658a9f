import { deviates, skip } from '../../../src/harness/suite.js';
import { only } from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/target.js';
import { requestProducts } from '../ask.js';
import { check } from '../check.js';
import { filtered } from '../filters/filtered.js';
import { mostTelling } from '../mutants/distinguishing-criteria.js';
import { expectPage } from '../product-page.js';
import { firstPage } from '../survey/survey.js';

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
    async run(context) {
      const envelope = await firstPage(context);
      const [first] = envelope.records;
      if (first === undefined) return skip('data', 'needs a product');
      const bare = expectPage(await requestProducts(context, { accept: PLAIN }));
      const wrapped = envelope.records.find(isResource);
      if (wrapped !== undefined && !bare.records.some(isResource))
        deviates(
          'the attributes themselves, as in the legacy format',
          JSON.stringify(wrapped).slice(0, 160),
          envelope.answer,
        );
      // A column may be called type: what counts is that the legacy format has it too.
      const columns = new Set(bare.records.flatMap((record) => Object.keys(record)));
      const added = envelope.records.flatMap((record) => Object.keys(record)).find((name) => !columns.has(name));
      if (added !== undefined && bare.records.length > 0)
        deviates('the members of the legacy format alone', `a member ${added}`, envelope.answer, bare.answer);
      return `${envelope.records.length} items with their attributes at the top`;
    },
  }),
  check({
    id: 'export.list.bare-array',
    clauses: ['EXP-LIST-3'],
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
        ...(example === undefined ? [] : [filtered(known, only(example), { ...plain, limit: 5 })]),
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

const isResource = (record: ProductRecord): boolean =>
  typeof record.attributes === 'object' &&
  record.attributes !== null &&
  Object.keys(record).every((name) => ['type', 'id', 'attributes', 'links', 'meta', 'relationships'].includes(name));
