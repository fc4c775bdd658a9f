import { datedProducts } from '../../dataset/index.js';
import type { Rule } from '../../export/operators.js';
import type { ProductRecord } from '../../table/column.js';
import { isNull } from '../../table/column.js';
import { type Defect, defectsOf, subtle } from '../defect.js';
import { operator } from './change.js';

const booleans = defectsOf('export', 'export.booleans');

/** Products with the column `active`, which has booleans and nulls. */
const withBooleans = (): readonly ProductRecord[] =>
  datedProducts().map((record, row) => ({
    ...record,
    active: row % 5 === 0 ? null : row % 3 === 0,
  }));

/** Changes a rule on columns of booleans only. */
const onBooleans =
  (change: (healthy: Rule) => Rule) =>
  (healthy: Rule): Rule =>
  (column, values) =>
    (column.name === 'active' ? change(healthy) : healthy)(column, values);

/** Defects in filters on booleans. The default records contain none. */
export const EXPORT_BOOLEANS: readonly Defect[] = [
  ...booleans('EXP-FILT-18', {
    'not-equal-keeps-nulls': {
      ...subtle(
        '`!=` with a boolean also returns the nulls.',
        operator(
          '!=',
          onBooleans((healthy) => (column, values) => {
            const keeps = healthy(column, values);
            return (row) => isNull(column, row) || keeps(row);
          }),
        ),
      ),
      records: withBooleans,
    },
  }),
  ...booleans('EXP-FILT-1', {
    'false-is-null': {
      ...subtle(
        '`=` with `false` returns the nulls instead.',
        operator(
          '=',
          onBooleans((healthy) => (column, values) => {
            const keeps = healthy(column, values);
            return values[0] === 'false' ? (row) => isNull(column, row) : keeps;
          }),
        ),
      ),
      records: withBooleans,
    },
    'lists-match-nothing': {
      ...subtle(
        '`IN` with booleans matches nothing.',
        operator(
          'IN',
          onBooleans(() => () => () => false),
        ),
      ),
      records: withBooleans,
    },
  }),
];
