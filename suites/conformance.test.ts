import { conformance } from '../src/vitest.js';

// Every check as a test, against the embedded reference server: the gate to copy. Without the
// option it judges the target of assay.target.json or of the environment, and fails where none is
// named.
conformance({ reference: true });
