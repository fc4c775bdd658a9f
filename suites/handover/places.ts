/**
 * The parts of a handover request that can be malformed. For each malformed form of a part, the
 * table names the check and the clause that cover it. Forms marked `never`, `leftOpen` or `silent`
 * are not sent. `assay list shapes` prints this table.
 */

import * as is from '../../src/harness/place.js';
import {
  FIELDS,
  type FieldShape,
  PATHS,
  type PathShape,
} from '../../src/protocol/shapes/shapes.js';
import { NEAR, type NearShape } from '../../src/protocol/shapes/text.js';

const place = is.placesOf<string>();

const INVALID = 'HND-AUTH-2 handover.auth.invalid';
const PATH_BYPASSES = 'HND-AUTH-1 handover.auth.path-bypasses';

// Malformed forms of both user ids.
const user = {
  ...is.refused(PATH_BYPASSES, 'null, number, list, object, beside others, true'),
  ...is.observed('handover.body.open', 'no UUID, twice, in another order'),
};

export const PLACES = {
  Authorization: place<NearShape | is.Word | is.Position>('Bearer, and a token of a user', {
    ...is.silent.of(NEAR),
    ...is.silent.words,
    ...is.inField,
    ...is.refused(
      INVALID,
      'lengthened, case swapped, cut short, prefixed, first character changed, reversed, escaped, in a list',
      'filled, empty, null, another word, in Authorization, as a user of Basic',
    ),
    ...is.never('does not apply to a token', 'blank for plus, without accents, another line'),
    ...is.refused('HND-AUTH-1 handover.auth.missing', 'left out'),
    ...is.refused(PATH_BYPASSES, 'in other header fields, in a cookie, in the form or body'),
    ...is.leftOpen('a valid token is not sent in a URL', 'in the query, besides one in the query'),
  }),
  from: place<is.Member>('the id of a user, a UUID', user),
  to: place<is.Member>('the id of a user, a UUID', user),
  'Content-Type': place<is.Word>('application/json', {
    ...is.silent.words,
    ...is.observed('handover.body.open', 'another word'),
  }),
  'path of the handover': place<PathShape | FieldShape>('one path, which needs authorization', {
    ...is.silent.of({ ...PATHS, ...FIELDS }),
    ...is.refused(
      PATH_BYPASSES,
      'slash behind, doubled slash, from this machine, another method, another address',
    ),
    ...is.refused(PATH_BYPASSES, 'a rewritten address'),
  }),
} as const satisfies Readonly<Record<string, is.Place>>;
