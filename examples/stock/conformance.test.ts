import { afterAll } from 'vitest';
import { targetFrom } from '../../src/index.js';
import { conformance } from '../../src/vitest.js';
import { startStock } from './server.js';
import { stockSuite } from './suite.js';

const server = await startStock();
afterAll(server.close);

conformance({ suites: [stockSuite], target: targetFrom(server.target) });
