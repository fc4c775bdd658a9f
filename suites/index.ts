import type { Suite } from '../src/harness/index.js';
import { exportSuite } from './export/index.js';

/** What is demanded of a target, interface by interface. */
export const suites: readonly Suite[] = [exportSuite];
