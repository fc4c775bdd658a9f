/** Filters on which the modes AND and OR select different records. */

import type { Mode } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import {
  distinguishingFilter,
  ONE_CRITERION,
  type Shape,
  shapeOf,
} from '../wrong-readings/distinguishing-filters.js';
import { filtered } from './filtered.js';
import { filterOfMany, filterOfMore } from './many-criteria.js';

/**
 * Shapes of filters. A shape is the top-level mode and, for each group, its mode and its number of
 * criteria. With `many`, a filter of many criteria is also sent: all in one group, or each in its
 * own group.
 */
export interface Modes {
  readonly shapes: readonly Shape[];
  readonly many?: { readonly mode: Mode; readonly of: 'criteria' | 'groups' };
  /** Whether a group with more criteria than many parsers read into an array is sent as well. */
  readonly more?: true;
}

/** The number of requests that a check of these modes may send. */
export const modeRequests = ({ shapes, many, more }: Modes): number =>
  shapes.length + [many, more].filter((one) => one !== undefined).length;

export const modeQuestions = (
  { shapes, many, more }: Modes,
  known: Known,
): readonly (ProductsQuestion | undefined)[] =>
  [
    many && filterOfMany(many.mode, many.of, known),
    ...shapes.map((one) => distinguishingFilter(one, known)),
    more && filterOfMore(known),
  ].map((filter) => filter && filtered(known, filter));

/** One filter in both top-level modes: a cache may not tell them apart. */
export function inBothModes(known: Known): readonly ProductsQuestion[] {
  const [shape] = GROUPS_OF_ONE.OR.shapes;
  const filter = distinguishingFilter(shape, known);
  if (filter === undefined) return [];
  return (['OR', 'AND'] as const).map((mode) => filtered(known, { ...filter, mode }));
}

const twoAndThree = (mode: Mode) => [shapeOf(undefined, [mode, 2]), shapeOf(undefined, [mode, 3])];

/** One group, by its mode. */
export const ONE_GROUP = {
  default: { shapes: [shapeOf(undefined, [undefined, 2])] },
  AND: { shapes: twoAndThree('AND'), many: { mode: 'AND', of: 'criteria' } },
  OR: { shapes: twoAndThree('OR'), many: { mode: 'OR', of: 'criteria' }, more: true },
} as const satisfies Readonly<Record<string, Modes>>;

/** Groups of one criterion, by the top-level mode. */
export const GROUPS_OF_ONE = {
  default: { shapes: [shapeOf(undefined, ONE_CRITERION, ONE_CRITERION)] },
  AND: {
    shapes: [shapeOf('AND', ONE_CRITERION, ONE_CRITERION)],
    many: { mode: 'AND', of: 'groups' },
  },
  OR: {
    shapes: [
      shapeOf('OR', ONE_CRITERION, ONE_CRITERION),
      shapeOf('OR', ONE_CRITERION, ONE_CRITERION, ONE_CRITERION),
    ],
    many: { mode: 'OR', of: 'groups' },
  },
} as const satisfies Readonly<Record<string, Modes>>;

/** Groups of several criteria, by the top-level mode. */
export const GROUPS_OF_SEVERAL = {
  AND: {
    shapes: [shapeOf('AND', ['OR', 2], ['OR', 2]), shapeOf(undefined, ['OR', 2], [undefined, 2])],
  },
  OR: {
    shapes: [shapeOf('OR', ['AND', 2], ['AND', 2]), shapeOf('OR', [undefined, 2], ['OR', 2])],
  },
} as const satisfies Readonly<Record<string, Modes>>;
