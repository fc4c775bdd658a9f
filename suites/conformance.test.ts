import { conformance } from '../src/vitest.js';

// Runs every check as a test against the embedded reference server. Copy this file to test another
// server: without `reference` its address and its credentials come from assay.target.json or from
// the environment, and the tests fail if none are configured.
conformance({ reference: true });
