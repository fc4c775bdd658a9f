import type { ProductRecord } from '../../../src/harness/suite.js';
import { describeFilter } from '../../../src/protocol/export/filter.js';
import { isUnknown, PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ClauseId } from '../clauses.js';
import { isNamedAsKey } from '../model/columns.js';
import type { Known } from '../model/data.js';
import { typed } from '../model/exchange.js';
import { onceEach, otherwise, unknownAmong } from '../model/expected-records.js';
import { identity } from '../model/identity.js';
import { clausesFor, filterIn } from '../model/matching.js';
import { mayEqual, UNLEARNED } from '../model/oracle/equality.js';
import { grouped } from '../model/oracle/memoized.js';
import type { ProductPage } from '../survey/ask.js';
import type { Relation, Together } from './violation.js';

/** A page, and the page of the question that it must agree with. */
interface Pages {
  readonly question: ProductsQuestion;
  readonly own: ProductPage;
  readonly twin: ProductPage;
  readonly known: Known;
}

/** What two questions must agree on, whatever the data is. */
interface Agreement {
  /** The question that this one must agree with; undefined where there is none. */
  readonly twin: (question: ProductsQuestion) => ProductsQuestion | undefined;
  readonly expected: string;
  /** What differs. */
  readonly differs: (pages: Pages) => string | undefined;
}

const inTheOtherFormat = ({
  accept,
  ...question
}: ProductsQuestion): ProductsQuestion | undefined =>
  accept === PLAIN && question.groupBy === undefined ? question : undefined;

/** The same question, asked again: of a whole list, or a part of it. */
const itself = (question: ProductsQuestion): ProductsQuestion | undefined =>
  question.filter === undefined &&
  question.groupBy === undefined &&
  !(typeof question.route === 'object')
    ? question
    : undefined;

/** Of another destination, of which nothing else is known; of one value there the whole list. */
function onV2({ route = 'v2', ...question }: ProductsQuestion): ProductsQuestion | undefined {
  const { destination, accept, offset, groupBy } = question;
  if (destination === undefined || route === 'v2' || route === 'root' || isUnknown(route))
    return undefined;
  if (route === 'legacy') return question;
  // A group is no product.
  return offset === undefined && groupBy === undefined
    ? { destination, ...(accept === undefined ? {} : { accept }) }
    : undefined;
}

const AGREEMENTS: Readonly<Partial<Record<ClauseId, Agreement>>> = {
  'EXP-NEG-4': {
    twin: inTheOtherFormat,
    expected: 'the records of the JSON:API format',
    differs: otherRecords,
  },
  'EXP-LIST-2': {
    twin: inTheOtherFormat,
    expected: 'the members of the legacy format alone in the JSON:API format',
    differs: addedMember,
  },
  'EXP-LIST-11': { twin: itself, expected: 'the same list again', differs: otherSequence },
  'EXP-AUTH-8': {
    twin: onV2,
    expected: 'products of the other destination, as on the v2 route',
    differs: (pages) =>
      typeof pages.question.route === 'object' ? foreignRecords(pages) : otherRecords(pages),
  },
};

/** Questions that were answered otherwise than those that they must agree with. */
export const disagreements: Relation = (exchanges, known, note) => {
  const asked = new Map(
    exchanges.toReversed().map((exchange) => [keyOf(exchange.question), exchange]),
  );
  return (Object.entries(AGREEMENTS) as [ClauseId, Agreement][]).flatMap(
    ([clause, { twin, expected, differs }]) =>
      exchanges.flatMap((exchange): readonly Together[] => {
        const { question, page: own } = exchange;
        const asTwin = twin(question);
        const other = asTwin && asked.get(keyOf(asTwin));
        if (own === undefined || other?.page === undefined || other === exchange) return [];
        // Without a record an envelope and an array are the same list, unless the envelope was seen
        // to be empty.
        if (own.records.length + other.page.records.length === 0 && other.page.meta === undefined)
          return [];
        note(clause);
        const actual = differs({
          question,
          own,
          twin: other.page,
          known: withKeyOf([own, other.page], known),
        });
        return actual === undefined
          ? []
          : [{ clause, expected, actual, exchanges: [other, exchange] }];
      }),
  );
};

/**
 * What is known, without the key where a record of the pages lacks it: another destination may have
 * other columns.
 */
function withKeyOf(pages: readonly ProductPage[], known: Known): Known {
  const { key } = known.survey;
  const isHeld = pages.every(({ records }) =>
    records.every((record) => key && (record[key.name] ?? '') !== ''),
  );
  return isHeld ? known : { ...known, survey: { ...known.survey, key: undefined } };
}

const keyOf = (question: ProductsQuestion): string =>
  JSON.stringify(Object.entries(question).sort(([a], [b]) => (a < b ? -1 : 1)));

const isWhole = ({ meta, records }: ProductPage): boolean =>
  (meta?.total ?? Number.POSITIVE_INFINITY) <= records.length;

/**
 * Another number of records, or others: of a part of a list without an order, which may hold other
 * records each time, those alone that hold something else under the same key.
 */
function otherRecords({ question, own, twin, known }: Pages): string | undefined {
  const { key } = known.survey;
  if (own.records.length !== twin.records.length)
    return `${own.records.length} instead of ${twin.records.length}`;
  // Any record of a group may stand for it.
  if (question.groupBy !== undefined) return undefined;
  const isOrdered = key !== undefined && question.orderBy === known.orderBy(key);
  const byKey = key !== undefined && isNamedAsKey(key) ? key : undefined;
  const others =
    isOrdered || isWhole(twin)
      ? unknownAmong(own.records, twin.records, { ...known.survey, key: undefined })
      : otherwise(own.records, { ...known.survey, key: byKey, records: twin.records });
  return others.length === 0
    ? undefined
    : `${own.records.length}, ${others.length} of them different`;
}

/**
 * Another total, size, or, in an order without ties, sequence; else a whole list holds the same
 * records in any order.
 */
function otherSequence({ question, own, twin, known }: Pages): string | undefined {
  const { key, changing } = known.survey;
  const [before = [], after = []] = [twin, own].map(({ records }) =>
    records.map((one) => identity(one, changing)),
  );
  const isFixed = key !== undefined && question.orderBy === known.orderBy(key);
  const isSame = isFixed
    ? before.join() === after.join()
    : !isWhole(twin) || before.sort().join() === after.sort().join();
  if (own.meta?.total === twin.meta?.total && before.length === after.length && isSame)
    return undefined;
  const others = after.filter((record) => !before.includes(record)).length;
  const different = isFixed || isWhole(twin) ? `, ${others} of them different` : '';
  const how = others > 0 ? different : isFixed ? ' in another order' : '';
  return `${after.length} records${how}, total ${own.meta?.total ?? 'not given'}`;
}

/** None of the records of a value, or some that are not among those of the whole list. */
function foreignRecords({
  question: { route, groupBy, orderBy, filter },
  own,
  twin,
  known,
}: Pages): string | undefined {
  if (typeof route !== 'object' || isUnknown(route)) return undefined;
  const criteria = filter?.groups.flatMap((group) => group.criteria) ?? [];
  const columns = [route.column, groupBy, orderBy, ...criteria.map(({ column }) => column)];
  const held = new Set([...own.records, ...twin.records].flatMap(Object.keys));
  // A request that names a column that this destination does not have may be ignored.
  if (columns.some((column) => column !== undefined && !held.has(column))) return undefined;
  const values = route.value.split(',');
  // A missing value is not the text "undefined", nor is null a text.
  const textOf = (record: ProductRecord): string => String(record[route.column] ?? '');
  const isHeld = twin.records.some((record) => values.includes(textOf(record)));
  // The column may hold more than the value itself equal (EXP-FILT-1).
  const isOther = (record: ProductRecord): boolean =>
    !values.some((value) => mayEqual(textOf(record), value, UNLEARNED)) ||
    (isWhole(twin) &&
      unknownAmong([record], twin.records, { ...known.survey, key: undefined }).length > 0);
  const { length } = own.records.filter(isOther);
  return (isHeld && own.records.length === 0) || length > 0
    ? `${own.records.length} products, ${length} of them different`
    : undefined;
}

/**
 * A member of a record that the same record has not in the legacy format, or resources in place of
 * records.
 */
function addedMember({ own: bare, twin: envelope, known }: Pages): string | undefined {
  const { key } = known.survey;
  const wrapped = bare.records.some(isResource) ? undefined : envelope.records.find(isResource);
  if (wrapped !== undefined) return JSON.stringify(wrapped).slice(0, 160);
  if (key === undefined) return undefined;
  const byKey = grouped(onceEach(bare.records, known.survey), (record) => record[key.name]);
  const [added] = envelope.records.flatMap((record) => {
    const [same, second] = byKey.get(record[key.name]) ?? [];
    // A column may be called type: what counts is that the legacy format has it too.
    return same === undefined || second !== undefined
      ? []
      : Object.keys(record).filter((name) => !Object.hasOwn(same, name));
  });
  return added && `a member ${added}`;
}

const isResource = (record: ProductRecord): boolean =>
  typeof record.attributes === 'object' &&
  record.attributes !== null &&
  Object.keys(record).every((name) =>
    ['type', 'id', 'attributes', 'links', 'meta', 'relationships'].includes(name),
  );

/**
 * What the legacy filtered route counts is what the same filter counts on the v2 route, whatever
 * the data.
 */
export const sameTotals: Relation = (exchanges, known) => {
  if (
    known.whole.complete ||
    known.whole.contradiction !== undefined ||
    known.totals.filtered !== undefined
  )
    return [];
  const counted = exchanges.flatMap((exchange) => {
    const {
      route = 'v2',
      groupBy,
      destination,
      destinationId,
      ...question
    } = typed(exchange.question, known);
    const filter = filterIn({ ...question, route }, known);
    const total = exchange.page?.meta?.total;
    const isOther =
      isUnknown(route) || [groupBy, destination, destinationId].some((one) => one !== undefined);
    return isOther || filter === undefined || total === undefined
      ? []
      : [{ exchange, route, total, by: describeFilter(filter) }];
  });
  const onV2 = new Map(counted.filter(({ route }) => route === 'v2').map((one) => [one.by, one]));
  return counted.flatMap(({ exchange, route, total, by }): readonly Together[] => {
    const twin = onV2.get(by);
    if (typeof route !== 'object' || twin === undefined || twin.total === total) return [];
    const { records: clause } = clausesFor(exchange.question);
    const expected = `meta.total ${twin.total}, as for ${by} on the v2 route`;
    return [{ clause, expected, actual: String(total), exchanges: [twin.exchange, exchange] }];
  });
};
