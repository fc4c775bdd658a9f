/**
 * The clauses about the operators that compare with one value: `=`, `!=`, `>`, `<`, `>=` and `<=`.
 */

import { must } from '../../../src/harness/topic.js';
import { compareBooleans } from '../survey/booleans.js';
import type { ExportTopics } from '../topic.js';
import { byOne, ruleAndRelation } from './about.js';
import { checkOf } from './operator-check.js';

const TWO_VALUES = 'two records with different values in a column';
const THREE_NUMBERS = 'three records with numbers such as 9, 10 and 100 in a column';

export const comparisons = {
  'EXP-FILT-1': {
    clause: must(
      '`=` finds the records with the value, and `!=` finds the records with another value',
    )
      .in('Resources, criteria item')
      .judged(
        '`=` must return exactly the records with that value, and `!=` must return all other records. The responses are compared with the whole dataset. Texts that some databases treat as equal, such as `a` and `A`, are used only if the column is known to distinguish them.',
      ),
    ...ruleAndRelation(byOne('=', '!=')),
    checks: {
      'export.filter.equal': checkOf('=', TWO_VALUES),
      'export.filter.not-equal': checkOf('!=', TWO_VALUES),
      'export.filter.booleans': {
        title: 'filters on a column of booleans: =, !=, IN, NOT IN, IS and IS NOT',
        alsoClauses: ['EXP-FILT-6', 'EXP-FILT-8', 'EXP-FILT-18'],
        requests: { own: { least: 9, most: 11 } },
        walks: compareBooleans,
      },
    },
  },
  'EXP-FILT-2': {
    clause: must('`>`, `<`, `>=` and `<=` compare a column with the value')
      .in('Resources, criteria item')
      .judged(
        'Numbers must be compared by their value, so that 9 is less than 10. Only `>=` and `<=` also return the records with the value itself.',
      ),
    ...ruleAndRelation(byOne('>', '<', '>=', '<=')),
    checks: {
      'export.filter.greater': checkOf('>', THREE_NUMBERS),
      'export.filter.less': checkOf('<', THREE_NUMBERS),
      'export.filter.greater-or-equal': checkOf('>=', THREE_NUMBERS),
      'export.filter.less-or-equal': checkOf('<=', THREE_NUMBERS),
    },
  },
} satisfies ExportTopics;
