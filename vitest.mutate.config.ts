import { mergeConfig } from 'vitest/config';
import quick from './vitest.quick.config.js';

/**
 * A mutant must not live on in what another test imported. What tests commands runs too much to
 * tell where one is.
 */
export default mergeConfig(quick, {
  test: {
    exclude: ['src/cli/**', 'src/selftest/**'],
    isolate: true,
    experimental: { fsModuleCache: false },
  },
});
