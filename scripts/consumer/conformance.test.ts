import { conformance } from 'assay/vitest';

conformance({ reference: true });
