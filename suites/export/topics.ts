import { clausesOf } from '../../src/harness/suite.js';
import { borderline } from './authentication/borderline.js';
import { destination } from './authentication/destination.js';
import { token } from './authentication/token.js';
import { tokenPlace } from './authentication/token-place.js';
import { errors } from './errors.js';
import { anyData } from './filters/any-data.js';
import { combined } from './filters/combined.js';
import { comparisons } from './filters/comparisons.js';
import { listsAndRanges } from './filters/lists-and-ranges.js';
import { literals } from './filters/literals.js';
import { malformed } from './filters/malformed.js';
import { modes } from './filters/modes.js';
import { nulls } from './filters/nulls.js';
import { patterns } from './filters/patterns.js';
import { grouping } from './grouping.js';
import { hostileValues } from './hostile-values.js';
import { envelope } from './lists/envelope.js';
import { repeatable } from './lists/repeatable.js';
import { unspecified } from './lists/unspecified.js';
import { window } from './lists/window.js';
import { encodings } from './negotiation/encodings.js';
import { formats } from './negotiation/formats.js';
import { mediaTypes } from './negotiation/media-types.js';
import { rateLimit } from './rate-limit.js';
import { root } from './root.js';
import { filtered } from './routes/filtered.js';
import { legacyRoute } from './routes/legacy-parameters.js';
import { products } from './routes/products.js';
import { unknownRoutes } from './routes/unknown.js';
import { sorting } from './sorting.js';

/** Every clause of the export API, in the order of the document. */
export const topics = {
  ...root,
  ...products,
  ...filtered,
  ...legacyRoute,
  ...unknownRoutes,
  ...token,
  ...destination,
  ...borderline,
  ...tokenPlace,
  ...errors,
  ...formats,
  ...mediaTypes,
  ...encodings,
  ...envelope,
  ...window,
  ...unspecified,
  ...repeatable,
  ...sorting,
  ...grouping,
  ...comparisons,
  ...patterns,
  ...listsAndRanges,
  ...nulls,
  ...modes,
  ...combined,
  ...literals,
  ...malformed,
  ...anyData,
  ...hostileValues,
  ...rateLimit,
};

export const clauses = clausesOf(topics);

export type ClauseId = keyof typeof topics;
