/** Defects of the export API in `=`, `!=`, `>`, `<`, `>=` and `<=`. */

import type { Rule } from '../../export/operators.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { onNumbers, onTexts, operator, operators, withNulls, withValue } from './change.js';

const filter = defectsOf('export', 'export.filter');

const wrappedTo32Bits = (number: number): number =>
  Number.isInteger(number) ? number | 0 : number;

/** Null is stored as NaN. */
const isWholeOrNull = (cell: number): boolean => Number.isNaN(cell) || Number.isInteger(cell);

/** Selects every record. */
const everything = () => () => () => true;

const COMPARISONS = [
  '=',
  '!=',
  'IN',
  'NOT IN',
  '>',
  '<',
  '>=',
  '<=',
  'BETWEEN',
  'NOT BETWEEN',
] as const;

/**
 * Rounds stored numbers to single precision before a comparison, as a `FLOAT` column does.
 * Responses still contain all digits.
 */
const inSinglePrecision =
  (healthy: Rule): Rule =>
  (column, values) =>
    healthy(
      column.kind === 'number' ? { ...column, values: column.values.map(Math.fround) } : column,
      values,
    );

export const EXPORT_OPERATORS: readonly Defect[] = [
  ...filter('EXP-FILT-1', {
    // The server passes the value to the database as a four-byte integer.
    'equals-in-32-bits': subtle(
      '`=` truncates the number of the criterion to 32 bits.',
      operator(
        '=',
        onNumbers((cell, value) => cell === wrappedTo32Bits(Number(value))),
      ),
    ),
    'equals-trims': subtle(
      '`=` trims the value and the data before the comparison.',
      operator(
        '=',
        onTexts((cell, value = '') => cell.trim() === value.trim()),
      ),
    ),
    'equals-finds-a-part': blatant(
      '`=` matches the value anywhere in a text.',
      operator(
        '=',
        onTexts((cell, value = '') => cell.includes(value)),
      ),
    ),
    'equals-finds-no-emoji': subtle(
      '`=` matches no text with characters beyond the Basic Multilingual Plane.',
      operator(
        '=',
        onTexts((cell, value = '') => cell === value && !/[\ud800-\udbff]/.test(cell)),
      ),
    ),
    'equals-cuts-numbers': subtle(
      '`=` compares the integer parts of numbers.',
      operator(
        '=',
        onNumbers((cell, value) => Math.trunc(cell) === Math.trunc(Number(value))),
      ),
    ),
    // PHP and Python: the value is converted by the type of the column, (int) or int(float(value)).
    'equals-cuts-values-to-whole-numbers': subtle(
      'In a column of whole numbers `=` cuts the number of the criterion to an integer.',
      operator('=', (healthy) => (column, values) => {
        const isWhole = column.kind === 'number' && column.values.every(isWholeOrNull);
        return healthy(
          column,
          isWhole ? values.map((value) => String(Math.trunc(Number(value)))) : values,
        );
      }),
    ),
    'numbers-of-single-precision': subtle(
      'Stored numbers are rounded to single precision, but the value of a criterion is not.',
      operators(COMPARISONS, inSinglePrecision),
    ),
    'not-equals-keeps-all': blatant('`!=` returns every record.', operator('!=', everything)),
    'not-equals-is-equals': blatant(
      '`!=` is treated as `=`.',
      operator('!=', (_, all) => all['=']),
    ),
    'not-equals-drops-longer': subtle(
      '`!=` also leaves out texts that only begin with the value.',
      operator(
        '!=',
        onTexts((cell, value = '') => !cell.startsWith(value)),
      ),
    ),
    'not-equals-drops-tags': subtle(
      'Text that resembles an HTML tag is dropped from the value of `!=`.',
      operator(
        '!=',
        withValue((value) => value.replace(/<[^>]*>/g, '')),
      ),
    ),
    'equals-ignores-sign': subtle(
      '`=` ignores the sign of a number.',
      operator(
        '=',
        onNumbers((cell, value) => Math.abs(cell) === Math.abs(Number(value))),
      ),
    ),
  }),
  ...filter('EXP-FILT-2', {
    'at-least-is-above': subtle(
      '`>=` excludes the bound.',
      operator('>=', (_, all) => all['>']),
    ),
    'at-most-is-below': subtle(
      '`<=` excludes the bound.',
      operator('<=', (_, all) => all['<']),
    ),
    'above-is-at-least': subtle(
      '`>` includes the bound.',
      operator('>', (_, all) => all['>=']),
    ),
    'below-is-at-most': subtle(
      '`<` includes the bound.',
      operator('<', (_, all) => all['<=']),
    ),
    'above-is-below': blatant(
      '`>` is treated as `<`.',
      operator('>', (_, all) => all['<']),
    ),
    'above-compares-as-text': subtle(
      '`>` compares numbers as text: 9 is greater than 10.',
      operator(
        '>',
        onNumbers((cell, value = '') => String(cell) > value),
      ),
    ),
    'at-most-compares-as-text': subtle(
      '`<=` compares numbers as text.',
      operator(
        '<=',
        onNumbers((cell, value = '') => String(cell) <= value),
      ),
    ),
    'bound-cut-to-integer': subtle(
      '`<` truncates its bound to an integer.',
      operator(
        '<',
        onNumbers((cell, value) => cell < Math.trunc(Number(value))),
      ),
    ),
    'below-takes-null': subtle('`<` treats null as less than any value.', operator('<', withNulls)),
    'above-takes-null': subtle(
      '`>` treats null as greater than any value.',
      operator('>', withNulls),
    ),
    'below-takes-null-for-zero': subtle(
      '`<=` treats null as 0.',
      operator(
        '<=',
        (healthy) => (column, values) =>
          Number(values[0]) >= 0 && column.kind === 'number'
            ? withNulls(healthy)(column, values)
            : healthy(column, values),
      ),
    ),
    'at-least-loses-negatives': subtle(
      '`>=` never matches a negative number.',
      operator(
        '>=',
        onNumbers((cell, value) => cell >= 0 && cell >= Number(value)),
      ),
    ),
  }),
];
