/** The clauses about `groupBy` (EXP-GROUP). */

import { must, open } from '../../src/harness/topic.js';
import { only, where } from '../../src/protocol/export/filter.js';
import { DEFAULT_LIMIT, PLAIN, type ProductsQuestion } from '../../src/protocol/export/question.js';
import { manyGroups } from './model/columns.js';
import type { Known, Survey } from './model/data.js';
import { everywhere } from './model/key-range.js';
import type { Column } from './model/oracle/column.js';
import { groupOf, mergedBy, unnamedGroups } from './model/oracle/groups.js';
import { comparing, type ExportTopics } from './topic.js';
import { groupable, groupableTexts } from './wrong-readings/column-readings.js';

const SHARED_VALUE = 'a column with a value that several records share';

export const grouping = {
  'EXP-GROUP-1': {
    clause: must('`groupBy=column`: one record for each distinct value of that column')
      .in('Endpoints, A. Export API, query parameters')
      .judged('Compares the values of the column with the distinct values of the whole dataset.'),
    // The groups are compared with the values of the column in all records.
    rule: comparing({ groups: ({ route, filter }) => route === 'v2' && filter === undefined }),
    checks: {
      'export.group.distinct': {
        title: 'groupBy on columns with few and with many values, on one page and on several',
        requests: { own: { least: 1, most: 11 } },
        lacking: `needs ${SHARED_VALUE}`,
        asks: ({ facts: known }) => everywhere(known, (part) => grouped(known, part)),
        alsoOwns: (_, { groupBy }) => groupBy !== undefined,
      },
    },
  },
  'EXP-GROUP-2': {
    clause: open(
      'what `meta.total` counts with groupBy, and how groupBy treats filters, orderBy and nulls',
    )
      .in('Endpoints, A. Export API, query parameters')
      .judged('Only observed: the document does not specify it.'),
    checks: {
      'export.group.open': {
        title: 'the number in meta.total for groupBy alone, with orderBy and with filters',
        requests: { own: { least: 1, most: 3 } },
        lacking: `needs ${SHARED_VALUE}`,
        observes: {
          shows: 'meta.total with groupBy, and the effect of orderBy and filters',
          cases({ facts: { whole, orderBy } }) {
            const [column] = groupable(whole);
            const value = column && [...column.values.keys()][0];
            if (column === undefined || value === undefined) return {};
            const alone = { groupBy: column.name, limit: 1 };
            const filter = only(where(column.name, '!=', value));
            return {
              [`groupBy=${column.name}, with ${groupNames(column).size} different values that are not blank, among ${whole.total} records`]:
                alone,
              'groupBy with orderBy': { ...alone, orderBy: orderBy(column) },
              'groupBy with a filter': { ...alone, filter },
            };
          },
        },
      },
    },
  },
} satisfies ExportTopics;

/** Returns the distinct group names of a column. Blank texts have no group name. */
const groupNames = (column: Column): ReadonlySet<string> =>
  new Set([...column.values.keys()].flatMap((value) => groupOf(value) ?? []));

/**
 * Counts the groups for null and blank values. The document does not define where in the list these
 * groups are.
 */
const maxUnnamedGroups = ({ nulls, values }: Column): number =>
  unnamedGroups([...(nulls > 0 ? [null] : []), ...values.keys()]);

/**
 * Requests groups of several columns: all groups on one page, and parts of the groups by limit and
 * offset.
 */
function grouped({ comparisonRules }: Known, survey: Survey): readonly ProductsQuestion[] {
  const [first, ...others] = groupable(survey);
  if (first === undefined) return [];
  // Values that differ only in what the collation of the target ignores may form one group.
  const groupCount = new Set([...groupNames(first)].map(mergedBy(comparisonRules, first))).size;
  const smallerLimit = Math.max(1, Math.min(DEFAULT_LIMIT - 1, groupCount - 1));
  const smaller = { groupBy: first.name, limit: smallerLimit };
  const allGroups = (by: Column): ProductsQuestion => {
    const most = groupNames(by).size + maxUnnamedGroups(by);
    const limit = Math.min(survey.pageSize, Math.max(DEFAULT_LIMIT, most));
    // If one page cannot contain all groups, the last page shows how many groups exist.
    return { groupBy: by.name, limit, ...(most > limit ? { offset: most - limit } : {}) };
  };
  const many = manyGroups(survey);
  return [
    allGroups(first),
    ...(many === undefined ? [] : [{ groupBy: many.name }]),
    smaller,
    { groupBy: first.name, limit: DEFAULT_LIMIT, offset: Math.floor(groupCount / 2) },
    ...[...others, ...groupableTexts(survey)].map(allGroups),
    { ...allGroups(first), accept: PLAIN },
  ];
}
