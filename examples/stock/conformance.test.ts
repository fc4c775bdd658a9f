import { targetFrom } from 'assay';
import { conformance } from 'assay/vitest';
import { afterAll } from 'vitest';
import { startStock } from './server.js';
import { stockSuite } from './suite.js';

const server = await startStock();
afterAll(server.close);

conformance({ suites: [stockSuite], target: targetFrom(server.target) });
