/**
 * The parts of a platform request that can be malformed. For each malformed form of a part, the
 * table names the clause and the check that test it, or the reason why it is not tested. A later
 * entry replaces the decision of an earlier one. `assay list shapes` prints this table.
 */

import * as is from '../../src/harness/place.js';
import { DEFAULT_LIMIT } from '../../src/protocol/platform/question.js';
import * as shapes from '../../src/protocol/shapes/shapes.js';
import type { ClauseId } from './topics.js';

const place = is.placesOf<ClauseId>();

const parameter = {
  ...is.silent.of(shapes.INTEGERS),
  ...is.inQuery,
  ...is.observed('platform.page.open', 'letters, negative, zero'),
  ...is.another('PLT-PAGE-11 platform.page.parameters', 'left out, another number'),
  ...is.same('PLT-PAGE-11 platform.page.parameters', 'in another order'),
};

export const PLACES = {
  limit: place<shapes.IntegerShape | is.Position>(`an integer; ${DEFAULT_LIMIT} by default`, {
    ...parameter,
    ...is.another('PLT-PAGE-3 platform.page.limit', 'left out, another number'),
  }),
  cursor: place<shapes.IntegerShape | is.Position>('an integer; 0 by default', {
    ...parameter,
    ...is.another('PLT-PAGE-4 platform.page.cursor', 'left out, another number, wide by 2^32'),
  }),
  previous: place<shapes.IntegerShape | is.Position>('an integer; 0 by default', parameter),
  'configured headers': place<is.Position>('not documented', {
    ...is.silent.position,
    ...is.observed('platform.auth.anonymous', 'left out'),
  }),
  'path of a collection': place<shapes.PathShape | shapes.FieldShape>(
    'below /platform/v2/',
    is.silent.of({ ...shapes.PATHS, ...shapes.FIELDS }),
  ),
  method: place<is.Word>('GET', {
    ...is.silent.words,
    ...is.refused('PLT-PAGE-10 platform.page.methods', 'another word'),
  }),
} as const satisfies Readonly<Record<string, is.Place<ClauseId>>>;
