/** Defects of the export API in BETWEEN, IN and IS, and in their negations. */

import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { either, onNumbers, onTexts, operator, operators, rule, withValues } from './change.js';

const filter = defectsOf('export', 'export.filter');

/** Selects every record. */
const everything = () => () => () => true;

export const EXPORT_RANGES: readonly Defect[] = [
  ...filter('EXP-FILT-7', {
    'between-excludes-low': subtle(
      '`BETWEEN` excludes its lower bound.',
      operator(
        'BETWEEN',
        onNumbers((cell, low, high) => cell > Number(low) && cell <= Number(high)),
      ),
    ),
    'between-excludes-high': subtle(
      '`BETWEEN` excludes its upper bound.',
      operator(
        'BETWEEN',
        onNumbers((cell, low, high) => cell >= Number(low) && cell < Number(high)),
      ),
    ),
    // Mezcalito/ux-search #35: a bound of 0 is treated as missing.
    'between-from-zero-has-no-lower-bound': subtle(
      '`BETWEEN` ignores a lower bound of 0.',
      operator(
        'BETWEEN',
        onNumbers(
          (cell, low, high) => (Number(low) === 0 || cell >= Number(low)) && cell <= Number(high),
        ),
      ),
    ),
    'between-to-zero-has-no-upper-bound': subtle(
      '`BETWEEN` ignores an upper bound of 0.',
      operator(
        'BETWEEN',
        onNumbers(
          (cell, low, high) => cell >= Number(low) && (Number(high) === 0 || cell <= Number(high)),
        ),
      ),
    ),
    'between-excludes-high-text': subtle(
      '`BETWEEN` excludes its upper bound for texts.',
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
      '`NOT BETWEEN` includes both bounds.',
      operator(
        'NOT BETWEEN',
        onNumbers((cell, low, high) => cell <= Number(low) || cell >= Number(high)),
      ),
    ),
    'not-between-only-above': subtle(
      '`NOT BETWEEN` matches only values above the range.',
      operator(
        'NOT BETWEEN',
        (_, all) =>
          (column, [, high = '']) =>
            all['>'](column, [high]),
      ),
    ),
    'not-between-is-between': blatant(
      '`NOT BETWEEN` is treated as `BETWEEN`.',
      operator('NOT BETWEEN', (_, all) => all.BETWEEN),
    ),
  }),
  ...filter('EXP-FILT-8', {
    'is-takes-empty-text': subtle(
      '`IS` null and `IS NOT` null both match empty texts.',
      operator(
        'IS',
        (healthy, all) => (column, values) =>
          either(healthy(column, values), all['='](column, [''])),
      ),
    ),
    'is-takes-zero': subtle(
      '`IS` null also matches 0.',
      operator(
        'IS',
        (healthy) => (column, values) =>
          either(healthy(column, values), rule((cell) => cell === 0)(column, [])),
      ),
    ),
    'is-not-gives-everything': blatant(
      '`IS NOT` null returns every record.',
      operator('IS NOT', everything),
    ),
    'is-not-drops-empty-text': subtle(
      '`IS NOT` null excludes empty texts.',
      operator('IS NOT', () => rule((cell) => cell !== '')),
    ),
    'is-swapped': blatant(
      '`IS` and `IS NOT` are swapped.',
      operators(['IS', 'IS NOT'], (healthy, all) => (healthy === all.IS ? all['IS NOT'] : all.IS)),
    ),
    'is-not-read-as-is': blatant(
      '`IS NOT` is read as `IS`.',
      operator('IS NOT', (_, all) => all.IS),
    ),
    'is-finds-nothing': blatant(
      '`IS` compares null as a value, and matches nothing.',
      operator('IS', () => () => () => false),
    ),
  }),
  ...filter('EXP-FILT-6', {
    'in-first-only': subtle(
      '`IN` uses only the first value.',
      operator(
        'IN',
        withValues((values) => values.slice(0, 1)),
      ),
    ),
    // The server parses a list of one value as a text, and takes the first element of the text.
    'in-of-one-takes-its-first-character': subtle(
      '`IN` with one value uses only the first character of the value.',
      operator(
        'IN',
        withValues((values) =>
          values.length === 1 ? values.map((value) => value.slice(0, 1)) : values,
        ),
      ),
    ),
    'in-last-only': subtle(
      '`IN` uses only the last value.',
      operator(
        'IN',
        withValues((values) => values.slice(-1)),
      ),
    ),
    'in-empty-when-one-is-given-twice': subtle(
      '`IN` matches nothing if a value is given twice.',
      operator(
        'IN',
        withValues((values) => (new Set(values).size < values.length ? [] : values)),
      ),
    ),
    'in-two-at-most': subtle(
      '`IN` uses at most two values.',
      operator(
        'IN',
        withValues((values) => values.slice(0, 2)),
      ),
    ),
    'in-five-at-most': subtle(
      '`IN` uses at most five values.',
      operator(
        'IN',
        withValues((values) => values.slice(0, 5)),
      ),
    ),
    // A parser of query strings makes an object of an array with more than 20 elements.
    'in-of-more-than-twenty-is-empty': subtle(
      '`IN` matches nothing if it has more than 20 values.',
      operator(
        'IN',
        withValues((values) => (values.length > 20 ? [] : values)),
      ),
    ),
    'in-splits-at-commas': subtle(
      'The values of `IN` are split at commas.',
      operator(
        'IN',
        withValues((values) => values.flatMap((value) => value.split(','))),
      ),
    ),
    'in-trims': subtle(
      '`IN` and `NOT IN` drop leading and trailing spaces of their values.',
      operators(
        ['IN', 'NOT IN'],
        withValues((values) => values.map((value) => value.trim())),
      ),
    ),
    'not-in-drops-backslashes': subtle(
      'Backslashes in the values of `NOT IN` are dropped.',
      operator(
        'NOT IN',
        withValues((values) => values.map((value) => value.replaceAll('\\', ''))),
      ),
    ),
    'not-in-first-only': subtle(
      '`NOT IN` excludes only the first value.',
      operator(
        'NOT IN',
        withValues((values) => values.slice(0, 1)),
      ),
    ),
    'not-in-last-only': subtle(
      '`NOT IN` excludes only the last value.',
      operator(
        'NOT IN',
        withValues((values) => values.slice(-1)),
      ),
    ),
    'in-finds-parts': subtle(
      '`IN` matches its values anywhere in a text.',
      operator(
        'IN',
        onTexts((cell, ...values) => values.some((value) => cell.includes(value))),
      ),
    ),
    'in-takes-wildcards': subtle(
      '`IN` treats % and _ in its values as wildcards.',
      operator('IN', (_, all) => (column, values) => {
        const matches = values.map((value) => all.LIKE(column, [value]));
        return (row) => matches.some((isMatch) => isMatch(row));
      }),
    ),
    'in-empty-when-one-is-unknown': subtle(
      '`IN` matches nothing if one of its values occurs in no record.',
      operator('IN', (healthy) => (column, values) => {
        const occurs = (value: string) =>
          column.kind === 'number'
            ? column.values.includes(Number(value))
            : column.dictionary.includes(value);
        return values.every(occurs) ? healthy(column, values) : () => false;
      }),
    ),
    'not-in-is-in': blatant(
      '`NOT IN` is treated as `IN`.',
      operator('NOT IN', (_, all) => all.IN),
    ),
  }),
];
