/**
 * The parts of an export request that can be malformed, with a decision for each malformed form.
 * `refused`, `same` and `another` say what the specification requires: the server refuses the form,
 * reads it as the original value, or reads it as another value. A value of a filter also counts as
 * refused if it matches no record. These decisions name the clause and the check. `observed` names
 * a check that only reports the result. `silent`, `leftOpen` and `never` mark forms that are not
 * tested: with a usual reason, with a reason of their own, and because the place cannot have them.
 * Of two decisions about a form, the later one counts. The compiler checks the names of the forms.
 * `assay list shapes` prints this table.
 */

import * as is from '../../src/harness/place.js';
import { DEFAULT_LIMIT } from '../../src/protocol/export/question.js';
import {
  FIELDS,
  type FieldShape,
  INTEGERS,
  type IntegerShape,
  PATHS,
  type PathShape,
} from '../../src/protocol/shapes/shapes.js';
import type { CharacterShape, NearShape } from '../../src/protocol/shapes/text.js';

const place = is.placesOf<string>();

const inQuery = {
  ...is.inQuery,
  ...is.same('EXP-FILT-16 export.filter.algebra', 'in another order'),
  ...is.observed('export.list.odd-limits', 'left empty, sent twice, under another name'),
};
const paging = {
  ...is.silent.of(INTEGERS),
  ...inQuery,
  ...is.observed('export.list.odd-limits', 'letters, negative, zero, fraction'),
  ...is.another('EXP-LIST-5 export.list.defaults', 'left out'),
};
const siteOrChannel = {
  ...is.silent.of(INTEGERS),
  ...is.inPath,
  ...is.observed('export.route.foreign-ids', 'another number, wide by 2^32'),
  ...is.observed('export.route.borderline-ids', 'letters'),
};
const inField = {
  ...is.inField,
  ...is.same('EXP-AUTH-9 export.auth.header-case', 'under its name in another case'),
};
const word = { ...is.silent.words, ...inQuery };
const path = { ...is.silent.of(PATHS), ...is.silent.of(FIELDS) };

export const PLACES = {
  'X-EA-Auth-Token': place<NearShape | CharacterShape | is.Position>(
    'the token of the destination',
    {
      ...inField,
      ...is.refused(
        'EXP-AUTH-3 export.auth.token-near',
        'filled, cut short, lengthened, case swapped, prefixed, dashes swapped, without dashes, without underscores',
        'last character any, first character changed, without first character, filled before, first half, doubled',
        'reversed, last character changed',
      ),
      ...is.refused(
        'EXP-AUTH-3 export.auth.token-foreign',
        'a hyphen, underscores, long letters, zero, null, true',
      ),
      ...is.refused(
        'EXP-AUTH-2 export.auth.token-characters',
        'dot far behind, behind a scheme, in a list, bang before, dot within, escaped, in quotes, with a parameter',
        'e acute in utf8 within, slash after, dot before, plus after, dot after, equals after, ordinal within',
        'blank within, plus within, slash within, comma within, caret within, colon within',
        'equals within, tilde within, dollar within, at within, bang within, percent within, star within',
        'semicolon within, hash within, in full width, ampersand within, pipe within, backslash within, quote within',
        'double quote within, question mark within, backtick within, parenthesis within, bracket within, brace within',
        'less than within, tab within, e acute within',
      ),
      ...is.never(
        'does not apply to a token',
        'blank for plus, without accents, any end, another line',
      ),
      ...is.observed('export.auth.borderline', 'empty, left empty'),
      ...is.refused('EXP-AUTH-1 export.auth.token-missing', 'left out'),
      ...is.refused(
        'EXP-AUTH-12 export.auth.header-only',
        'in the query, in Authorization, in other header fields, in a cookie, as a user of Basic',
      ),
      ...is.refused('EXP-AUTH-3 export.auth.wrong-despite', 'wrong and right elsewhere'),
    },
  ),
  'X-Destination-Id': place<IntegerShape | is.Position>(
    'the integer id of the destination; legacy routes only',
    {
      ...inField,
      ...is.refused(
        'EXP-AUTH-7 export.auth.destination-format',
        'letters behind, letters, in a list, letters before, fraction, exponent, hexadecimal, twice',
        'letter after a hyphen, with a parameter, escaped, quoted, no digit',
      ),
      ...is.another(
        'EXP-AUTH-8 export.auth.destination-wide',
        'wide by 2^64, wide by 2^32, wide by 2^16, another number',
      ),
      ...is.observed(
        'export.auth.borderline',
        'fraction of zero, leading zeros, negative, zero, twenty digits',
      ),
      ...is.leftOpen('whether this is the format of an integer', 'plus'),
      ...is.refused(
        'EXP-AUTH-6 export.auth.destination-missing',
        'left out, in the query, in other header fields, in a cookie',
      ),
      ...is.same('EXP-AUTH-8 export.auth.destination-wide', 'besides one in the query, sent twice'),
    },
  ),
  destinationId: place<IntegerShape | is.Position>(
    'the integer id of the destination, in the path of v2',
    {
      ...is.silent.of(INTEGERS),
      ...is.inPath,
      ...is.observed('export.route.borderline-ids', 'letters, another number, letters behind'),
      ...is.another(
        'EXP-AUTH-3 export.auth.destination-wide',
        'wide by 2^64, wide by 2^32, in a list',
      ),
      ...is.same(
        'EXP-AUTH-5 export.auth.v2-header-ignored',
        'besides one in a header field, besides one in the query',
      ),
    },
  ),
  siteId: place<IntegerShape | is.Position>('an integer', siteOrChannel),
  channelId: place<IntegerShape | is.Position>('an integer', siteOrChannel),
  'path of products': place<PathShape | FieldShape>(
    'one of three paths, each of which needs a token',
    {
      ...path,
      ...is.refused(
        'EXP-AUTH-1 export.auth.path-without-token',
        'slash behind, doubled slash, segment ., escaped letter, from this machine, another method, another address',
        'with an extension, with a parameter, capitals',
      ),
      ...is.refused(
        'EXP-ROUTE-8 export.route.unknown',
        'segment below, without its end, letters behind, line break behind, segments before, host before',
      ),
    },
  ),
  'column of the filtered path': place<is.Name>('a column', is.silent.words),
  'value of the filtered path': place<is.Value>('text, split at commas', {
    ...is.refused(
      'EXP-ROUTE-3 export.route.filtered',
      'wildcards, separators of addresses, letters beyond ASCII',
    ),
    ...is.refused('EXP-ROUTE-3 export.route.filtered', 'escaped twice, another type'),
    ...is.another('EXP-ROUTE-4 export.route.comma', 'in a list, quotes and statements'),
    ...is.leftOpen('collations and frameworks differ', 'other case, blanks at its ends, null'),
  }),
  limit: place<IntegerShape | is.Position>(
    `an integer from 1 on; ${DEFAULT_LIMIT} by default`,
    paging,
  ),
  offset: place<IntegerShape | is.Position>('an integer from 0 on; 0 by default', paging),
  orderBy: place<is.Name | is.Position>('a column', word),
  groupBy: place<is.Name | is.Position>('a column', word),
  mode: place<is.Word | is.Position>('AND or OR; AND by default', word),
  'filters[][mode]': place<is.Word | is.Position>('AND or OR; AND by default', {
    ...word,
    ...is.observed('export.filter.malformed', 'other case'),
  }),
  'filters[][criteria][][column]': place<is.Name | is.Position>('a column', word),
  'filters[][criteria][][operator]': place<is.Word | is.Position>('one of sixteen operators', {
    ...word,
    ...is.observed('export.filter.malformed', 'other case, another word'),
  }),
  'filters[][criteria][][value]': place<is.Value | is.Position>(
    'a scalar or, for some operators, a list',
    {
      ...is.refused(
        'EXP-FILT-14 export.filter.literals-absent',
        'quotes and statements, wildcards, escaped twice',
      ),
      ...is.refused('EXP-FILT-14 export.filter.literals-absent', 'separators of addresses'),
      ...is.same('EXP-FILT-14 export.filter.literals-present', 'letters beyond ASCII'),
      ...is.another('EXP-FILT-4 export.filter.case', 'other case'),
      ...is.another('EXP-FILT-1 export.filter.equal', 'blanks at its ends'),
      ...is.same('EXP-FILT-6 export.filter.in', 'in a list'),
      ...is.another('EXP-FILT-8 export.filter.null', 'null'),
      ...is.observed('export.filter.malformed', 'another type'),
      ...inQuery,
    },
  ),
  Accept: place<is.Word | is.Position>('one of two media types; the plain one by default', {
    ...is.inField,
    ...is.observed('export.negotiation.table', 'another word, with blanks, of a list'),
    ...is.another('EXP-NEG-11 export.negotiation.weights', 'longer, with a hyphen'),
    ...is.leftOpen('it is another media type, as any other word', 'cut short'),
    ...is.same('EXP-NEG-7 export.negotiation.case', 'other case'),
    ...is.another('EXP-NEG-3 export.negotiation.none', 'left out'),
  }),
  method: place<is.Word | FieldShape>('GET', {
    ...is.silent.words,
    ...path,
    ...is.observed('export.route.methods', 'another word'),
  }),
} as const satisfies Readonly<Record<string, is.Place>>;
