import { checksFor, type Suite } from '../../src/harness/suite.js';
import { checks } from './checks.js';
import { clauses } from './clauses.js';
import { PLACES } from './places.js';
import { preflight } from './preflight.js';
import { rules } from './rules.js';
import { transferChecks } from './transfer-checks.js';
import { worth } from './worth.js';

/** The handover of resources. */
export const handoverSuite: Suite = {
  interface: 'handover',
  clauses,
  rules,
  places: PLACES,
  checks: [...checks, ...transferChecks].map(checksFor('handover', clauses, rules)),
  worth,
  preparation: 0,
  preflight,
};
