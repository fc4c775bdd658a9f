import { conformance } from 'assay/vitest';

conformance();
