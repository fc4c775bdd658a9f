/** The clauses about the modes AND and OR, inside a group and between groups. */

import { must, type TopicCheck } from '../../../src/harness/topic.js';
import type { Mode } from '../../../src/protocol/export/filter.js';
import { contradictionOf } from '../model/page-size.js';
import { filtered } from '../questions/filtered.js';
import { filterOfMany } from '../questions/many-criteria.js';
import { contradicting, type ExportKinds, type ExportTopics } from '../topic.js';
import {
  distinguishingFilter,
  ONE,
  type Shape,
  shapeOf,
} from '../wrong-readings/distinguishing-filters.js';
import { byGroupsOfOne, byGroupsOfSeveral, byOneGroup, filtering } from './about.js';

// The shape of a filter is its top-level mode and, for each group, the mode and the number of
// criteria.
const DEFAULT_GROUP = [shapeOf(undefined, [undefined, 2])];
const twoAndThree = (mode: Mode) => [shapeOf(undefined, [mode, 2]), shapeOf(undefined, [mode, 3])];
const JOINED_BY_AND = [
  shapeOf('AND', ['OR', 2], ['OR', 2]),
  shapeOf(undefined, ['OR', 2], [undefined, 2]),
];
const JOINED_BY_OR = [
  shapeOf('OR', ['AND', 2], ['AND', 2]),
  shapeOf('OR', [undefined, 2], ['OR', 2]),
];
const TOP_DEFAULT = [shapeOf(undefined, ONE, ONE)];
const TOP_AND = [shapeOf('AND', ONE, ONE)];
const TOP_OR = [shapeOf('OR', ONE, ONE), shapeOf('OR', ONE, ONE, ONE)];

export const modes = {
  'EXP-FILT-9': {
    clause: must('inside a group `mode` AND (default) or OR combines the criteria')
      .in('Resources, criteria group')
      .judged(
        'Two criteria for which AND and OR return different records; without a mode it must be AND.',
      ),
    // Responses from which the data was read may have contradicted this clause.
    ...filtering(byOneGroup, { 'contradiction of EXP-FILT-9': () => true }),
    violatedByFacts: contradicting('EXP-FILT-9', contradictionOf),
    checks: {
      'export.filter.group-default': combining('a group without mode', DEFAULT_GROUP),
      'export.filter.group-and': combining('a group of mode AND', twoAndThree('AND'), {
        mode: 'AND',
        of: 'criteria',
      }),
      'export.filter.group-or': combining('a group of mode OR', twoAndThree('OR'), {
        mode: 'OR',
        of: 'criteria',
      }),
    },
  },
  'EXP-FILT-10': {
    clause: must('top-level `mode` AND (default) or OR combines the groups')
      .in('Endpoints, A. Export API, query parameters')
      .judged(
        'Two groups for which AND and OR return different records; without a mode it must be AND.',
      ),
    ...filtering(byGroupsOfOne),
    checks: {
      'export.filter.top-default': combining('groups without a top-level mode', TOP_DEFAULT),
      'export.filter.top-and': combining('groups with the top-level mode AND', TOP_AND, {
        mode: 'AND',
        of: 'groups',
      }),
      'export.filter.top-or': combining('groups with the top-level mode OR', TOP_OR, {
        mode: 'OR',
        of: 'groups',
      }),
    },
  },
  'EXP-FILT-11': {
    clause: must('both levels together: (a OR b) AND (c OR d), (a AND b) OR (c AND d)')
      .in('Resources, criteria group')
      .judged('Sends four criteria in two groups and compares with the records that satisfy them.'),
    ...filtering(byGroupsOfSeveral),
    checks: {
      'export.filter.or-and-or': combining('(a OR b) AND (c OR d)', JOINED_BY_AND),
      'export.filter.and-or-and': combining('(a AND b) OR (c AND d)', JOINED_BY_OR),
    },
  },
} satisfies ExportTopics;

/**
 * With `many`, the check also sends a filter of many criteria: all in one group, or each in its own
 * group.
 */
function combining(
  title: string,
  shapes: readonly Shape[],
  many?: { readonly mode: Mode; readonly of: 'criteria' | 'groups' },
): TopicCheck<ExportKinds> {
  return {
    title: `${title}, on criteria that distinguish AND from OR`,
    requests: { own: { least: 1, most: shapes.length + (many === undefined ? 0 : 1) } },
    lacking:
      'needs two columns whose values occur in different combinations, so that AND and OR differ',
    questions(known) {
      const filters = [
        many && filterOfMany(many.mode, many.of, known),
        ...shapes.map((one) => distinguishingFilter(one, known)),
      ];
      return filters.map((filter) => filter && filtered(known, filter));
    },
  };
}
