/**
 * The clauses about the operators that compare with one value: `=`, `!=`, `>`, `<`, `>=` and `<=`.
 */

import { must } from '../../../src/harness/topic.js';
import type { ExportTopics } from '../topic.js';
import { byOne, filtering } from './about.js';
import { checkOf } from './operator-check.js';

const TWO_VALUES = 'two records with different values in a column';
const THREE_NUMBERS = 'three records with numbers such as 9, 10 and 100 in a column';

export const comparisons = {
  'EXP-FILT-1': {
    clause: must('`=` finds the records with the value, `!=` those with another value')
      .in('Resources, criteria item')
      .judged(
        '`=` must return exactly the records with that value, `!=` all others; compared with the whole dataset, using only values that every known collation distinguishes, or that the column is known to distinguish.',
      ),
    ...filtering(byOne('=', '!=')),
    checks: {
      'export.filter.equal': checkOf('=', TWO_VALUES),
      'export.filter.not-equal': checkOf('!=', TWO_VALUES),
    },
  },
  'EXP-FILT-2': {
    clause: must('`>`, `<`, `>=` and `<=` compare a column with the value')
      .in('Resources, criteria item')
      .judged('Compares numeric columns by value; only `>=` and `<=` include the bound.'),
    ...filtering(byOne('>', '<', '>=', '<=')),
    checks: {
      'export.filter.greater': checkOf('>', THREE_NUMBERS),
      'export.filter.less': checkOf('<', THREE_NUMBERS),
      'export.filter.greater-or-equal': checkOf('>=', THREE_NUMBERS),
      'export.filter.less-or-equal': checkOf('<=', THREE_NUMBERS),
    },
  },
} satisfies ExportTopics;
