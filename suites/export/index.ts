import { checksFor, type Suite } from '../../src/harness/suite.js';
import { authDestination } from './authentication/destination.js';
import { authToken } from './authentication/token.js';
import { clauses } from './clauses.js';
import { errors } from './errors/errors.js';
import { metamorphicRelations } from './filters/algebra.js';
import { combined } from './filters/combined.js';
import { literals } from './filters/literals.js';
import { malformedFilters } from './filters/malformed.js';
import { modeChecks } from './filters/modes.js';
import { nullAndCase } from './filters/null-and-case.js';
import { operatorChecks } from './filters/operators.js';
import { randomFilters } from './filters/random-filters.js';
import { exportedData } from './lists/exported-data.js';
import { grouping } from './lists/grouping.js';
import { sorting } from './lists/sorting.js';
import { listWindows } from './lists/windows.js';
import { codings } from './negotiation/codings.js';
import { formats } from './negotiation/formats.js';
import { PLACES } from './places.js';
import { priorities } from './priorities.js';
import { filteredRoutes } from './routes/filtered.js';
import { routes } from './routes/routes.js';
import { rules } from './rules.js';
import type { ExportCheck } from './survey/ask.js';
import { drift } from './survey/drift.js';
import { preflight } from './survey/preflight.js';

const checks: readonly ExportCheck[] = [
  ...[...routes, ...filteredRoutes],
  ...[...authToken, ...authDestination],
  ...[...errors, ...formats, ...codings],
  ...[...listWindows, ...sorting, ...grouping],
  ...[...operatorChecks, ...nullAndCase, ...modeChecks, ...combined],
  ...[...literals, ...metamorphicRelations, ...randomFilters, ...exportedData, ...malformedFilters],
];

/** The export API, topic by topic. */
export const exportSuite: Suite = {
  interface: 'export',
  clauses,
  rules,
  places: PLACES,
  checks: checks.map(checksFor('export', clauses, rules)),
  priorities,
  // First page, snapshot, three encodings, how values compare, controls, and the look back at the
  // end.
  preparation: 13,
  preflight,
  drift,
};
