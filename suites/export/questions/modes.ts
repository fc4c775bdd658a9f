/** Filters on which the modes AND and OR select different records. */

import type { QuestionSet } from '../../../src/harness/topic.js';
import type { Mode } from '../../../src/protocol/export/filter.js';
import type { ExportKinds, ModeSet } from '../topic.js';
import {
  distinguishingFilter,
  ONE_CRITERION,
  type Shape,
  shapeOf,
} from '../wrong-readings/distinguishing-filters.js';
import { filtered } from './filtered.js';
import { filterOfMany } from './many-criteria.js';

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
const TOP_DEFAULT = [shapeOf(undefined, ONE_CRITERION, ONE_CRITERION)];
const TOP_AND = [shapeOf('AND', ONE_CRITERION, ONE_CRITERION)];
const TOP_OR = [
  shapeOf('OR', ONE_CRITERION, ONE_CRITERION),
  shapeOf('OR', ONE_CRITERION, ONE_CRITERION, ONE_CRITERION),
];

/**
 * With `many`, the set also has a filter of many criteria: all in one group, or each in its own
 * group.
 */
const setOf = (
  shapes: readonly Shape[],
  many?: { readonly mode: Mode; readonly of: 'criteria' | 'groups' },
): QuestionSet<ExportKinds> => ({
  requests: { own: { least: 1, most: shapes.length + (many === undefined ? 0 : 1) } },
  questions(known) {
    const filters = [
      many && filterOfMany(many.mode, many.of, known),
      ...shapes.map((one) => distinguishingFilter(one, known)),
    ];
    return filters.map((filter) => filter && filtered(known, filter));
  },
});

export const modeSets: Readonly<Record<ModeSet, QuestionSet<ExportKinds>>> = {
  'a group without mode': setOf(DEFAULT_GROUP),
  'a group of mode AND': setOf(twoAndThree('AND'), { mode: 'AND', of: 'criteria' }),
  'a group of mode OR': setOf(twoAndThree('OR'), { mode: 'OR', of: 'criteria' }),
  'groups without a top-level mode': setOf(TOP_DEFAULT),
  'groups with the top-level mode AND': setOf(TOP_AND, { mode: 'AND', of: 'groups' }),
  'groups with the top-level mode OR': setOf(TOP_OR, { mode: 'OR', of: 'groups' }),
  '(a OR b) AND (c OR d)': setOf(JOINED_BY_AND),
  '(a AND b) OR (c AND d)': setOf(JOINED_BY_OR),
};
