/**
 * Defects in which the server returns 500 for an unusual value, or ignores a value that it cannot
 * read. Many of them recognize exactly the values that the checks send.
 */

import { percentDecoded } from '../../../percent-decoded.js';
import { datedProducts } from '../../dataset/index.js';
import { answer, json } from '../../wire/answer.js';
import { type Call, header } from '../../wire/call.js';
import { answersOf, inExport } from '../change.js';
import { type Defect, defectsOf, subtle } from '../defect.js';

const hostile = defectsOf('export', 'export.hostile');

/** Returns 500 to requests for which `when` returns true. */
const failingFor = (when: (call: Call) => boolean) =>
  answersOf('export', (given, call) =>
    when(call) ? answer(500, { 'Content-Type': 'text/plain' }, 'Internal Server Error') : given,
  );

/** The parameters of a query. A name or value with a malformed escape is not decoded. */
const parametersOf = ({ search }: Call): readonly (readonly [name: string, value: string])[] =>
  search.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s).map(percentDecoded);
    return [name, value];
  });

const failingForParameter = (when: (name: string, value: string) => boolean) =>
  failingFor((call) => parametersOf(call).some(([name, value]) => when(name, value)));

/**
 * Removes all filters if `when` returns true for the parts of the first criterion, such as its
 * column. Of a list of values, the parts contain the last. Misspelt names of the checks, such as
 * `criterias`, count as well.
 */
const withoutCriteria = (when: (parts: ReadonlyMap<string, string>, search: string) => boolean) =>
  inExport(({ readQuery }) => ({
    readQuery: (table, ask, rules) => {
      const ends = parametersOf(ask.call).flatMap(([name, value]) => {
        const [, end] =
          /^filters\[(?:0|constructor|__proto__)\](?:\[criterias?\]\[0\])?\[(\w+)\](?:\[\d\])?$/.exec(
            name,
          ) ?? [];
        return end === undefined ? [] : [[end, value] as const];
      });
      if (ends.length === 0 || !when(new Map(ends), ask.call.search))
        return readQuery(table, ask, rules);
      const kept = ask.call.search.split('&').filter((pair) => !pair.startsWith('filters'));
      const call = { ...ask.call, search: kept.join('&') };
      return readQuery(table, { ...ask, call }, rules);
    },
  }));

/** Whether the operator is one of `names`, and its value consists of letters. */
const isText = (parts: ReadonlyMap<string, string>, ...names: readonly string[]): boolean =>
  names.includes(parts.get('operator') ?? '') && /^[a-z]+$/i.test(parts.get('value') ?? '');

const isMalformed = (text: string): boolean => /%(?:FF|zz|C3$|ED%A0)/i.test(text);

export const EXPORT_HOSTILE_VALUES: readonly Defect[] = [
  ...hostile('EXP-HARD-1', {
    'invalid-utf8-fails': subtle(
      'A query with malformed escapes returns 500.',
      failingFor(({ search }) => isMalformed(search)),
    ),
    'operator-of-invalid-utf8-fails': subtle(
      'An operator with malformed escapes returns 500.',
      failingFor(({ search }) => /operator%5D=[^&]*%FF/i.test(search)),
    ),
    'nul-fails': subtle(
      'A NUL in the value of a filter returns 500, as PostgreSQL refuses it.',
      failingForParameter((name, value) => name.endsWith('[value]') && value.includes('\0')),
    ),
    'limit-beyond-64-bits-fails': subtle(
      'A limit of 2^63 or more returns 500.',
      failingForParameter((name, value) => name === 'limit' && Number(value) >= 2 ** 63),
    ),
    'offset-beyond-64-bits-fails': subtle(
      'An offset of 2^63 or more returns 500.',
      failingForParameter((name, value) => name === 'offset' && Number(value) >= 2 ** 63),
    ),
    'infinite-numbers-fail': subtle(
      'A number beyond the range of a double in a filter returns 500.',
      failingForParameter((name, value) => name.includes('[value]') && value === '1e400'),
    ),
    'long-numerics-fail': subtle(
      'A number with more than 131,072 digits in a filter returns 500, as PostgreSQL refuses it.',
      failingForParameter((name, value) => name.includes('[value]') && value === '1e200000'),
    ),
    'superscript-limit-fails': subtle(
      'A `limit` of superscript digits returns 500: they are digits, but no number.',
      failingForParameter((name, value) => name === 'limit' && /^\p{No}+$/u.test(value)),
    ),
    'superscript-index-fails': subtle(
      'An index of superscript digits returns 500.',
      failingForParameter((name) => /\[\p{No}\]/u.test(name)),
    ),
    'order-as-an-object-fails': subtle(
      'An `orderBy` with brackets returns 500.',
      failingForParameter((name) => /^orderBy\[/.test(name)),
    ),
    'group-as-a-list-fails': subtle(
      'A `groupBy` with brackets returns 500.',
      failingForParameter((name) => /^groupBy\[/.test(name)),
    ),
    'mode-as-a-list-fails': subtle(
      'A `mode` with brackets returns 500.',
      failingForParameter((name) => /^mode\[/.test(name)),
    ),
    'modes-with-a-line-break-fail': subtle(
      'A mode with a line break behind it returns 500, as it is checked by a pattern that ends with `$`.',
      failingForParameter((name, value) => name === 'mode' && value === 'AND\n'),
    ),
    'deep-brackets-fail': subtle(
      'More than 100 pairs of brackets in a name return 500.',
      failingForParameter((name) => name.split('[').length > 100),
    ),
    'names-of-invalid-utf8-fail': subtle(
      'A parameter with a malformed name returns 500.',
      failingFor(({ search }) => /(?:^|&)(?:%FF|%zz)=/.test(search)),
    ),
    'pattern-with-a-final-backslash-fails': subtle(
      'A pattern that ends with a backslash returns 500, as PostgreSQL refuses it.',
      failingForParameter((name, value) => name.endsWith('[value]') && /^[^\\]+\\$/.test(value)),
    ),
    'many-decimals-fail': subtle(
      'A number of more than 16,383 decimals returns 500, as PostgreSQL refuses it.',
      failingForParameter((_, value) => /^\d+\.\d{16384}/.test(value)),
    ),
    'reserved-names-fail': subtle(
      'A parameter with the name `self` returns 500, as it is an argument of the handler.',
      failingForParameter((name) => name === 'self'),
    ),
    'brackets-without-an-end-fail': subtle(
      'A name of a parameter with an opening bracket and no closing one returns 500.',
      failingForParameter((name) => /\[[^\]]*$/.test(name)),
    ),
    'two-slashes-fail': subtle(
      'The path `//` returns 500, because it has a host that is empty.',
      failingFor(({ path }) => path === '//'),
    ),
    'path-of-invalid-utf8-fails': subtle(
      'A malformed escape in the path returns 500.',
      failingFor(({ path }) => isMalformed(path)),
    ),
    'nul-in-the-path-fails': subtle(
      'A NUL in the value of the legacy filtered path returns 500.',
      failingFor(({ path }) => /^\/\d+\/\d+\/[^/]+\/.*%00/.test(path)),
    ),
    'unknown-path-of-invalid-utf8-fails': subtle(
      'An unknown path with a malformed escape returns 500.',
      failingFor(({ path }) => path.startsWith('/assay/') && isMalformed(path)),
    ),
    'long-lists-in-the-path-fail': subtle(
      'A list of more than 2,100 values in the path returns 500, as SQL Server refuses it.',
      failingFor(({ path }) => path.split(',').length > 2100),
    ),
    'accept-without-a-type-fails': subtle(
      'An `Accept` of a single semicolon returns 500.',
      failingFor((call) => header(call, 'accept') === ';'),
    ),
    'weights-fail': subtle(
      'A weight in `Accept` that is not a number returns 500.',
      failingFor((call) => /q=[a-z]/.test(header(call, 'accept') ?? '')),
    ),
    'long-ids-in-the-path-fail': subtle(
      'A number of more than 4,300 digits in the path returns 500, as Python refuses to read it.',
      failingFor(({ path }) => /\d{4301}/.test(path)),
    ),
    'long-ids-in-the-header-fail': subtle(
      'An `X-Destination-Id` of more than 4,300 digits returns 500.',
      failingFor((call) => /^\d{4301}/.test(header(call, 'x-destination-id') ?? '')),
    ),
    'long-indexes-fail': subtle(
      'An index of more than 4,300 digits returns 500.',
      failingForParameter((name) => /\[\d{4301,}\]/.test(name)),
    ),
    'instants-out-of-range-fail': {
      ...subtle(
        'An instant before the year 1 or after the year 9999 returns 500.',
        failingForParameter((_, value) =>
          /^(?:0001-01-01.*\+|9999-12-31.*-\d\d:|1\d{4}-)/.test(value),
        ),
      ),
      records: datedProducts,
    },
    'numbers-beyond-an-instant-fail': {
      ...subtle(
        'A number of 17 and more digits that is compared with an instant returns 500.',
        failingFor((call) => {
          const sent = parametersOf(call).map(([, value]) => value);
          return sent.includes('created_at') && sent.some((value) => /^\d{17,}$/.test(value));
        }),
      ),
      records: datedProducts,
    },
    'long-tokens-fail': subtle(
      'A token of 2,000 characters returns 500.',
      failingFor((call) => (header(call, 'x-ea-auth-token') ?? '').length > 2000),
    ),
  }),
  ...hostile('EXP-LIST-1', {
    'limits-of-no-type-are-null': subtle(
      'The limit `1e400` is infinite, and JSON writes it as null.',
      answersOf('export', (given, { search }) =>
        search === 'limit=1e400'
          ? json(
              200,
              { data: [], meta: { total: 0, limit: null, offset: 0 } },
              { 'Content-Type': 'application/vnd.api+json' },
            )
          : given,
      ),
    ),
  }),
  ...hostile('EXP-HARD-2', {
    'nan-is-ignored': subtle(
      'A filter whose value is `NaN` returns every record.',
      withoutCriteria((parts) => parts.get('value') === 'NaN'),
    ),
    'nan-is-the-greatest': subtle(
      'Every number is less than `NaN`, as PostgreSQL sorts it.',
      inExport(({ readQuery }) => ({
        readQuery(table, ask, rules) {
          const { search } = ask.call;
          const isBelow = /operator%5D=%3C&/.test(search);
          const written = isBelow ? search.replace(/=NaN(?=&|$)/, '=1e30') : search;
          return readQuery(table, { ...ask, call: { ...ask.call, search: written } }, rules);
        },
      })),
    ),
    'values-end-at-nul': subtle(
      'A value is read up to a NUL, as in C.',
      inExport(({ readQuery }) => ({
        readQuery: (table, ask, rules) => {
          const search = ask.call.search.replace(/%00[^&]*/g, '');
          return readQuery(table, { ...ask, call: { ...ask.call, search } }, rules);
        },
      })),
    ),
    'missing-values-are-ignored': subtle(
      'A criterion without a value returns every record.',
      withoutCriteria((parts) => !parts.has('value')),
    ),
    'unknown-operators-are-ignored': subtle(
      'A criterion with an unknown operator returns every record.',
      withoutCriteria((parts) => parts.get('operator') === 'CONTAINS'),
    ),
    'less-than-a-text-is-everything': subtle(
      '`<` and `<=` with a text match every number, as SQLite sorts numbers before texts.',
      withoutCriteria((parts) => isText(parts, '<', '<=')),
    ),
    'greater-than-a-text-is-everything': subtle(
      '`>` and `>=` with a text match every number above 0, as MySQL reads the text as 0.',
      withoutCriteria((parts) => isText(parts, '>', '>=')),
    ),
    'greater-than-an-overflow-is-everything': subtle(
      'A number of 2^63 or more overflows, so that `>` with it matches every number.',
      withoutCriteria(
        (parts) => parts.get('operator') === '>' && parts.get('value') === '9223372036854775808',
      ),
    ),
    'greater-than-a-long-numeric-is-everything': subtle(
      'A number with more than 131,072 digits overflows to 0, so that `>` with it matches every number.',
      withoutCriteria(
        (parts) => parts.get('operator') === '>' && parts.get('value') === '1e200000',
      ),
    ),
    'ranges-to-a-text-are-everything': subtle(
      '`BETWEEN` a number and a text matches every number.',
      withoutCriteria((parts) => isText(parts, 'BETWEEN')),
    ),
    'later-than-a-text-is-everything': {
      ...subtle(
        '`>` with a text that is no date matches every date.',
        withoutCriteria((parts) => parts.get('column') === 'created_at' && isText(parts, '>')),
      ),
      records: datedProducts,
    },
    // MySQL reads such a date as 0000-00-00.
    'later-than-no-date-is-everything': {
      ...subtle(
        '`>` with a date that does not exist matches every date.',
        withoutCriteria(
          (parts) =>
            parts.get('operator') === '>' && /^\d{4}-1[3-9]-/.test(parts.get('value') ?? ''),
        ),
      ),
      records: datedProducts,
    },
    'criteria-without-their-level-are-ignored': subtle(
      'A criterion without the level `[criteria][0]` returns every record.',
      withoutCriteria((_, search) => !search.includes('criteria')),
    ),
    'misspelt-levels-are-ignored': subtle(
      'A criterion under `criterias` returns every record.',
      withoutCriteria((_, search) => search.includes('criterias')),
    ),
    'patterns-end-at-nul': subtle(
      'A pattern of `LIKE` is read up to a NUL, as SQLite does.',
      withoutCriteria(
        (parts) => parts.get('operator') === 'LIKE' && (parts.get('value') ?? '').startsWith('%\0'),
      ),
    ),
    'inherited-names-are-dropped': subtle(
      'A group of filters with the name `constructor` returns every record.',
      withoutCriteria((_, search) => search.includes('constructor')),
    ),
    'prototype-is-dropped': subtle(
      'A group of filters with the name `__proto__` returns every record.',
      withoutCriteria(
        (_, search) => search.includes('[__proto__]') || search.includes('%5B__proto__%5D'),
      ),
    ),
    'nul-matches-zero': subtle(
      'A library writes NUL as `\\0`, which `LIKE` reads as the character 0.',
      inExport(({ readQuery }) => ({
        readQuery(table, ask, rules) {
          const search = ask.call.search.replaceAll('%00', '0');
          return readQuery(table, { ...ask, call: { ...ask.call, search } }, rules);
        },
      })),
    ),
    'parameters-beyond-1000-are-dropped': subtle(
      'Only the first 1,000 parameters of a query are read.',
      inExport(({ readQuery }) => ({
        readQuery(table, ask, rules) {
          const search = ask.call.search.split('&').slice(0, 1000).join('&');
          return readQuery(table, { ...ask, call: { ...ask.call, search } }, rules);
        },
      })),
    ),
    'unknown-columns-are-ignored': subtle(
      'A criterion on an unknown column returns every record.',
      withoutCriteria((parts) => parts.get('column') === 'assay_no_such_column'),
    ),
  }),
];
