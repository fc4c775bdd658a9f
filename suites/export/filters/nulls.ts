import { observes } from '../../../src/harness/finding.js';
import { must } from '../../../src/harness/topic.js';
import { only, where } from '../../../src/protocol/export/filter.js';
import { nullColumn } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import { filtered } from '../questions/filtered.js';
import type { ExportTopics } from '../topic.js';
import { byOne, ruleAndRelation } from './about.js';

/** The clause about the operators `IS` and `IS NOT`, which take null. */
export const nulls = {
  'EXP-FILT-8': {
    clause: must('`IS` and `IS NOT` divide the records into two parts')
      .in('Resources, criteria item')
      .judged(
        'Tries every known encoding of null. If one works, the results of `IS` and `IS NOT` together must be the whole dataset.',
      ),
    ...ruleAndRelation(byOne('IS', 'IS NOT')),
    checks: {
      'export.filter.null': {
        title: 'IS NULL and IS NOT NULL on columns with null in some records',
        requests: { own: { least: 2, most: 6 } },
        least: 2,
        lacking: 'needs a column with null in some records only',
        asks({ facts: known }) {
          const survey = surveyWithNulls(known);
          const column = nullColumn(survey);
          if (column === undefined) return [];
          if (known.nullSpelling === undefined)
            observes(
              `no known encoding of null is accepted for ${column.name} IS (tried NULL, null and empty); set the encoding of the target in export.dialect.nullSpelling`,
            );
          const columnsOfOtherKinds = [...survey.columns.values()].filter(
            ({ nulls: count, kind }) =>
              count > 0 &&
              count < survey.records.length &&
              kind !== 'other' &&
              kind !== column.kind,
          );
          return [column, ...columnsOfOtherKinds]
            .flatMap(({ name }) =>
              (['IS', 'IS NOT'] as const).map((operator) => only(where(name, operator, null))),
            )
            .map((filter) => filtered({ ...known, survey }, filter));
        },
      },
    },
  },
} satisfies ExportTopics;

/**
 * Returns the facts from which a column with nulls is chosen. `survey` may describe a part of the
 * data in which no null occurs. Then `whole`, which describes all data, is used.
 */
const surveyWithNulls = ({ survey, whole }: Known): Survey =>
  nullColumn(survey) === undefined ? whole : survey;
