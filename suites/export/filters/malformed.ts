import { skip } from '../../../src/harness/suite.js';
import { type Criterion, only, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { check } from '../check.js';
import { observe } from '../judge/observe.js';
import { columnsOf } from '../survey/columns.js';
import { surveyOf } from '../survey/survey.js';

/** Filters that break the rules of the document, which leaves open what they give. */
export const malformedFilters = [
  check({
    id: 'export.filter.malformed',
    clauses: ['EXP-FILT-15'],
    title: 'filters that the document leaves open',
    requests: { least: 4, most: 14 },
    async run(context) {
      const survey = await surveyOf(context);
      const number = columnsOf(survey, 'number')[0];
      const column = number ?? columnsOf(survey, 'text')[0] ?? skip('data', 'needs a column with two different values');
      const value = [...column.values.keys()][0] ?? '';
      const raw = (...pairs: readonly (readonly [string, string])[]): ProductsQuestion => ({ limit: 1, extra: pairs });
      const at = 'filters[0][criteria][0]';
      const asking = (criterion: Criterion): ProductsQuestion => ({ limit: 1, filter: only(criterion) });
      const cases: readonly (readonly [string, ProductsQuestion])[] = [
        ['an unknown column', asking(where('assay_no_such_column', '=', value))],
        [
          'an unknown operator',
          raw([`${at}[column]`, column.name], [`${at}[operator]`, 'CONTAINS'], [`${at}[value]`, String(value)]),
        ],
        ['no value', raw([`${at}[column]`, column.name], [`${at}[operator]`, '='])],
        [
          'BETWEEN with one value',
          raw([`${at}[column]`, column.name], [`${at}[operator]`, 'BETWEEN'], [`${at}[value][0]`, String(value)]),
        ],
        ['BETWEEN with three values', asking(where(column.name, 'BETWEEN', [value, value, value]))],
        ['a scalar for IN', asking(where(column.name, 'IN', value))],
        ['an array for =', asking(where(column.name, '=', [value, value]))],
        [
          'indexes with gaps',
          raw(
            ['filters[7][criteria][3][column]', column.name],
            ['filters[7][criteria][3][operator]', '='],
            ['filters[7][criteria][3][value]', String(value)],
          ),
        ],
        [
          'a lower-case operator',
          raw([`${at}[column]`, column.name], [`${at}[operator]`, 'in'], [`${at}[value][0]`, String(value)]),
        ],
        ['a lower-case mode', { limit: 1, filter: only(where(column.name, '=', value)), extra: [['mode', 'or']] }],
        ['an unknown mode', { limit: 1, filter: only(where(column.name, '=', value)), extra: [['mode', 'XOR']] }],
        ['a group without criteria', raw(['filters[0][mode]', 'OR'])],
        ['filters that are no array', raw(['filters', 'x'])],
        [
          'BETWEEN with its bounds reversed',
          asking(where(column.name, 'BETWEEN', [...column.values.keys()].slice(0, 2).reverse())),
        ],
      ];
      return observe(context, context.budget.take(cases), 'what filters give that the document leaves open');
    },
  }),
];
