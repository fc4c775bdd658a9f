/** Builds requests with filters. */

import type { Filter } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import { within } from '../model/key-range.js';

/**
 * Requests as many records as one response can contain. If not all data is known, the request is
 * restricted to the key range, a part of the data that is completely known.
 */
export const filtered = (
  known: Known,
  filter: Filter,
  more: Partial<ProductsQuestion> = {},
): ProductsQuestion =>
  within(known, {
    filter,
    limit: known.survey.pageSize,
    wireEncoding: known.wireEncoding,
    ...more,
  });
