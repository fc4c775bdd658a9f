import { deviates, expectSchema, expectStatus, skip } from '../../../src/harness/index.js';
import { only } from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/index.js';
import { requestProducts } from '../ask.js';
import { check } from '../check.js';
import { needFormat } from '../judge/need-format.js';
import { distinguishingCriteria } from '../mutants/distinguishing-criteria.js';
import { expectPage } from '../product-page.js';
import { firstPage, surveyOf } from '../survey/survey.js';

/** What a list of products looks like (EXP-LIST-1 to EXP-LIST-4). */
export const listShape = [
  check({
    id: 'export.list.envelope',
    clauses: ['EXP-LIST-1'],
    title: 'the envelope holds data, an array of objects, and meta with integer total, limit and offset',
    requests: 0,
    async run(context) {
      const answer = await needFormat(context, await requestProducts(context, {}));
      expectStatus(answer, 200);
      const { data, meta } = expectSchema(answer, 'export/product-list');
      return `${data.length} objects; total ${meta.total}, limit ${meta.limit}, offset ${meta.offset}`;
    },
  }),
  check({
    id: 'export.list.raw-items',
    clauses: ['EXP-LIST-2'],
    title: 'items are the raw attribute objects, not resources of type, id and attributes',
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
    title: 'the legacy format is a bare array',
    requests: { least: 0, most: 3 },
    async run(context) {
      const answer = await needFormat(context, await requestProducts(context, { accept: PLAIN }));
      expectStatus(answer, 200);
      const { length } = expectSchema(answer, 'export/products');
      if (length > 0) {
        // Where no row is asked the data need not be known.
        const survey = context.budget.requests > 0 ? await surveyOf(context) : undefined;
        const [example] =
          survey === undefined
            ? []
            : (['text', 'number'] as const).flatMap((kind) => distinguishingCriteria('=', kind, survey, 1));
        const requests: readonly ProductsQuestion[] = [
          { limit: 1 },
          { limit: 2, offset: 1 },
          ...(example === undefined ? [] : [{ filter: only(example.criterion), limit: 5 }]),
        ];
        for (const request of context.budget.take(requests)) {
          const other = await requestProducts(context, { ...request, accept: PLAIN });
          if (other.status === 200) expectSchema(other, 'export/products');
        }
      }
      return `${length} objects`;
    },
  }),
  check({
    id: 'export.list.types',
    clauses: ['EXP-LIST-4'],
    title: 'commonly present properties have their documented types',
    requests: 0,
    async run(context) {
      const { answer, records } = await firstPage(context);
      const known = ['id', 'name', 'price', 'color', 'category'].filter((name) =>
        records.some((record) => Object.hasOwn(record, name)),
      );
      if (known.length === 0) return skip('data', 'needs a product with id, name, price, color or category');
      const types: Readonly<Record<string, (value: unknown) => boolean>> = {
        id: Number.isInteger,
        price: (value) => typeof value === 'number',
      };
      for (const record of records) {
        for (const name of known) {
          const value = record[name];
          const fits = types[name] ?? ((value: unknown) => typeof value === 'string');
          // A null may be served as empty text.
          if (value !== null && value !== undefined && value !== '' && !fits(value)) {
            deviates(
              `${name} as ${name === 'id' ? 'an integer' : name === 'price' ? 'a number' : 'a string'}`,
              JSON.stringify(value),
              answer,
            );
          }
        }
      }
      return `${known.join(', ')} in ${records.length} records`;
    },
  }),
];

const isResource = (record: ProductRecord): boolean =>
  typeof record.attributes === 'object' &&
  record.attributes !== null &&
  Object.keys(record).every((name) => ['type', 'id', 'attributes', 'links', 'meta', 'relationships'].includes(name));
