import type { Suite } from '../../src/harness/index.js';
import { checks } from './checks.js';
import { clauses } from './clauses.js';
import { interactions } from './interactions.js';
import { preflight } from './preflight.js';
import { transferChecks } from './transfer-checks.js';

/** The handover of resources. */
export const handoverSuite: Suite = {
  interface: 'handover',
  clauses,
  checks: [...checks, ...transferChecks, ...interactions],
  preparation: 0,
  preflight,
};
