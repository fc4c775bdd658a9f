import type { Suite } from '../../src/harness/index.js';
import { checks } from './checks.js';
import { clauses } from './clauses.js';
import { preflight } from './preflight.js';

/** The handover of resources. */
export const handoverSuite: Suite = { interface: 'handover', clauses, checks, preparation: 0, preflight };
