import type { Suite } from '../../src/harness/index.js';
import { clauses } from './clauses.js';
import { pages } from './pages.js';
import { preflight } from './preflight.js';
import { sources } from './sources.js';

/** The cursor pagination of the platform API. */
export const platformSuite: Suite = {
  interface: 'platform',
  clauses,
  sources,
  checks: pages,
  // The first page of each collection, a large one of the first, and its walk.
  preparation: 10,
  preflight,
};
