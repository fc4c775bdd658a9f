import { type Check, skip } from '../../../src/harness/index.js';
import type { Filter, Mode } from '../../../src/protocol/export/filter.js';
import { check } from '../check.js';
import type { ClauseId } from '../clauses.js';
import { expectedRecords, judgeRecords, requestRecords, unlessTooLong } from '../judge/expected-records.js';
import { distinguishingFilter, filterOfMany, type Shape } from '../mutants/filters-of-shape.js';
import { keyRangeOf } from '../survey/key-range.js';
import { semanticsOf } from '../survey/semantics.js';
import { spellingOf } from '../survey/spelling.js';
import { type Survey, surveyOf } from '../survey/survey.js';

const table: readonly (readonly [string, ClauseId, string, readonly Shape[]])[] = [
  [
    'group-default',
    'EXP-FILT-9',
    'criteria of a group are combined by AND unless its mode says otherwise',
    [{ groups: [[undefined, 2]] }],
  ],
  [
    'group-and',
    'EXP-FILT-9',
    'mode AND combines the criteria of a group',
    [{ groups: [['AND', 2]] }, { groups: [['AND', 3]] }],
  ],
  [
    'group-or',
    'EXP-FILT-9',
    'mode OR combines the criteria of a group',
    [{ groups: [['OR', 2]] }, { groups: [['OR', 3]] }],
  ],
  [
    'top-default',
    'EXP-FILT-10',
    'groups are combined by AND unless the top-level mode says otherwise',
    [
      {
        groups: [
          [undefined, 1],
          [undefined, 1],
        ],
      },
    ],
  ],
  [
    'top-and',
    'EXP-FILT-10',
    'the top-level mode AND combines the groups',
    [
      {
        mode: 'AND',
        groups: [
          [undefined, 1],
          [undefined, 1],
        ],
      },
    ],
  ],
  [
    'top-or',
    'EXP-FILT-10',
    'the top-level mode OR combines the groups',
    [
      {
        mode: 'OR',
        groups: [
          [undefined, 1],
          [undefined, 1],
        ],
      },
      {
        mode: 'OR',
        groups: [
          [undefined, 1],
          [undefined, 1],
          [undefined, 1],
        ],
      },
    ],
  ],
  [
    'or-and-or',
    'EXP-FILT-11',
    '(a OR b) AND (c OR d)',
    [
      {
        mode: 'AND',
        groups: [
          ['OR', 2],
          ['OR', 2],
        ],
      },
      {
        groups: [
          ['OR', 2],
          [undefined, 2],
        ],
      },
    ],
  ],
  [
    'and-or-and',
    'EXP-FILT-11',
    '(a AND b) OR (c AND d)',
    [
      {
        mode: 'OR',
        groups: [
          ['AND', 2],
          ['AND', 2],
        ],
      },
      {
        mode: 'OR',
        groups: [
          [undefined, 2],
          ['OR', 2],
        ],
      },
    ],
  ],
];

/** Checks that ask for many criteria as well: of one group, or each in its own. */
const MANY: Readonly<Record<string, readonly [mode: Mode, of: 'criteria' | 'groups']>> = {
  'group-and': ['AND', 'criteria'],
  'group-or': ['OR', 'criteria'],
  'top-and': ['AND', 'groups'],
  'top-or': ['OR', 'groups'],
};

/** One check for each combination of modes, on criteria for which AND and OR differ. */
export const modeChecks: readonly Check[] = table.map(([name, clause, title, shapes]) =>
  check({
    id: `export.filter.${name}`,
    clauses: [clause],
    title,
    requests: { least: 1, most: shapes.length + (name in MANY ? 1 : 0) },
    async run(context) {
      const range = await keyRangeOf(context);
      const [spelling, semantics] = [await spellingOf(context), await semanticsOf(context)];
      const witnesses: string[] = [];
      const judge = async (filter: Filter | undefined, survey: Survey): Promise<void> => {
        if (filter === undefined) return;
        const page = await requestRecords(context, survey, { filter, spelling });
        witnesses.push(judgeRecords(page, expectedRecords(filter, survey, semantics), survey, semantics));
      };
      for (const shape of context.budget.take(shapes)) {
        const survey = takesMore(shape) ? range : await surveyOf(context);
        await judge(distinguishingFilter(shape, survey, semantics), survey);
      }
      const { [name]: many } = MANY;
      for (const how of context.budget.take(many === undefined ? [] : [many], { besides: shapes.length })) {
        const survey = await surveyOf(context);
        await judge(filterOfMany(...how, survey, semantics), survey).catch(unlessTooLong);
      }
      if (witnesses.length === 0)
        skip('data', 'needs two columns whose values occur in different combinations, so that AND and OR differ');
      return witnesses.join('; ');
    },
  }),
);

/** Whether a filter of this shape has a place for the criteria that pick a part of the data. */
const takesMore = ({ mode, groups }: Shape): boolean =>
  mode !== 'OR' || groups.every(([inner, count]) => inner !== 'OR' || count === 1);
