import { conformance } from '../src/vitest.js';

// Every check as a test, against the configured target or the embedded reference server: the gate to copy.
conformance();
