import { configDefaults, defineConfig } from 'vitest/config';
import some from './vitest.config.js';

/** What `npm test` leaves out: with it, it is `npm run test:all`. */
export default defineConfig({
  test: { ...some.test, include: ['{src,suites,tests}/**/*.whole.test.ts'], exclude: configDefaults.exclude },
});
