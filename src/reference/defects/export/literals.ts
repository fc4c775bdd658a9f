/** Defects of the export API in decoding values and operators of filters. */

import type { Criterion } from '../../export/filters.js';
import { compileLike } from '../../table/like.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import {
  criteria,
  filters,
  matching,
  onTexts,
  operator,
  operators,
  search,
  withValue,
  withValues,
} from './change.js';

const literals = defectsOf('export', 'export.literals');

/** Also true for a criterion without values. */
const isNotBlank = ({ values }: Criterion): boolean =>
  values.length === 0 || values.join('').trim() !== '';

const equalsWith = (edit: (value: string) => string) => operator('=', withValue(edit));

/** Returns NaN, which equals nothing, for a text that is not a number. */
const asNumber = (text: string): number =>
  /^-?[\d.]+(?:e\d+)?$/i.test(text) ? Number(text) : Number.NaN;

export const EXPORT_LITERALS: readonly Defect[] = [
  ...literals('EXP-FILT-13', {
    'semicolon-as-an-ampersand': subtle(
      'A semicolon that is not escaped separates parameters, like `&`.',
      search((text) => text.replaceAll(';', '&')),
    ),
    'plus-is-no-blank-in-operators': subtle(
      'A `+` in an operator is not decoded as a space.',
      search((text) => text.replace(/(operator(?:%5D|\])=[^&]*?)\+/gi, '$1%2B')),
    ),
    'percent-20-is-no-blank-in-operators': subtle(
      '`%20` in an operator is not decoded as a space.',
      search((text) => text.replace(/(operator(?:%5D|\])=[^&]*?)%20/gi, '$1%2520')),
    ),
    'operator-ends-at-the-plus': subtle(
      'The operator `IS+NOT` is cut at the plus sign and read as `IS`.',
      search((text) => text.replace(/(operator(?:%5D|\])=IS)\+NOT/gi, '$1')),
    ),
    'lower-case-escapes-unread': subtle(
      'Operators that are encoded with lower-case hexadecimal digits (`%3c`) are not decoded.',
      search((text) => text.replace(/(operator(?:%5D|\])=[^&]*?)%(?=3[a-e])/g, '$1%25')),
    ),
    'encoded-equals-sign-is-lost': subtle(
      'An encoded equals sign at the end of an operator is lost: `>=` is read as `>`.',
      search((text) => text.replace(/(operator(?:%5D|\])=%3[CE])%3D/gi, '$1')),
    ),
  }),
  ...literals('EXP-FILT-1', {
    // glpi-project/glpi #22593: empty() treats a value of 0 as missing.
    'zero-drops-its-criterion': subtle(
      'A criterion whose value is 0 is ignored.',
      filters(({ mode, groups }) => ({
        mode,
        groups: groups.map((group) => ({
          ...group,
          criteria: group.criteria.filter(({ values }) => values[0] !== '0' || values.length > 1),
        })),
      })),
    ),
  }),
  ...literals('EXP-FILT-6', {
    // FriendsOfCake/search #57: empty values of a list are filtered out, and 0 counts as empty.
    'zero-lost-in-lists': subtle(
      'A 0 is dropped from the values of `IN` and `NOT IN`.',
      operators(
        ['IN', 'NOT IN'],
        withValues((values) => values.filter((value) => value !== '0')),
      ),
    ),
  }),
  ...literals('EXP-FILT-14', {
    // spatie/laravel-query-builder: a blank filter value is not applied.
    'blank-value-drops-its-criterion': subtle(
      'A criterion whose value consists of blanks is ignored.',
      filters(({ mode, groups }) => ({
        mode,
        groups: groups.map((group) => ({ ...group, criteria: group.criteria.filter(isNotBlank) })),
      })),
    ),
    // maplibre/maputnik #168: the texts `true` and `false` are converted, so they are not found.
    'true-is-a-boolean': subtle(
      'The values `true` and `false` are converted to 1 and 0.',
      equalsWith((value) => value.replace(/^true$/, '1').replace(/^false$/, '0')),
    ),
    'value-cut-at-a-quote': subtle(
      'A value is cut at a quote.',
      equalsWith((value) => value.replace(/'.*$/s, '')),
    ),
    'quotes-doubled': subtle(
      'Quotes in a value are doubled.',
      equalsWith((value) => value.replaceAll("'", "''")),
    ),
    'quote-is-a-fault': blatant(
      'A request with a quote in a value returns 500.',
      criteria((criterion) => {
        if (criterion.values.some((value) => value.includes("'")))
          throw new Error('syntax error at or near a quote');
        return criterion;
      }),
    ),
    'injected-condition-runs': subtle(
      'A value with a closing quote and an SQL condition with OR matches every record.',
      operator(
        '=',
        (healthy) => (column, values) =>
          /^[^']*' *or /i.test(values[0] ?? '') ? () => true : healthy(column, values),
      ),
    ),
    'percent-is-a-wildcard-in-equals': subtle(
      '`%` in the value of `=` is a wildcard.',
      operator(
        '=',
        (healthy) => (column, values) =>
          column.kind === 'number'
            ? healthy(column, values)
            : matching((value) => compileLike(value.replace(/[\\_]/g, '\\$&')))(column, values),
      ),
    ),
    'underscore-is-a-wildcard-in-equals': subtle(
      '`_` in the value of `=` is a wildcard.',
      operator(
        '=',
        (healthy) => (column, values) =>
          column.kind === 'number'
            ? healthy(column, values)
            : matching((value) => compileLike(value.replace(/[\\%]/g, '\\$&')))(column, values),
      ),
    ),
    'backslashes-stripped': subtle(
      'Backslashes are stripped from values.',
      equalsWith((value) => value.replaceAll('\\', '')),
    ),
    'values-trimmed': subtle(
      'Leading and trailing spaces of a value are dropped.',
      equalsWith((value) => value.trim()),
    ),
    'comment-cut-off': subtle(
      'A value is cut at `--`.',
      equalsWith((value) => value.replace(/--.*$/s, '')),
    ),
    'semicolon-cut-off': subtle(
      'A value is cut at a semicolon.',
      equalsWith((value) => value.replace(/;.*$/s, '')),
    ),
    'hash-cut-off': subtle(
      'A value is cut at a hash sign.',
      equalsWith((value) => value.replace(/#.*$/s, '')),
    ),
    'ampersand-as-entity': subtle(
      'Ampersands in values become HTML entities.',
      equalsWith((value) => value.replaceAll('&', '&amp;')),
    ),
    'comma-splits-scalars': subtle(
      'The value of `=` is cut at a comma.',
      equalsWith((value) => value.split(',')[0] ?? ''),
    ),
    'decoded-twice': subtle(
      'Values are percent-decoded twice.',
      equalsWith((value) =>
        value.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        ),
      ),
    ),
    'number-like-texts-are-numbers': subtle(
      '`=` compares texts that resemble numbers as numbers: `007` equals `7`.',
      operator(
        '=',
        onTexts((cell, value = '') => cell === value || asNumber(cell) === asNumber(value)),
      ),
    ),
    'word-null-is-null': subtle(
      '`=` with the text `null` matches nulls.',
      operator(
        '=',
        (healthy, all) => (column, values) =>
          (/^null$/i.test(values[0] ?? '') ? all.IS : healthy)(column, values),
      ),
    ),
    'outside-the-basic-plane-lost': subtle(
      'Characters beyond the Basic Multilingual Plane are dropped from values.',
      equalsWith((value) => value.replace(/[\u{10000}-\u{10ffff}]/gu, '')),
    ),
    'latin-1-values': subtle(
      'Values are read as Latin-1 instead of UTF-8.',
      equalsWith((value) => Buffer.from(value).toString('latin1')),
    ),
    'plus-becomes-a-blank': subtle(
      'An encoded plus sign in a value is decoded as a space.',
      equalsWith((value) => value.replaceAll('+', ' ')),
    ),
    'brackets-removed': subtle(
      'Brackets are removed from values.',
      equalsWith((value) => value.replace(/[[\]{}]/g, '')),
    ),
    'tags-stripped': subtle(
      'Text that resembles an HTML tag is removed from values.',
      equalsWith((value) => value.replace(/<[^>]*>/g, '')),
    ),
  }),
];
