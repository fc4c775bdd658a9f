import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'suites/**/*.test.ts', 'schemas/**/*.test.ts', 'tests/**/*.test.ts'],
    testTimeout: 30_000,
    // By default one core is left to others, which on two cores doubles the wait.
    maxWorkers: '100%',
  },
});
