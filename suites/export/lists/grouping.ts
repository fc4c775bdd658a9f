import { skip } from '../../../src/harness/suite.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { manyGroups } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import { everywhere } from '../model/matching.js';
import type { Column } from '../model/oracle/column.js';
import { groupOf, mergedBy, unnamedGroups } from '../model/oracle/groups.js';
import { checks } from '../survey/ask.js';
import { surveyOf } from '../survey/survey.js';
import { orderEncodingOf } from '../survey/wire-encoding.js';
import { groupable } from '../wrong-readings/column-readings.js';

const distinct = (column: Column): ReadonlySet<string> =>
  new Set([...column.values.keys()].flatMap((value) => groupOf(value) ?? []));

/** Places that groups without a name may take among the others. */
const openGroups = ({ nulls, values }: Column): number =>
  unnamedGroups([...(nulls > 0 ? [null] : []), ...values.keys()]);

/**
 * The whole of the groups of columns, a window that is smaller, and the rest from its middle on.
 */
function grouped({ comparisonRules }: Known, survey: Survey): readonly ProductsQuestion[] {
  const [first, ...others] = groupable(survey);
  if (first === undefined) return [];
  const groups = new Set([...distinct(first)].map(mergedBy(comparisonRules, first))).size;
  const smaller = { groupBy: first.name, limit: Math.max(1, Math.min(99, groups - 1)) };
  const whole = (by: Column): ProductsQuestion => {
    const all = distinct(by).size + openGroups(by);
    const limit = Math.min(survey.pageSize, Math.max(100, all));
    // Where one page cannot hold all groups, the last page tells how many there are.
    return { groupBy: by.name, limit, ...(all > limit ? { offset: all - limit } : {}) };
  };
  const many = manyGroups(survey);
  return [
    whole(first),
    ...(many === undefined ? [] : [{ groupBy: many.name }]),
    smaller,
    { groupBy: first.name, limit: 100, offset: Math.floor(groups / 2) },
    ...others.map(whole),
    { ...whole(first), accept: PLAIN },
  ];
}

export const grouping = checks({
  'EXP-GROUP-1 export.group.distinct': {
    title: 'groupBy on columns with few and with many values, as a whole and in windows',
    requests: { least: 1, most: 10 },
    lacking: 'needs a column with a value that several records share',
    questions: (known) => everywhere(known, (part) => grouped(known, part)),
    alsoOwns: (_, { groupBy }) => groupBy !== undefined,
  },
  'EXP-GROUP-2 export.group.open': {
    title: 'groupBy alone, with orderBy and with filters: what meta.total counts',
    requests: { least: 1, most: 3 },
    shows: 'meta.total with groupBy, and the effect of orderBy and filters',
    async cases(context) {
      const survey = await surveyOf(context);
      const [column] = groupable(survey);
      const value = column && [...column.values.keys()][0];
      if (column === undefined || value === undefined)
        return skip('data', 'needs a column with a value that several records share');
      const grouped = { groupBy: column.name, limit: 1 };
      return {
        [`groupBy, ${distinct(column).size} values among ${survey.total} records`]: grouped,
        'groupBy with orderBy': {
          ...grouped,
          orderBy: (await orderEncodingOf(context)).by(column),
        },
        'groupBy with a filter': { ...grouped, filter: only(where(column.name, '!=', value)) },
      };
    },
  },
});
