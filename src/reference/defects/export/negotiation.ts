/**
 * Defects of the export API in choosing the format by Accept. The envelope, an object with `data`
 * and `meta`, is the JSON:API format. The other format is a bare array.
 */

import { BadQuery } from '../../export/index.js';
import type { Format } from '../../export/negotiate.js';
import { header } from '../../wire/call.js';
import { inExport } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { recordsIn } from './body.js';

const negotiation = defectsOf('export', 'export.negotiation');

/** Uses the format that `decide` returns. If it returns none, the healthy server chooses. */
const formatOf = (decide: (accept: string | undefined, isV2: boolean) => Format | undefined) =>
  inExport(({ negotiate }) => ({
    negotiate: (accept, call) =>
      decide(accept, call.path.startsWith('/sites/')) ?? negotiate(accept, call),
  }));

/** Edits the header fields of lists. An empty value removes a field. */
const headers = (edit: (format: Format) => Record<string, string>) =>
  inExport(({ headers: healthy }) => ({
    headers: (format, ask) =>
      Object.fromEntries(
        Object.entries({ ...healthy(format, ask), ...edit(format) }).filter(
          ([, value]) => value !== '',
        ),
      ),
  }));

const JSON_API = 'application/vnd.api+json';

export const EXPORT_NEGOTIATION: readonly Defect[] = [
  // These defects recognize the Accept headers that the checks send, and do not parse them.
  ...negotiation('EXP-NEG-11', {
    'q-zero-is-accepted': subtle(
      'The first of the two types in Accept is sent, also with `q=0`.',
      formatOf((accept) => (accept?.startsWith(`${JSON_API};q=0,`) ? 'json-api' : undefined)),
    ),
    'parameters-hide-q-zero': subtle(
      'A weight behind another parameter of the type is ignored.',
      formatOf((accept) => (accept?.includes(';charset=utf-8;q=0') ? 'json' : undefined)),
    ),
    'any-type-includes-a-refused-one': subtle(
      '`*/*` selects the bare array, also beside its type with `q=0`.',
      formatOf((accept) => (accept?.includes('*/*') ? 'json' : undefined)),
    ),
    'capital-q-is-no-weight': subtle(
      'The name of a weight is compared with regard to case, so that `Q=0` is ignored.',
      formatOf((accept) => (accept?.includes(';Q=0, ') ? 'json' : undefined)),
    ),
    'type-that-begins-alike-is-taken': subtle(
      'A type that only begins with the JSON:API type is taken for it.',
      formatOf((accept) => (accept?.includes(`${JSON_API}-seq`) ? 'json-api' : undefined)),
    ),
    'type-is-matched-as-a-word': subtle(
      'The JSON:API type is looked for as a word, so that it is found in a longer name.',
      formatOf((accept) => (accept?.includes(`${JSON_API}!`) ? 'json-api' : undefined)),
    ),
    'type-that-begins-alike-is-taken-alone': subtle(
      'A type that begins with the JSON:API type is taken for it where no other type is acceptable.',
      formatOf((accept) => (accept === `${JSON_API}-seq` ? 'json-api' : undefined)),
    ),
    'first-accept-line-counts': subtle(
      'Only the first of several Accept lines is read.',
      formatOf((accept) => (accept?.startsWith('text/html, ') ? 'json' : undefined)),
    ),
  }),
  ...negotiation('EXP-NEG-1', {
    'json-api-never': blatant(
      'The v2 route returns a bare array for any Accept header.',
      formatOf((_, isV2) => (isV2 ? 'json' : undefined)),
    ),
    'json-api-only-without-filters': subtle(
      'With filters the v2 route returns a bare array for any Accept header.',
      inExport(({ negotiate }) => ({
        negotiate: (accept, call) =>
          call.path.startsWith('/sites/') && call.search.includes('filters')
            ? 'json'
            : negotiate(accept, call),
      })),
    ),
  }),
  ...negotiation('EXP-NEG-2', {
    'json-gets-the-envelope': blatant(
      'The v2 route returns the envelope for `Accept: application/json`.',
      formatOf((accept, isV2) => (isV2 && accept === 'application/json' ? 'json-api' : undefined)),
    ),
  }),
  ...negotiation('EXP-NEG-3', {
    'no-accept-gets-the-envelope': subtle(
      'The v2 route returns the envelope for a request without an Accept header.',
      formatOf((accept, isV2) => (isV2 && accept === undefined ? 'json-api' : undefined)),
    ),
    'no-accept-refused': subtle(
      'A request without an Accept header returns 406.',
      // `badQuery` receives only a text. The text `406` stands for a missing Accept.
      inExport(({ readQuery, problems }) => ({
        problems: {
          ...problems,
          badQuery: (text) => ({
            ...problems.badQuery(text),
            ...(text === '406' ? { status: 406 } : {}),
          }),
        },
        readQuery: (table, ask, rules) => {
          if (header(ask.call, 'accept') === undefined) throw new BadQuery('406');
          return readQuery(table, ask, rules);
        },
      })),
    ),
  }),
  ...negotiation('EXP-NEG-4', {
    'json-api-lacks-the-last': subtle(
      'In JSON:API format a page of several records lacks its last record.',
      inExport(({ page }) => ({
        page: (rows, query, ask) => {
          const shown = page(rows, query, ask);
          return ask.format === 'json-api' && shown.length > 1 ? shown.subarray(0, -1) : shown;
        },
      })),
    ),
    'json-api-lacks-a-column': subtle(
      'In JSON:API format the category is missing.',
      recordsIn('json-api', (records) => records.map(({ category: _, ...record }) => record)),
    ),
    'json-api-prices-cut': subtle(
      'In JSON:API format prices are whole numbers.',
      recordsIn('json-api', (records) =>
        records.map((record) =>
          typeof record.price === 'number'
            ? { ...record, price: Math.trunc(record.price) }
            : record,
        ),
      ),
    ),
  }),
  ...negotiation('EXP-NEG-6', {
    'json-api-sent-as-json': subtle(
      'The envelope is sent as application/json.',
      headers(() => ({ 'Content-Type': 'application/json' })),
    ),
    'array-sent-as-json-api': subtle(
      'The bare array is sent as application/vnd.api+json.',
      headers(() => ({ 'Content-Type': JSON_API })),
    ),
    'lists-sent-as-html': subtle(
      'Lists are sent as text/html.',
      headers(() => ({ 'Content-Type': 'text/html' })),
    ),
  }),
  ...negotiation('EXP-NEG-7', {
    'accept-case-sensitive': subtle(
      'The media type in Accept is recognized only in lower case.',
      formatOf((accept) => (accept !== accept?.toLowerCase() ? 'json' : undefined)),
    ),
  }),
  ...negotiation('EXP-NEG-9', {
    'vary-missing': subtle(
      'Lists have no `Vary`.',
      headers(() => ({ Vary: '' })),
    ),
    'vary-without-accept': subtle(
      'The `Vary` of lists contains `Accept-Encoding`, but not `Accept`.',
      headers(() => ({ Vary: 'Accept-Encoding' })),
    ),
    'vary-only-in-json-api': subtle(
      'Only the envelope has `Vary: Accept`.',
      headers((format) => (format === 'json' ? { Vary: '' } : {})),
    ),
  }),
];
