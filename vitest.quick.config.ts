import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import all from './vitest.config.js';

/** What a developer waits for: no processes, browsers, databases or whole runs. */
export default mergeConfig(
  all,
  defineConfig({
    test: {
      exclude: [...configDefaults.exclude, 'tests/**', '**/*.slow.test.ts', 'suites/conformance.test.ts'],
      experimental: { fsModuleCache: true },
    },
  }),
);
