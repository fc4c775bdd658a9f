import { datedProducts } from '../../dataset/index.js';
import type { Rule } from '../../export/operators.js';
import { type Defect, defectsOf, subtle } from '../defect.js';
import { onTexts, operator } from './change.js';

const dates = defectsOf('export', 'export.dates');

const DATE = /^\d{4}-\d\d-\d\d/;

/**
 * Changes a comparison rule. Dates and times are compared by `test`, and other values by the healthy
 * rule.
 */
const onDates =
  (test: (cell: string, ...values: string[]) => boolean) =>
  (healthy: Rule): Rule =>
  (column, values) =>
    values.every((value) => DATE.test(value))
      ? onTexts((cell, ...given) => DATE.test(cell) && test(cell, ...given))(healthy)(
          column,
          values,
        )
      : healthy(column, values);

const dayOf = (time: string): string => time.slice(0, 10);

/**
 * Defects in comparing dates and times. The default records contain neither, so each defect has its
 * own `records`.
 */
export const EXPORT_DATES: readonly Defect[] = dates('EXP-FILT-16', {
  // k-int/KBPlus #821 and similar bugs: the end of a range is moved to the end of its day.
  'between-takes-whole-days': {
    ...subtle(
      '`BETWEEN` with times treats its bounds as whole days.',
      operator(
        'BETWEEN',
        onDates(
          (cell, low = '', high = '') => dayOf(cell) >= dayOf(low) && dayOf(cell) <= dayOf(high),
        ),
      ),
    ),
    records: datedProducts,
  },
  // frappe/helpdesk #3597: the upper bound of a range of times is the beginning of its day.
  'between-ends-at-midnight': {
    ...subtle(
      '`BETWEEN` with times ends at the beginning of the last day.',
      operator(
        'BETWEEN',
        onDates((cell, low = '', high = '') => cell >= low && cell <= dayOf(high)),
      ),
    ),
    records: datedProducts,
  },
  // langfuse/langfuse #365: times are equal if their days are equal.
  'equals-takes-the-whole-day': {
    ...subtle(
      '`=` with a time matches all times of the same day.',
      operator(
        '=',
        onDates((cell, time = '') => dayOf(cell) === dayOf(time)),
      ),
    ),
    records: datedProducts,
  },
  // mem0ai/mem0 #3213: times are compared as texts, although their time zones differ.
  'served-time-is-not-found': {
    ...subtle(
      '`=` matches no record if its value is a time copied from a response.',
      operator(
        '=',
        onDates((cell, date = '') => cell === date && date.length === 10),
      ),
    ),
    records: datedProducts,
  },
});
