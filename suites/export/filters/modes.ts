/** The clauses about the modes AND and OR, inside a group and between groups. */

import { must, type TopicCheck } from '../../../src/harness/topic.js';
import { contradictionOf } from '../model/page-size.js';
import {
  GROUPS_OF_ONE,
  GROUPS_OF_SEVERAL,
  type Modes,
  modeQuestions,
  modeRequests,
  ONE_GROUP,
} from '../questions/modes.js';
import { anyRequest, contradicting, type ExportKinds, type ExportTopics } from '../topic.js';
import { byGroupsOfOne, byGroupsOfSeveral, byOneGroup, ruleAndRelation } from './about.js';

export const modes = {
  'EXP-FILT-9': {
    clause: must('inside a group `mode` AND (default) or OR combines the criteria')
      .in('Resources, criteria group')
      .judged(
        'Sends two criteria for which AND and OR return different records. Without a mode, the records must be those of AND.',
      ),
    // The survey, which reads the data before the checks, may already show a violation. Then the
    // second argument makes the rule report that response, and `violatedByFacts` fails the first
    // check below.
    ...ruleAndRelation(byOneGroup, { 'contradiction of EXP-FILT-9': anyRequest }),
    violatedByFacts: contradicting('EXP-FILT-9', contradictionOf),
    checks: {
      'export.filter.group-default': combining('a group without mode', ONE_GROUP.default),
      'export.filter.group-and': combining('a group of mode AND', ONE_GROUP.AND),
      'export.filter.group-or': combining('a group of mode OR', ONE_GROUP.OR),
    },
  },
  'EXP-FILT-10': {
    clause: must('top-level `mode` AND (default) or OR combines the groups')
      .in('Endpoints, A. Export API, query parameters')
      .judged(
        'Sends two groups for which AND and OR return different records. Without a mode, the records must be those of AND.',
      ),
    ...ruleAndRelation(byGroupsOfOne),
    checks: {
      'export.filter.top-default': combining(
        'groups without a top-level mode',
        GROUPS_OF_ONE.default,
      ),
      'export.filter.top-and': combining('groups with the top-level mode AND', GROUPS_OF_ONE.AND),
      'export.filter.top-or': combining('groups with the top-level mode OR', GROUPS_OF_ONE.OR),
    },
  },
  'EXP-FILT-11': {
    clause: must(
      'the modes of both levels apply together: (a OR b) AND (c OR d), (a AND b) OR (c AND d)',
    )
      .in('Resources, criteria group')
      .judged(
        'Sends four criteria in two groups and compares the returned records with those that satisfy the combination.',
      ),
    ...ruleAndRelation(byGroupsOfSeveral),
    checks: {
      'export.filter.or-and-or': combining('(a OR b) AND (c OR d)', GROUPS_OF_SEVERAL.AND),
      'export.filter.and-or-and': combining('(a AND b) OR (c AND d)', GROUPS_OF_SEVERAL.OR),
    },
  },
} satisfies ExportTopics;

function combining(filters: string, modes: Modes): TopicCheck<ExportKinds> {
  return {
    title: `${filters}, on criteria that distinguish AND from OR`,
    lacking:
      'needs two columns in which records have different combinations of values, so that AND and OR differ',
    requests: { own: { least: 1, most: modeRequests(modes) } },
    asks: ({ facts }) => modeQuestions(modes, facts),
  };
}
