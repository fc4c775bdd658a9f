/**
 * The parts of token requests and of requests to the template API that can be malformed. For each
 * malformed form of a part, the table names the clause and the check that test it, or the reason
 * why it is not tested. A later entry replaces the decision of an earlier one. `assay list shapes`
 * prints this table.
 */

import * as is from '../../src/harness/place.js';
import {
  FIELDS,
  type FieldShape,
  PATHS,
  type PathShape,
} from '../../src/protocol/shapes/shapes.js';
import { NEAR, type NearShape } from '../../src/protocol/shapes/text.js';
import {
  type ForgeryName,
  MALFORMED,
  namesOf,
  TESTED_ALONE,
  TESTED_TOGETHER,
} from './forgeries.js';

const place = is.placesOf<string>();

const WRONG_CREDENTIALS = 'TOK-ERR-1 templates.token.wrong-credentials';
/** The malformed forms that every field of the token form has. */
const inForm = {
  ...is.silent.position,
  ...is.same('TOK-REQ-1 templates.token.form', 'in another order, in the form or body'),
  ...is.refused('TOK-ERR-4 templates.token.query', 'in the query, besides one in the query'),
  ...is.same('TOK-REQ-2 templates.token.basic', 'in Authorization, as a user of Basic'),
  ...is.leftOpen(
    'RFC 6749 defines its place',
    'under its name in another case, in a cookie, in other header fields',
  ),
};

export const PLACES = {
  client_id: place<NearShape | is.Position>('the id of a client that is known', {
    ...is.silent.of(NEAR),
    ...inForm,
    ...is.refused(WRONG_CREDENTIALS, 'case swapped, lengthened, cut short, prefixed, any end'),
    ...is.another('ETM-AUTH-5 templates.bearer.organization', 'wrong and right elsewhere'),
    ...is.leftOpen('400 or 401, by RFC 6749', 'empty, left empty, left out, under another name'),
  }),
  client_secret: place<NearShape | is.Position>('the secret of the client', {
    ...is.silent.of(NEAR),
    ...inForm,
    ...is.refused(
      WRONG_CREDENTIALS,
      'lengthened, case swapped, empty, cut short, last character changed, blank for plus, without accents, any end',
      'prefixed, first character changed, escaped, another line, filled, null, zero, true',
      'left out, under another name, left empty',
    ),
  }),
  grant_type: place<is.Word | is.Position>('client_credentials', {
    ...is.silent.words,
    ...inForm,
    ...is.refused(
      'TOK-ERR-3 templates.token.grant-type',
      'another word, left out, longer, with a hyphen',
    ),
    ...is.never('it is not a credential', 'in Authorization, as a user of Basic'),
    ...is.leftOpen(
      'some servers treat it as missing, others as unknown',
      'left empty, under another name',
    ),
  }),
  'Content-Type of a token request': place<is.Word>(
    'application/x-www-form-urlencoded',
    is.silent.words,
  ),
  'bearer token': place<ForgeryName>('issued, and neither expired nor revoked', {
    ...is.refused('ETM-AUTH-4 templates.bearer.*', ...namesOf(TESTED_ALONE)),
    ...is.refused('ETM-AUTH-4 templates.bearer.other-algorithms', ...namesOf(TESTED_TOGETHER)),
    ...is.refused('ETM-HARD-1 templates.hostile.signature', ...namesOf(MALFORMED)),
  }),
  Authorization: place<is.Word | is.Position>('Bearer, and a token', {
    ...is.silent.words,
    ...is.inField,
    ...is.same('ETM-AUTH-6 templates.bearer.scheme-case', 'other case'),
    ...is.refused('ETM-AUTH-6 templates.bearer.other-scheme', 'another word'),
    ...is.refused('ETM-AUTH-6 templates.bearer.bare', 'cut short'),
    ...is.refused('ETM-AUTH-6 templates.bearer.scheme-near', 'longer, with blanks'),
    ...is.refused('ETM-AUTH-2 templates.bearer.missing', 'left out'),
    ...is.refused('ETM-AUTH-2 templates.bearer.path-bypasses', 'left empty'),
    ...is.refused('ETM-AUTH-7 templates.bearer.query', 'in the query'),
    ...is.refused('ETM-AUTH-2 templates.bearer.elsewhere', 'in other header fields, in a cookie'),
    ...is.refused('ETM-AUTH-4 templates.bearer.wrong-despite', 'wrong and right elsewhere'),
    ...is.refused('ETM-AUTH-6 templates.bearer.client-credentials', 'as a user of Basic'),
  }),
  'path of templates': place<PathShape | FieldShape>('every form of the path needs Authorization', {
    ...is.silent.of({ ...PATHS, ...FIELDS }),
    ...is.refused(
      'ETM-AUTH-2 templates.bearer.path-bypasses',
      'slash behind, doubled slash, small letters, from this machine, another method, of this origin, segment below',
      'segment ., segment .., escaped letter, escaped slash, doubled slash within, capitals, with an extension',
      'with a parameter, another address, a rewritten address',
    ),
  }),
} as const satisfies Readonly<Record<string, is.Place>>;
