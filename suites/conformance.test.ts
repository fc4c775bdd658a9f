import { conformance } from '../src/vitest.js';

// Runs every check as a test against the embedded reference server. Copy this file to test another
// server: without `reference` the target comes from assay.target.json or from the environment, and
// the tests fail if no target is configured.
conformance({ reference: true });
