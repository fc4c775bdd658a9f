import type { Mode } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { ExportCheck } from '../ask.js';
import type { ClauseId } from '../clauses.js';
import { distinguishingFilter, ONE, type Shape, shapeOf } from '../mutants/distinguishing-filters.js';
import type { Known } from '../survey/data.js';
import { filtered } from './filtered.js';
import { filterOfMany } from './many-criteria.js';

/** Many criteria as well: of one group, or each in its own. */
type Many = readonly [mode: Mode, of: 'criteria' | 'groups'];

const table: readonly (readonly [string, ClauseId, string, readonly Shape[], many?: Many])[] = [
  ['group-default', 'EXP-FILT-9', 'a group without mode', [shapeOf(undefined, [undefined, 2])]],
  [
    'group-and',
    'EXP-FILT-9',
    'a group of mode AND',
    [shapeOf(undefined, ['AND', 2]), shapeOf(undefined, ['AND', 3])],
    ['AND', 'criteria'],
  ],
  [
    'group-or',
    'EXP-FILT-9',
    'a group of mode OR',
    [shapeOf(undefined, ['OR', 2]), shapeOf(undefined, ['OR', 3])],
    ['OR', 'criteria'],
  ],
  ['top-default', 'EXP-FILT-10', 'groups without a top-level mode', [shapeOf(undefined, ONE, ONE)]],
  ['top-and', 'EXP-FILT-10', 'groups with the top-level mode AND', [shapeOf('AND', ONE, ONE)], ['AND', 'groups']],
  [
    'top-or',
    'EXP-FILT-10',
    'groups with the top-level mode OR',
    [shapeOf('OR', ONE, ONE), shapeOf('OR', ONE, ONE, ONE)],
    ['OR', 'groups'],
  ],
  [
    'or-and-or',
    'EXP-FILT-11',
    '(a OR b) AND (c OR d)',
    [shapeOf('AND', ['OR', 2], ['OR', 2]), shapeOf(undefined, ['OR', 2], [undefined, 2])],
  ],
  [
    'and-or-and',
    'EXP-FILT-11',
    '(a AND b) OR (c AND d)',
    [shapeOf('OR', ['AND', 2], ['AND', 2]), shapeOf('OR', [undefined, 2], ['OR', 2])],
  ],
];

function questions(
  known: Known,
  shapes: readonly Shape[],
  many: Many | undefined,
): readonly (ProductsQuestion | undefined)[] {
  const filters = [many && filterOfMany(...many, known), ...shapes.map((one) => distinguishingFilter(one, known))];
  return filters.map((filter) => filter && filtered(known, filter));
}

/** One check for each combination of modes, on criteria for which AND and OR differ. */
export const modeChecks = table.map(
  ([name, clause, title, shapes, many]): ExportCheck => ({
    id: `export.filter.${name}`,
    clauses: [clause],
    title: `${title}, on criteria that distinguish AND from OR`,
    requests: { least: 1, most: shapes.length + (many === undefined ? 0 : 1) },
    lacking: 'needs two columns whose values occur in different combinations, so that AND and OR differ',
    questions: (known) => questions(known, shapes, many),
  }),
);
