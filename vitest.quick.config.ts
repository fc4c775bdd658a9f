import { defineConfig } from 'vitest/config';
import some from './vitest.config.js';

/** What a developer waits for: no processes, browsers, databases or whole runs. */
export default defineConfig({
  test: {
    ...some.test,
    exclude: [
      ...(some.test?.exclude ?? []),
      'tests/**',
      '**/*.slow.test.ts',
      'suites/conformance.test.ts',
    ],
  },
});
