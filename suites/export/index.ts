import { checksFor, type Suite } from '../../src/harness/suite.js';
import { authOpen } from './authentication/borderline.js';
import { authDestination } from './authentication/destination.js';
import { authHeader } from './authentication/header.js';
import { authPaths } from './authentication/paths.js';
import { authToken } from './authentication/token.js';
import type { ExportCheck } from './check.js';
import { clauses } from './clauses.js';
import { errors } from './errors/errors.js';
import { metamorphicRelations } from './filters/algebra.js';
import { letterCase } from './filters/case.js';
import { combined } from './filters/combined.js';
import { literals } from './filters/literals.js';
import { malformedFilters } from './filters/malformed.js';
import { modeChecks } from './filters/modes.js';
import { nulls } from './filters/nulls.js';
import { operatorChecks } from './filters/operators.js';
import { randomFilters } from './filters/random-filters.js';
import { exportedData } from './lists/exported-data.js';
import { grouping } from './lists/grouping.js';
import { openWindows } from './lists/open-windows.js';
import { paging } from './lists/paging.js';
import { rateLimit } from './lists/rate-limit.js';
import { repeatable } from './lists/repeatable.js';
import { listShape } from './lists/shape.js';
import { sorting } from './lists/sorting.js';
import { listWindow } from './lists/windows.js';
import { formats } from './negotiation/formats.js';
import { mediaTypes } from './negotiation/media-types.js';
import { PLACES } from './places.js';
import { filteredRoutes } from './routes/filtered.js';
import { openRoutes } from './routes/open.js';
import { routeParameters } from './routes/parameters.js';
import { productRoutes } from './routes/products.js';
import { unknownRoutes } from './routes/unknown.js';
import { welcome } from './routes/welcome.js';
import { rules } from './rules.js';
import { drift } from './survey/drift.js';
import { preflight } from './survey/preflight.js';
import { worth } from './worth.js';

const checks: readonly ExportCheck[] = [
  ...[...welcome, ...productRoutes, ...filteredRoutes, ...unknownRoutes, ...openRoutes],
  ...[...authToken, ...authDestination, ...authHeader, ...authPaths, ...authOpen],
  ...[...errors, ...formats, ...mediaTypes],
  ...[...listShape, ...listWindow, ...repeatable, ...openWindows, ...rateLimit],
  ...[...paging, ...sorting, ...grouping],
  ...[...operatorChecks, ...nulls, ...letterCase, ...modeChecks, ...combined, ...routeParameters],
  ...[...literals, ...metamorphicRelations, ...randomFilters, ...exportedData, ...malformedFilters],
];

/** The export API, topic by topic. */
export const exportSuite: Suite = {
  interface: 'export',
  clauses,
  rules,
  places: PLACES,
  checks: checks.map(checksFor('export', clauses, rules)),
  worth,
  // First page, snapshot, three encodings, how values compare, and the look back at the end.
  preparation: 13,
  preflight,
  drift,
};
