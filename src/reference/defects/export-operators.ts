import { blatant, type Defect, subtle, topic } from './defect.js';
import { either, onNumbers, onTexts, operator, operators, rule, withNulls, withValues } from './export-change.js';

const filter = topic('export', 'export.filter');

const everything = () => () => () => true;
const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** `=`, `!=` and the four comparisons; `BETWEEN`, `IS`. */
export const EXPORT_OPERATORS: readonly Defect[] = [
  ...filter('EXP-FILT-1', {
    'equals-trims': subtle(
      '`=` trims both sides before it compares.',
      operator(
        '=',
        onTexts((cell, value = '') => cell.trim() === value.trim()),
      ),
    ),
    'equals-finds-a-part': blatant(
      '`=` finds the value anywhere in a text.',
      operator(
        '=',
        onTexts((cell, value = '') => cell.includes(value)),
      ),
    ),
    'equals-cuts-numbers': subtle(
      '`=` compares the integer parts of numbers.',
      operator(
        '=',
        onNumbers((cell, value) => Math.trunc(cell) === Math.trunc(Number(value))),
      ),
    ),
    'equals-ignores-accents': subtle(
      '`=` ignores accents.',
      operator(
        '=',
        onTexts((cell, value = '') => bare(cell) === bare(value)),
      ),
    ),
    'not-equals-keeps-all': blatant('`!=` keeps every record that has a value.', operator('!=', everything)),
    'not-equals-is-equals': blatant(
      '`!=` is taken as `=`.',
      operator('!=', (_, all) => all['=']),
    ),
    'not-equals-drops-longer': subtle(
      '`!=` also leaves out the texts that begin with the value.',
      operator(
        '!=',
        onTexts((cell, value = '') => !cell.startsWith(value)),
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
      '`>=` leaves out the boundary.',
      operator('>=', (_, all) => all['>']),
    ),
    'at-most-is-below': subtle(
      '`<=` leaves out the boundary.',
      operator('<=', (_, all) => all['<']),
    ),
    'above-is-at-least': subtle(
      '`>` includes the boundary.',
      operator('>', (_, all) => all['>=']),
    ),
    'below-is-at-most': subtle(
      '`<` includes the boundary.',
      operator('<', (_, all) => all['<=']),
    ),
    'above-is-below': blatant(
      '`>` is taken as `<`.',
      operator('>', (_, all) => all['<']),
    ),
    'above-compares-as-text': subtle(
      '`>` compares numbers as text: 9 is above 10.',
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
      '`<` cuts its bound to an integer.',
      operator(
        '<',
        onNumbers((cell, value) => cell < Math.trunc(Number(value))),
      ),
    ),
    'below-takes-null': subtle('`<` takes null for less than anything.', operator('<', withNulls)),
    'above-takes-null': subtle('`>` takes null for more than anything.', operator('>', withNulls)),
    'below-takes-null-for-zero': subtle(
      '`<=` takes null for 0.',
      operator(
        '<=',
        (healthy) => (column, values) =>
          Number(values[0]) >= 0 && column.kind === 'number'
            ? withNulls(healthy)(column, values)
            : healthy(column, values),
      ),
    ),
    'at-least-loses-negatives': subtle(
      '`>=` never finds a negative number.',
      operator(
        '>=',
        onNumbers((cell, value) => cell >= 0 && cell >= Number(value)),
      ),
    ),
  }),
  ...filter('EXP-FILT-7', {
    'between-excludes-low': subtle(
      '`BETWEEN` leaves out its lower end.',
      operator(
        'BETWEEN',
        onNumbers((cell, low, high) => cell > Number(low) && cell <= Number(high)),
      ),
    ),
    'between-excludes-high': subtle(
      '`BETWEEN` leaves out its upper end.',
      operator(
        'BETWEEN',
        onNumbers((cell, low, high) => cell >= Number(low) && cell < Number(high)),
      ),
    ),
    'between-excludes-high-text': subtle(
      '`BETWEEN` leaves out its upper end on texts.',
      operator(
        'BETWEEN',
        onTexts((cell, low = '', high = '') => cell >= low && cell < high),
      ),
    ),
    'between-compares-as-text': subtle(
      '`BETWEEN` compares numbers as text.',
      operator(
        'BETWEEN',
        onNumbers((cell, low = '', high = '') => String(cell) >= low && String(cell) <= high),
      ),
    ),
    'between-ignores-high': blatant(
      '`BETWEEN` ignores its second value.',
      operator('BETWEEN', (_, all) => all['>=']),
    ),
    'not-between-includes-ends': subtle(
      '`NOT BETWEEN` includes both ends.',
      operator(
        'NOT BETWEEN',
        onNumbers((cell, low, high) => cell <= Number(low) || cell >= Number(high)),
      ),
    ),
    'not-between-only-above': subtle(
      '`NOT BETWEEN` finds only what lies above.',
      operator(
        'NOT BETWEEN',
        (_, all) =>
          (column, [, high = '']) =>
            all['>'](column, [high]),
      ),
    ),
    'not-between-is-between': blatant(
      '`NOT BETWEEN` is taken as `BETWEEN`.',
      operator('NOT BETWEEN', (_, all) => all.BETWEEN),
    ),
  }),
  ...filter('EXP-FILT-8', {
    'is-takes-empty-text': subtle(
      '`IS` null also finds empty texts, and `IS NOT` finds them as well.',
      operator('IS', (healthy, all) => (column, values) => either(healthy(column, values), all['='](column, ['']))),
    ),
    'is-takes-zero': subtle(
      '`IS` null also finds 0.',
      operator(
        'IS',
        (healthy) => (column, values) => either(healthy(column, values), rule((cell) => cell === 0)(column, [])),
      ),
    ),
    'is-not-gives-everything': blatant('`IS NOT` null gives every record.', operator('IS NOT', everything)),
    'is-not-drops-empty-text': subtle(
      '`IS NOT` null leaves out empty texts.',
      operator('IS NOT', () => rule((cell) => cell !== '')),
    ),
    'is-swapped': blatant(
      '`IS` and `IS NOT` are swapped.',
      operators(['IS', 'IS NOT'], (healthy, all) => (healthy === all.IS ? all['IS NOT'] : all.IS)),
    ),
    'is-finds-nothing': blatant(
      '`IS` compares with null as if it were a value, and finds nothing.',
      operator('IS', () => () => () => false),
    ),
  }),
  ...filter('EXP-FILT-6', {
    'in-first-only': subtle(
      '`IN` takes only the first value.',
      operator(
        'IN',
        withValues((values) => values.slice(0, 1)),
      ),
    ),
    'in-last-only': subtle(
      '`IN` takes only the last value.',
      operator(
        'IN',
        withValues((values) => values.slice(-1)),
      ),
    ),
    'in-two-at-most': subtle(
      '`IN` takes two values at most.',
      operator(
        'IN',
        withValues((values) => values.slice(0, 2)),
      ),
    ),
    'not-in-first-only': subtle(
      '`NOT IN` leaves out only the first value.',
      operator(
        'NOT IN',
        withValues((values) => values.slice(0, 1)),
      ),
    ),
    'not-in-last-only': subtle(
      '`NOT IN` leaves out only the last value.',
      operator(
        'NOT IN',
        withValues((values) => values.slice(-1)),
      ),
    ),
    'in-finds-parts': subtle(
      '`IN` finds its values anywhere in a text.',
      operator(
        'IN',
        onTexts((cell, ...values) => values.some((value) => cell.includes(value))),
      ),
    ),
    'in-empty-when-one-is-unknown': subtle(
      '`IN` finds nothing when one of its values occurs nowhere.',
      operator('IN', (healthy) => (column, values) => {
        const occurs = (value: string) =>
          column.kind === 'number' ? column.values.includes(Number(value)) : column.dictionary.includes(value);
        return values.every(occurs) ? healthy(column, values) : () => false;
      }),
    ),
    'not-in-is-in': blatant(
      '`NOT IN` is taken as `IN`.',
      operator('NOT IN', (_, all) => all.IN),
    ),
  }),
];
