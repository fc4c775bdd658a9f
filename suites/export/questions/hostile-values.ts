/** The parts of a products request, and the hostile values that are sent in each of them. */

import { encode } from '../../../src/protocol/export/query-string.js';
import { JSON_API, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import {
  escapedValue,
  hostileParameter,
  IN_INSTANTS,
  IN_NUMBERS,
  IN_TEXTS,
  type InParameter,
  RESERVED_PARAMETERS,
} from '../../../src/protocol/hostile.js';
import { bestColumns } from '../model/columns.js';
import { NO_MEDIA_TYPE, TWO_SLASHES } from '../model/hostile.js';
import { hasOnlyDates } from '../model/oracle/column.js';
import type { ExportGiven } from '../topic.js';

/** A part of a request. The first questions have the shortest values. */
interface HostilePlace {
  /** The end of the id of its check. */
  readonly id: string;
  readonly title: string;
  /** The number of questions. */
  readonly most: number;
  /** The skip reason if the data allows no question. */
  readonly lacking?: string;
  readonly questions: (given: ExportGiven) => readonly ProductsQuestion[];
}

/** Makes the query parameters before the hostile one. Undefined if the data lacks a column. */
type Before = (given: ExportGiven) => readonly string[] | undefined;

const LIMITED: Before = () => ['limit=1'];

function inQuery(
  id: string,
  name: string,
  values: readonly InParameter[],
  {
    before = LIMITED,
    of = '',
    lacking = 'needs a column with several values',
  }: { readonly before?: Before; readonly of?: string; readonly lacking?: string } = {},
): HostilePlace {
  return {
    id,
    title: `malformed and extreme values of ${name}${of}`,
    most: values.length,
    ...(before === LIMITED ? {} : { lacking }),
    questions(given) {
      const parameters = before(given);
      if (parameters === undefined) return [];
      return values.map((value) => ({
        search: [...parameters, hostileParameter(encode(name), value)].join('&'),
      }));
    },
  };
}

const CRITERION = 'filters[0][criteria][0]';

/** A list as the value of another operator than IN is observed by EXP-FILT-15. */
const IN_VALUES = IN_TEXTS.filter((value) => value !== 'a list');

const written = (end: string, value: string): string =>
  `${encode(`${CRITERION}${end}`)}=${encode(value)}`;

/** The parameters of a criterion on a column of this kind, without one of them. */
const criterionOn =
  (kind: 'number' | 'text', operator: string, without?: 'column' | 'operator'): Before =>
  ({ facts: { whole } }) => {
    const [column] = bestColumns(whole, kind);
    if (column === undefined) return undefined;
    const [value = ''] = column.values.keys();
    const parts = { column: column.name, operator, value: String(value) };
    const names = (['column', 'operator', 'value'] as const).filter((name) =>
      without === undefined ? name !== 'value' : name !== without,
    );
    return ['limit=1', ...names.map((name) => written(`[${name}]`, parts[name]))];
  };

/** The parameters of a criterion with `>` on a column of dates and times, without its value. */
const laterThan: Before = ({ facts: { whole } }) => {
  const column = [...whole.columns.values()].find(hasOnlyDates);
  if (column === undefined) return undefined;
  return ['limit=1', written('[column]', column.name), written('[operator]', '>')];
};

/** Values of a segment of a path. */
const IN_PATH = [
  'invalid UTF-8',
  'a bad escape',
  'NUL',
  'a lone surrogate',
  '4,000 characters',
] as const;

/** Values of a segment that is a number, or may be one. */
const IN_PATH_OF_NUMBER = [...IN_PATH, '5,000 digits'] as const;

/** Values of the legacy filtered route, which may be a list. */
const IN_PATH_OF_LIST = [...IN_PATH_OF_NUMBER, '2,200 numbers'] as const;

function inPath(
  id: string,
  what: string,
  question: (text: string, given: ExportGiven) => ProductsQuestion,
  values: readonly (typeof IN_PATH_OF_LIST)[number][] = IN_PATH,
): HostilePlace {
  return {
    id,
    title: `malformed and extreme values as ${what} in the path`,
    most: values.length,
    questions: (given) => values.map((value) => question(escapedValue(value), given)),
  };
}

const onFilteredRoute =
  (segments: (text: string) => string) =>
  (text: string, { settings: { target } }: ExportGiven): ProductsQuestion => ({
    route: { path: `/${target.siteId}/${target.channelId}/${segments(text)}` },
  });

/** Values of `Accept`: no media type, wrong weights, many media types, and a long one. */
const ACCEPTS: readonly string[] = [
  NO_MEDIA_TYPE,
  `${JSON_API};q=abc`,
  `${JSON_API};q=1e400`,
  ...[Array.from({ length: 1000 }, () => 'a/bc').join(','), 'a'.repeat(4000)],
];

export const hostilePlaces: readonly HostilePlace[] = [
  inQuery('limit', 'limit', IN_NUMBERS, { before: () => [] }),
  inQuery('offset', 'offset', IN_NUMBERS),
  inQuery('order-by', 'orderBy', IN_TEXTS),
  inQuery('group-by', 'groupBy', IN_TEXTS),
  inQuery('mode', 'mode', [...IN_TEXTS, 'a line break behind `AND`']),
  inQuery('filters', 'filters', [
    'invalid UTF-8',
    'NUL',
    'an object',
    'an opening bracket without its end',
    '150 levels of brackets',
  ]),
  inQuery('group-mode', 'filters[0][mode]', IN_TEXTS, { before: criterionOn('text', '=') }),
  inQuery('column', `${CRITERION}[column]`, IN_TEXTS, {
    before: criterionOn('text', '=', 'column'),
  }),
  inQuery('operator', `${CRITERION}[operator]`, IN_TEXTS, {
    before: criterionOn('text', '=', 'operator'),
  }),
  inQuery('text', `${CRITERION}[value]`, IN_VALUES, {
    before: criterionOn('text', '='),
    of: ' of a text column',
  }),
  inQuery('pattern', `${CRITERION}[value]`, [...IN_VALUES, 'a final backslash'], {
    before: criterionOn('text', 'LIKE'),
    of: ' of LIKE',
  }),
  inQuery(
    'number',
    `${CRITERION}[value]`,
    [
      'invalid UTF-8',
      'NUL',
      'NaN',
      'Infinity',
      'minus zero',
      'digits of another script',
      'a superscript digit',
      '1e400',
      '1e200000',
      'beyond 2^63',
      'beyond 2^64',
      'an object',
      '5,000 digits',
      '16,384 decimals',
    ],
    { before: criterionOn('number', '='), of: ' of a column of numbers' },
  ),
  inQuery(
    'listed',
    `${CRITERION}[value][0]`,
    ['invalid UTF-8', 'NUL', 'NaN', '1e400', 'beyond 2^64', '150 levels of brackets'],
    { before: criterionOn('number', 'IN') },
  ),
  inQuery(
    'index',
    `${CRITERION}[value]`,
    ['an index that is a superscript digit', 'an index beyond 2^63', 'an index of 5,000 digits'],
    { before: criterionOn('number', 'IN'), of: ', as a list' },
  ),
  inQuery('instant', `${CRITERION}[value]`, IN_INSTANTS, {
    before: laterThan,
    of: ' of a column of dates and times',
    lacking: 'needs a column of dates and times',
  }),
  {
    id: 'parameter-name',
    title: 'parameters with malformed and extreme names, and with names that languages reserve',
    most: 5,
    questions: () => [
      { search: `limit=1&${RESERVED_PARAMETERS}` },
      ...(['invalid UTF-8', 'a bad escape', 'NUL', '4,000 characters'] as const).map((value) => ({
        search: `limit=1&${escapedValue(value)}=1`,
      })),
    ],
  },
  inPath('site', 'siteId', (siteId) => ({ siteId }), IN_PATH_OF_NUMBER),
  inPath('destination', 'destinationId', (destinationId) => ({ destinationId }), IN_PATH_OF_NUMBER),
  inPath(
    'path-column',
    'the column',
    onFilteredRoute((text) => `${text}/1`),
  ),
  inPath(
    'path-value',
    'the value',
    (text, given) => {
      const [numbers] = /^[\d,]+$/.test(text) ? bestColumns(given.facts.whole, 'number') : [];
      const column = encode(numbers?.name ?? 'name');
      return onFilteredRoute((value) => `${column}/${value}`)(text, given);
    },
    IN_PATH_OF_LIST,
  ),
  {
    id: 'unknown-path',
    title: 'malformed and extreme values as a part of an unknown path, and a path of two slashes',
    most: IN_PATH.length + 1,
    questions: () => [
      { route: { path: TWO_SLASHES } },
      ...IN_PATH.map((value) => ({
        route: { path: `/assay/no/such/${escapedValue(value)}/route` },
      })),
    ],
  },
  {
    id: 'fields',
    title: 'extreme values of Accept, of the token and of X-Destination-Id',
    most: ACCEPTS.length + 2,
    questions: () => [
      ...ACCEPTS.map((accept) => ({ accept, limit: 1 })),
      { token: escapedValue('4,000 characters') },
      { route: 'legacy', destinationId: escapedValue('5,000 digits') },
    ],
  },
];
