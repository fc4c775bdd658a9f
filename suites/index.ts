import type { Suite } from '../src/harness/index.js';
import { exportSuite } from './export/index.js';
import { handoverSuite } from './handover/index.js';
import { platformSuite } from './platform/index.js';
import { templatesSuite } from './templates/index.js';

/** All suites, in the order in which they run. */
export const suites: readonly Suite[] = [exportSuite, templatesSuite, platformSuite, handoverSuite];

export { ownDeviation } from './own/index.js';
