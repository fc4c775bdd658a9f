import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/**
 * `npm test`: all but what judges whole targets by the dozen, which is called `*.whole.test.ts`.
 */
export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'suites/**/*.test.ts',
      'schemas/**/*.test.ts',
      'tests/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, '**/*.whole.test.ts'],
    // The example of another package imports this one by its name.
    alias: [
      { find: /^assay$/, replacement: fileURLToPath(new URL('src/index.ts', import.meta.url)) },
      {
        find: /^assay\/vitest$/,
        replacement: fileURLToPath(new URL('src/vitest.ts', import.meta.url)),
      },
    ],
    globalSetup: 'tests/temporary-folder.ts',
    // Time is no subject of these tests: a slow machine is given it.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // By default one core is left to others, which on two cores doubles the wait. Many tests wait
    // for processes, browsers or time; meanwhile other workers use the core.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Files share what is imported: nothing of ours keeps a state there that another test would
    // see.
    isolate: false,
    // What was transformed once is not transformed again by the next command.
    experimental: { fsModuleCache: true },
  },
});
