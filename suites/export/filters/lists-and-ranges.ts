/**
 * The clauses about the operators that take several values: `IN`, `NOT IN`, `BETWEEN` and `NOT
 * BETWEEN`.
 */

import { must } from '../../../src/harness/topic.js';
import type { ExportTopics } from '../topic.js';
import { byOne, ruleAndRelation } from './about.js';
import { checkOf } from './operator-check.js';

const THREE_VALUES = 'three records with different values in a column';
const THREE_NUMBERS = 'three records with different numbers in a column';

export const listsAndRanges = {
  'EXP-FILT-6': {
    clause: must('`IN` and `NOT IN` take an array of values')
      .in('Resources, criteria item, value rule 1')
      .judged('Tries every known encoding of arrays; fails only if none of them works.'),
    ...ruleAndRelation(byOne('IN', 'NOT IN')),
    checks: {
      'export.filter.in': checkOf('IN', THREE_VALUES),
      'export.filter.not-in': checkOf('NOT IN', THREE_VALUES),
    },
  },
  'EXP-FILT-7': {
    clause: must(
      '`BETWEEN` takes exactly 2 values and includes both ends; `NOT BETWEEN` is the rest',
    )
      .in('Resources, criteria item, value rule 2')
      .judged('Bounds are values of the data, the lower one first; both must be included.'),
    ...ruleAndRelation(byOne('BETWEEN', 'NOT BETWEEN')),
    checks: {
      'export.filter.between': checkOf('BETWEEN', THREE_NUMBERS),
      'export.filter.not-between': checkOf('NOT BETWEEN', THREE_NUMBERS),
    },
  },
} satisfies ExportTopics;
