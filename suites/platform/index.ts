import { checksFor, type Suite } from '../../src/harness/suite.js';
import { clauses } from './clauses.js';
import { observations } from './observations.js';
import { pages } from './pages.js';
import { PLACES } from './places.js';
import { preflight } from './preflight.js';
import { rules } from './rules.js';
import { walks } from './walks.js';
import { worth } from './worth.js';

/** The cursor pagination of the platform API. */
export const platformSuite: Suite = {
  interface: 'platform',
  clauses,
  rules,
  places: PLACES,
  checks: [...pages, ...walks, ...observations].map(checksFor('platform', clauses, rules)),
  worth,
  // The first page of each collection, a large one of the first, and its walk.
  preparation: 10,
  preflight,
};
