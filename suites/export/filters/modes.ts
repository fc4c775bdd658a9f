import type { CheckRow } from '../../../src/harness/suite.js';
import type { Mode } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import { checks } from '../survey/ask.js';
import { tell } from '../survey/tell.js';
import {
  distinguishingFilter,
  ONE,
  type Shape,
  shapeOf,
} from '../wrong-readings/distinguishing-filters.js';
import { filtered } from './filtered.js';
import { filterOfMany } from './many-criteria.js';

/**
 * Filters of some shapes, on criteria for which AND and OR differ; of many criteria as well, in one
 * group or each in its own.
 */
function combining(
  title: string,
  shapes: readonly Shape[],
  many?: readonly [mode: Mode, of: 'criteria' | 'groups'],
): CheckRow<ProductsQuestion, Known> {
  return {
    title: `${title}, on criteria that distinguish AND from OR`,
    requests: { least: 1, most: shapes.length + (many === undefined ? 0 : 1) },
    lacking:
      'needs two columns whose values occur in different combinations, so that AND and OR differ',
    questions(known) {
      if (shapes === DEFAULT_GROUP) tell('EXP-FILT-9', known);
      const filters = [
        many && filterOfMany(...many, known),
        ...shapes.map((one) => distinguishingFilter(one, known)),
      ];
      return filters.map((filter) => filter && filtered(known, filter));
    },
  };
}

/** The plainest of them, whose check says what is wrong with any group. */
const DEFAULT_GROUP = [shapeOf(undefined, [undefined, 2])];

/** A group of two criteria, and one of three. */
const twoAndThree = (mode: Mode) => [shapeOf(undefined, [mode, 2]), shapeOf(undefined, [mode, 3])];
const OR_AND_OR = [
  shapeOf('AND', ['OR', 2], ['OR', 2]),
  shapeOf(undefined, ['OR', 2], [undefined, 2]),
];
const AND_OR_AND = [
  shapeOf('OR', ['AND', 2], ['AND', 2]),
  shapeOf('OR', [undefined, 2], ['OR', 2]),
];
const TOP_OR = [shapeOf('OR', ONE, ONE), shapeOf('OR', ONE, ONE, ONE)];

export const modeChecks = checks({
  'EXP-FILT-9 export.filter.group-default': combining('a group without mode', DEFAULT_GROUP),
  'EXP-FILT-9 export.filter.group-and': combining('a group of mode AND', twoAndThree('AND'), [
    'AND',
    'criteria',
  ]),
  'EXP-FILT-9 export.filter.group-or': combining('a group of mode OR', twoAndThree('OR'), [
    'OR',
    'criteria',
  ]),
  'EXP-FILT-10 export.filter.top-default': combining('groups without a top-level mode', [
    shapeOf(undefined, ONE, ONE),
  ]),
  'EXP-FILT-10 export.filter.top-and': combining(
    'groups with the top-level mode AND',
    [shapeOf('AND', ONE, ONE)],
    ['AND', 'groups'],
  ),
  'EXP-FILT-10 export.filter.top-or': combining('groups with the top-level mode OR', TOP_OR, [
    'OR',
    'groups',
  ]),
  'EXP-FILT-11 export.filter.or-and-or': combining('(a OR b) AND (c OR d)', OR_AND_OR),
  'EXP-FILT-11 export.filter.and-or-and': combining('(a AND b) OR (c AND d)', AND_OR_AND),
});
