import { holdsIf, must, type Ruling, should } from '../../../src/harness/topic.js';
import { grouped, memoizedByObject } from '../../../src/memoized.js';
import { only } from '../../../src/protocol/export/filter.js';
import type { ProductPage } from '../../../src/protocol/export/product-page.js';
import { isUnknown, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { hostileParameter } from '../../../src/protocol/hostile.js';
import { isObject, membersOf } from '../../../src/schema/json-value.js';
import type { Exchange } from '../model/exchange.js';
import { onceEach } from '../model/expected-records.js';
import { isHostile } from '../model/hostile.js';
import { inTheOtherFormat } from '../negotiation/other-format.js';
import { filtered } from '../questions/filtered.js';
import { EMPTY_IN_BOTH } from '../questions/no-products.js';
import { agreeing, type Pages } from '../relations/agreement.js';
import { alsoInForeignTraffic } from '../relations/foreign-traffic.js';
import { comparing, type ExportRule, type ExportTopics, isJsonApi } from '../topic.js';
import { mostDistinguishing } from '../wrong-readings/distinguishing-criteria.js';

const typesInEnvelope = comparing({ types: isJsonApi });

/**
 * A hostile value (one on which careless servers fail) may get any list. If `meta` has no integers,
 * that is only a warning, because the document does not say what such a request means. A right list
 * never proves the clause.
 */
const integersInMeta: ExportRule = ({ answer }) => {
  const { data, meta } = membersOf(answer.json);
  if (!answer.ok || !Array.isArray(data) || !isObject(meta)) return undefined;
  const wrong = ['total', 'limit', 'offset'].find((name) => !Number.isInteger(meta[name]));
  if (wrong === undefined) return undefined;
  const actual = `\`meta.${wrong}\` is ${JSON.stringify(meta[wrong])?.slice(0, 60) ?? 'missing'}`;
  return {
    expected: 'integers in `meta`',
    actual,
    sentence: `${actual}; it must be an integer`,
    atMost: 'warning',
  };
};

/** The clauses about the members of lists and of their records. */
export const envelope = {
  'EXP-LIST-1': {
    clause: must(
      'an envelope has `data`, an array of objects, and the integers `meta.total`, `meta.limit`, `meta.offset`',
    )
      .in('Resources, product list, JSON:API format')
      .judged('Checks types with a JSON Schema; additional members are allowed.'),
    rule: (exchange, known) =>
      isHostile(exchange.question)
        ? integersInMeta(exchange, known)
        : typesInEnvelope(exchange, known),
    checks: {
      'export.list.envelope': {
        title:
          'the first page in the JSON:API format, and a page with a limit that fits into no type',
        requests: { own: { least: 0, most: 1 }, shared: 1 },
        least: 1,
        lacking: EMPTY_IN_BOTH,
        asks: ({ settings: { mayBeHostile } }) => [
          {},
          ...(mayBeHostile ? [{ search: hostileParameter('limit', '1e400') }] : []),
        ],
      },
    },
  },
  'EXP-LIST-2': {
    clause: must('items are the raw attribute objects, not `{type,id,attributes}` resources')
      .in('Resources, product list, JSON:API format')
      .judged(
        'Compares with the same request in the legacy format; a column named `type` is accepted.',
      ),
    relation: alsoInForeignTraffic(
      agreeing({
        with: inTheOtherFormat,
        expected: 'only members that the record also has in the legacy format',
        sentence: (difference) =>
          `a record came with ${difference}; it must have the members of the legacy format only`,
        differs: addedMember,
      }),
    ),
    checks: {
      'export.list.raw-items': {
        title: 'the members of records in both formats',
        lacking: 'needs a product',
        needsFacts: true,
        asks: () => [{}, { accept: PLAIN }],
      },
    },
  },
  'EXP-LIST-3': {
    clause: must('legacy format is a bare array')
      .in('Resources, product list, legacy format')
      .judged('The body must be an array.'),
    rule: comparing({ types: (asked) => !isJsonApi(asked) }),
    checks: {
      'export.list.bare-array': {
        title: 'lists in the legacy format, with and without parameters',
        // One of the four requests is also sent by other checks, and one response is enough.
        requests: { own: { least: 0, most: 3 }, shared: 1 },
        least: 1,
        lacking: EMPTY_IN_BOTH,
        asks({ facts: known }) {
          const plain: ProductsQuestion = { accept: PLAIN };
          const example = mostDistinguishing('=', known.survey);
          return [
            plain,
            { ...plain, limit: 1 },
            { ...plain, limit: 2, offset: 1 },
            example && filtered(known, only(example), { ...plain, limit: 5 }),
          ];
        },
      },
    },
  },
  'EXP-LIST-4': {
    clause: should(
      '`id` integer, `name` string, `price` number, `color` string, `category` string where present',
    )
      .in('Resources, product record')
      .judged('Checks types if the column is present; null is accepted.'),
    rule: typesOfValues,
    checks: {
      'export.list.types': {
        title: 'the types of id, name, price, color and category on the first page',
        lacking: 'needs a product with id, name, price, color or category',
        asks: () => [{}],
      },
    },
  },
} satisfies ExportTopics;

/**
 * Describes a member of a record that the same record in the legacy format lacks, or a JSON:API
 * resource in place of a record.
 */
function addedMember({ own: bare, other: list, known }: Pages): string | undefined {
  const { key } = known.survey;
  if (list.resource !== undefined) return JSON.stringify(list.resource).slice(0, 160);
  if (key === undefined) return undefined;
  const byKey = grouped(onceEach(bare.records, known.survey), (record) => record[key.name]);
  const [added] = list.records.flatMap((record) => {
    const [same, second] = byKey.get(record[key.name]) ?? [];
    // A member `type` violates the clause only if the legacy format lacks it. Otherwise it is a
    // column.
    return same === undefined || second !== undefined
      ? []
      : Object.keys(record).filter((name) => !Object.hasOwn(same, name));
  });
  return added && `a member ${added}`;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const TYPES: ReadonlyMap<string, readonly [string, (value: unknown) => boolean]> = new Map([
  ['id', ['an integer', Number.isInteger]],
  ['name', ['a string', isText]],
  ['price', ['a number', (value) => typeof value === 'number']],
  ['color', ['a string', isText]],
  ['category', ['a string', isText]],
]);

/**
 * Tests the types of values in the records of a page. Null is accepted. An empty text is accepted,
 * too, because it may stand for null.
 */
function typesOfValues({ page, answer, question: { route = 'v2', groupBy } }: Exchange): Ruling {
  if (page === undefined || !answer.ok || groupBy !== undefined || isUnknown(route))
    return undefined;
  return typesIn(page);
}

/** Rules on the types in a page once, although the page is judged several times. */
const typesIn = memoizedByObject(({ records }: ProductPage): Ruling => {
  const rulings = [...TYPES].flatMap(([name, [type, fits]]): readonly Ruling[] => {
    const holders = records.filter((record) => Object.hasOwn(record, name));
    if (holders.length === 0) return [];
    const isWrong = (value: unknown): boolean => value !== null && value !== '' && !fits(value);
    const wrong = holders.find((record) => isWrong(record[name]));
    return [holdsIf(wrong === undefined, `${name} as ${type}`, JSON.stringify(wrong?.[name]))];
  });
  return rulings.find((ruling) => ruling !== 'holds') ?? rulings[0];
});
