/**
 * Conforming variants of the export API, which read queries or return values in other ways. A
 * variant such as `like-mysql` behaves like a server with the database in its name.
 */

import { products } from '../dataset/products.js';
import { EXPORT_DEFAULT_LIMIT } from '../document.js';
import {
  collated,
  dialect,
  filtersByStoredForm,
  groupsFoldCase,
  likeFoldsCase,
  likeWithoutEscape,
} from './dialect-changes.js';
import { COMMAS, HARD_TO_COMPARE } from './records.js';
import { changes, variants } from './variant.js';

export const DIALECTS = variants('dialect', {
  'indexed-arrays': [
    'In queries only arrays with indexes are accepted.',
    dialect({ arrayEncodings: ['indexed'] }),
  ],
  'empty-bracket-arrays': [
    'In queries only arrays with empty brackets are accepted.',
    dialect({ arrayEncodings: ['empty-brackets'] }),
  ],
  'comma-arrays': [
    'In queries only comma-separated arrays are accepted.',
    dialect({ arrayEncodings: ['comma'] }),
  ],
  'comma-arrays-beside-commas': [
    'In queries only comma-separated arrays are accepted, and every name and note contains a comma.',
    { ...dialect({ arrayEncodings: ['comma'] }), records: COMMAS },
  ],
  'null-in-capitals': ['Null is written only as `NULL`.', dialect({ nullSpellings: ['NULL'] })],
  'null-in-lower-case': ['Null is written only as `null`.', dialect({ nullSpellings: ['null'] })],
  'null-as-nothing': ['Null is written only as the empty text.', dialect({ nullSpellings: [''] })],
  'null-in-lower-case-beside-texts': [
    'Null is written only as `null`; `IS` and `IS NOT` treat any other text as a value.',
    dialect({ nullSpellings: ['null'], isCompares: true }),
  ],
  'null-as-nothing-beside-texts': [
    'Null is written only as the empty text; `IS` and `IS NOT` treat any other text as a value.',
    dialect({ nullSpellings: [''], isCompares: true }),
  ],
  'null-unspoken': ['There is no way to write null.', dialect({ nullSpellings: [] })],
  'order-with-minus': [
    'A descending order is written `-column`.',
    dialect({ orderDirections: ['-column'] }),
  ],
  'order-either-way': [
    'A descending order is written `column DESC` or `-column`.',
    dialect({ orderDirections: ['column DESC', '-column'] }),
  ],
  'order-ascending-only': ['There is no descending order.', dialect({ orderDirections: [] })],
  'empty-is-404': ['A request without matches returns 404.', dialect({ emptyResult: '404' })],
  'limit-clamped-at-100': [
    `Limits above ${EXPORT_DEFAULT_LIMIT} are reduced to ${EXPORT_DEFAULT_LIMIT}.`,
    dialect({ maxLimit: EXPORT_DEFAULT_LIMIT }),
  ],
  'limit-refused-above-100': [
    `Limits above ${EXPORT_DEFAULT_LIMIT} are refused.`,
    dialect({ maxLimit: EXPORT_DEFAULT_LIMIT, overLimit: 'refuse' }),
  ],
  'limit-clamped-at-250': ['Limits above 250 are reduced to 250.', dialect({ maxLimit: 250 })],
  'limit-refused-above-1000': ['Limits above 1000 are refused.', dialect({ overLimit: 'refuse' })],
  'not-acceptable': ['Unsupported types return 406.', dialect({ notAcceptable: '406' })],
  'nulls-missing': ['A null is returned as a missing member.', dialect({ nulls: 'missing' })],
  'nulls-as-empty-text': ['A null is returned as the empty text.', dialect({ nulls: 'empty' })],
  'numbers-as-text': [
    'Numbers are returned as strings.',
    dialect({ numbers: 'string' }),
    ['EXP-LIST-4'],
  ],
  'case-ignored': [
    '`=`, `IN` and `LIKE` ignore case.',
    dialect({ caseSensitive: false }),
    ['EXP-FILT-4'],
  ],
  'negations-keep-nulls': [
    'Negations include nulls.',
    dialect({ negationsKeepNulls: true }),
    ['EXP-FILT-18'],
  ],
  'collation-without-case': [
    'Texts are sorted without regard to case.',
    dialect({ collation: 'case-insensitive' }),
  ],
  'collation-of-a-locale': [
    'Texts are sorted as in a dictionary.',
    dialect({ collation: 'locale' }),
  ],
  'nulls-first': ['Nulls are sorted first.', dialect({ nullsOrder: 'first' })],
  'like-without-escape': [
    'A backslash in LIKE matches itself, as in standard SQL.',
    { behaviour: likeWithoutEscape },
  ],
  'like-mysql': [
    'The server behaves like MySQL: `=`, sorting and grouping ignore case, and nulls are first.',
    {
      dialect: {
        caseSensitive: false,
        collation: 'case-insensitive',
        nullsOrder: 'first',
        arrayEncodings: ['indexed', 'empty-brackets'],
      },
      behaviour: groupsFoldCase,
    },
    ['EXP-FILT-4'],
  ],
  'mariadb-general-ci': [
    'Texts are compared as in MariaDB by default: case, accents and trailing spaces are ignored.',
    collated(['accents', 'beyond-the-basic-plane', 'final-blanks'], {
      like: ['accents', 'beyond-the-basic-plane'],
    }),
    ['EXP-FILT-4'],
  ],
  'mariadb-unicode-ci': [
    'Texts are compared as in the Unicode collations of MariaDB: ß equals ss, and character width and normalization are ignored.',
    collated(['width', 'spelled-out', 'accents', 'final-blanks'], { like: ['width', 'accents'] }),
    ['EXP-FILT-4'],
  ],
  'mariadb-bin': [
    'Texts are compared by code point, but trailing spaces are ignored.',
    collated(['final-blanks'], { caseSensitive: true, like: [], collation: 'padded' }),
  ],
  'mariadb-bin-with-blanks': [
    'Trailing spaces are ignored, and many values end in spaces.',
    {
      ...collated(['final-blanks'], { caseSensitive: true, like: [], collation: 'padded' }),
      records: HARD_TO_COMPARE,
    },
  ],
  'mariadb-general-ci-with-blanks': [
    'Case, accents and trailing spaces are ignored, and many values end in spaces.',
    {
      ...collated(['accents', 'beyond-the-basic-plane', 'final-blanks'], {
        like: ['accents', 'beyond-the-basic-plane'],
      }),
      records: HARD_TO_COMPARE,
    },
    ['EXP-FILT-4'],
  ],
  'nulls-as-empty-text-with-blanks': [
    'Null is returned as the empty text; the data also has empty texts and texts of spaces.',
    { ...dialect({ nulls: 'empty', nullsOrder: 'first' }), records: HARD_TO_COMPARE },
  ],
  'mysql-0900-as-cs': [
    'Case and accents of texts are compared, but their normalization form is ignored.',
    collated(['forms'], { caseSensitive: true, collation: 'code-point' }),
  ],
  'accents-ignored-by-equals': [
    '`=` ignores accents, but `LIKE` does not.',
    dialect({ folds: ['accents'] }),
  ],
  'accents-ignored-by-like': [
    '`LIKE` ignores accents, but `=` does not.',
    dialect({ likeFolds: ['accents'] }),
  ],
  'bounds-sorted': [
    'BETWEEN sorts its bounds before the comparison.',
    dialect({ sortsBounds: true }),
  ],
  'like-sqlite': [
    'The server behaves like SQLite: LIKE ignores case and has no escape character, and nulls are first.',
    { dialect: { nullsOrder: 'first' }, behaviour: changes(likeFoldsCase, likeWithoutEscape) },
    ['EXP-FILT-4'],
  ],
  'served-otherwise': [
    'Times are returned in seconds, and JSON values as text. Filters accept neither of these forms.',
    {
      records: products(160, 13).map((record, row) => ({
        ...record,
        // Hourly times from 2020-03-29T00:30:00Z.
        created_at: row % 9 === 0 ? null : 1_585_441_800 + (row % 12) * 3600,
        attributes: row % 7 === 0 ? null : JSON.stringify({ size: row % 4 }),
      })),
      behaviour: filtersByStoredForm,
    },
  ],
  'like-citext': [
    '`LIKE` and grouping ignore case, as with citext of PostgreSQL, but `=` does not.',
    { behaviour: changes(likeFoldsCase, groupsFoldCase) },
    ['EXP-FILT-4'],
  ],
  'like-mongo': [
    'The server behaves like a document store: negations include nulls, nulls are missing members and sorted first, and arrays in queries have indexes.',
    dialect({
      negationsKeepNulls: true,
      nulls: 'missing',
      nullsOrder: 'first',
      arrayEncodings: ['indexed'],
      emptyResult: 'list',
    }),
    ['EXP-FILT-18'],
  ],
  'like-sql-server': [
    'The server behaves like SQL Server behind PHP: case is ignored, numbers are strings, and a request without matches returns 404.',
    {
      dialect: {
        caseSensitive: false,
        collation: 'case-insensitive',
        nullsOrder: 'first',
        numbers: 'string',
        emptyResult: '404',
        nullSpellings: ['NULL'],
      },
      behaviour: groupsFoldCase,
    },
    ['EXP-LIST-4', 'EXP-FILT-4'],
  ],
  'strict-everywhere': [
    'Only one form of arrays and null is accepted, and descending order, large limits and unsupported types are refused.',
    dialect({
      arrayEncodings: ['indexed'],
      nullSpellings: ['NULL'],
      orderDirections: [],
      emptyResult: '404',
      maxLimit: EXPORT_DEFAULT_LIMIT,
      overLimit: 'refuse',
      notAcceptable: '406',
    }),
  ],
});
