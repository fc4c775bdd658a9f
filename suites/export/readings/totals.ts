/** Totals that count something else than the records that match. */

import { criteriaOf, type Filter } from '../../../src/protocol/export/filter.js';
import {
  DEFAULT_LIMIT,
  JSON_API,
  type ProductsQuestion,
} from '../../../src/protocol/export/question.js';
import type { ProductRecord } from '../../../src/settings/export-target.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { expectedRecords } from '../model/expected-records.js';
import { type Column, cellValue } from '../model/oracle/column.js';
import { filterIn } from '../model/request.js';
import { columnOf } from './lists.js';
import { PARTS, partsTogether } from './parts.js';
import { type ExportReading, hasFilter, numberOf, slug } from './reading.js';

/** Whether the document says what the total of the response is. */
const isOfTotal = ({ accept = JSON_API, groupBy }: ProductsQuestion): boolean =>
  groupBy === undefined && accept === JSON_API;

interface WrongTotal {
  readonly id: string;
  /** Default: `id`. */
  readonly mistake?: string;
  readonly sentence: string;
  /** The total that a server with the mistake states. */
  readonly count: (
    page: { readonly records: readonly unknown[] },
    question: ProductsQuestion,
    known: Known,
  ) => number;
}

const TOTALS: readonly WrongTotal[] = [
  {
    id: 'page',
    sentence: 'counts the records of the page',
    count: (page) => page.records.length,
  },
  {
    id: 'whole-list',
    sentence: 'ignores filters',
    count: (_, __, known) => known.survey.total,
  },
  {
    id: 'whole-list-but-in-paths',
    mistake: 'whole-list',
    sentence: 'ignores `filters`',
    count: (_, question, known) =>
      hasFilter(question) ? known.survey.total : rightTotal(question, known),
  },
  {
    id: 'rest-added',
    sentence: 'is too high by `offset`',
    count: (_, question, known) => rightTotal(question, known) + numberOf(question.offset, 0),
  },
  {
    id: 'rest',
    sentence: 'leaves out the records before `offset`',
    count: (_, question, known) =>
      Math.max(0, rightTotal(question, known) - numberOf(question.offset, 0)),
  },
  {
    id: 'one-more',
    sentence: 'is one too high',
    count: (_, question, known) => rightTotal(question, known) + 1,
  },
  {
    id: 'one-less',
    sentence: 'is one too low',
    count: (_, question, known) => rightTotal(question, known) - 1,
  },
  { id: 'zero', sentence: 'is always 0', count: () => 0 },
  ...(['AND', 'OR'] as const).map((mode) => ({
    id: `groups-by-${mode.toLowerCase()}`,
    sentence: `is counted with ${mode} between groups, whatever \`mode\` is`,
    count: counting(({ groups }) => ({ mode, groups })),
  })),
  {
    id: 'all-by-and',
    sentence: 'is counted with AND between all criteria and groups, whatever their modes are',
    count: counting(({ groups }) => ({ groups: groups.map(({ criteria }) => ({ criteria })) })),
  },
  {
    id: 'empty-page',
    sentence: 'is 0 on a page without records',
    count: (page, question, known) => (page.records.length === 0 ? 0 : rightTotal(question, known)),
  },
  {
    id: 'with-order-value',
    sentence: 'leaves out records without a value in the column that orders the list',
    count: (_, question, known) =>
      rightTotal(question, known) - recordsWithoutValue(question, known),
  },
  {
    id: 'pages',
    sentence: 'counts pages',
    count: (_, question, known) =>
      Math.ceil(rightTotal(question, known) / numberOf(question.limit, DEFAULT_LIMIT)),
  },
];

/** Counts the records that another filter selects. */
function counting(change: (filter: Filter) => Filter): WrongTotal['count'] {
  return (_, { filter, ...question }, known) =>
    rightTotal(filter === undefined ? question : { ...question, filter: change(filter) }, known);
}

const totals = (violated: readonly Exchange[]): readonly ExportReading[] => {
  const together = partsTogether(
    violated.map(({ question }) => question).filter((question) => isOfTotal(question)),
  );
  return TOTALS.flatMap(({ id, mistake = id, sentence, count }) =>
    [...PARTS, ...together].map(
      (part): ExportReading => ({
        id: `totals.${id}.${part.id}`,
        mistake: `total ${mistake}`,
        clause: 'EXP-LIST-7',
        sentence: `\`meta.total\` ${sentence}${part.name}`,
        touches: (question) => part.has(question) && isOfTotal(question),
        page: (page, question, known) => {
          const { meta } = page;
          if (meta === undefined || !known.survey.complete) return page;
          const right = rightTotal(question, known);
          const isPredicted = meta.total === count(page, question, known);
          // A total that is not the predicted one must not look right.
          const other = meta.total === right ? -1 : meta.total;
          return { ...page, meta: { ...meta, total: isPredicted ? right : other } };
        },
      }),
    ),
  );
};

/** Whether the list is of the destination whose data was read, with a plain criterion or none. */
const isPlain = ({ filter, destination, extra, search, route }: ProductsQuestion): boolean =>
  [destination, extra, search].every((one) => one === undefined) &&
  typeof route !== 'object' &&
  criteriaOf({ filter }).length < 2 &&
  criteriaOf({ filter }).every(({ operator }) => ['=', 'IS', 'IS NOT'].includes(operator));

/**
 * The statement that counts joins another table, so that records without a value in a column are
 * not counted.
 */
const totalsByColumn = ({ survey }: Known): readonly ExportReading[] =>
  [...survey.columns.values()]
    .filter(({ nulls, values }) => nulls > 0 && values.size > 0)
    .map((column) => ({
      id: `totals.with-value-in.${slug(column.name)}`,
      clause: 'EXP-LIST-7',
      sentence: `\`meta.total\` leaves out records without a value in \`${column.name}\``,
      // Other filters may be evaluated wrongly, and other parameters may have any effect.
      touches: (question) => isOfTotal(question) && isPlain(question),
      response({ question, page }, known) {
        const { complete, records, total } = known.survey;
        const said = page?.meta?.total;
        // If the mistake lowers the total of the whole list, more records were read than it says.
        const isRead = complete || records.length > total;
        if (said === undefined || !isRead || !isPlain(question)) return undefined;
        const filter = filterIn(question, known) ?? { groups: [] };
        const { required, optional } = expectedRecords(filter, known.survey, known.comparisonRules);
        const counted = required.filter((record) => hasValue(record, column)).length;
        return optional.length > 0 || counted === required.length ? undefined : said === counted;
      },
    }));

/** Totals that are wrong in no known way, for example because they are cached. */
const anyTotal: ExportReading = {
  id: 'totals.any',
  isFact: true,
  clause: 'EXP-LIST-7',
  sentence: '`meta.total` is wrong, although the right records come',
  touches: isOfTotal,
  page(page, question, known) {
    const { meta } = page;
    const filter = filterIn(question, known) ?? { groups: [] };
    const { required, optional } = expectedRecords(filter, known.survey, known.comparisonRules);
    return meta === undefined || !known.survey.complete || optional.length > 0
      ? page
      : { ...page, meta: { ...meta, total: required.length } };
  },
};

const hasValue = (record: ProductRecord, { name }: Column): boolean =>
  (cellValue(record, name) ?? null) !== null;

function recordsWithoutValue(question: ProductsQuestion, known: Known): number {
  const column = columnOf(question.orderBy, known);
  const filter = filterIn(question, known) ?? { groups: [] };
  const { required } = expectedRecords(filter, known.survey, known.comparisonRules);
  return column === undefined ? 0 : required.filter((record) => !hasValue(record, column)).length;
}

function rightTotal(question: ProductsQuestion, known: Known): number {
  const filter = filterIn(question, known);
  if (filter === undefined) return known.survey.total;
  return expectedRecords(filter, known.survey, known.comparisonRules).required.length;
}

export const totalReadings = (
  violated: readonly Exchange[],
  known: Known,
): readonly ExportReading[] => [...totals(violated), ...totalsByColumn(known), anyTotal];
