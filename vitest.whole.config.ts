import { configDefaults, defineConfig } from 'vitest/config';
import some from './vitest.config.js';

/**
 * What takes longest, and repeats on more servers what others show: `ASSAY_NIGHTLY=1` runs it too.
 */
const NIGHTLY = [
  'tests/honest.whole.test.ts',
  'tests/unfinished/unfinished.whole.test.ts',
  'tests/traffic/traffic.whole.test.ts',
  'tests/diagnosis/diagnosis.whole.test.ts',
  'tests/diagnosis/simpler-clause.whole.test.ts',
  'tests/diagnosis/causes.whole.test.ts',
  'tests/selftest.whole.test.ts',
  'tests/report/gallery-of-export.whole.test.ts',
  'tests/reference/impostors/gate.whole.test.ts',
  'tests/evidence/evidence.whole.test.ts',
  'tests/hostile/words.whole.test.ts',
  'tests/oauth/odd-lifetimes.whole.test.ts',
  'tests/nested-bases.whole.test.ts',
  'tests/live.whole.test.ts',
  'src/cli/run/several-runs.whole.test.ts',
  'tests/untrue.whole.test.ts',
  'tests/load/counts.whole.test.ts',
  'tests/gate/quota.whole.test.ts',
  'tests/vacuous.whole.test.ts',
  'tests/hostile/bodies.whole.test.ts',
  'tests/hostile/mutations.whole.test.ts',
  'tests/own/own-schemas.whole.test.ts',
  'tests/large-data.whole.test.ts',
  'tests/defects-in-variants.whole.test.ts',
  'tests/diagnosis/shown.whole.test.ts',
  'tests/descending.whole.test.ts',
  'tests/diagnosis/named-mistakes.whole.test.ts',
  'tests/report/counts.whole.test.ts',
  'tests/traffic/damage-trials.whole.test.ts',
  'tests/unfinished/report-length.whole.test.ts',
  'tests/untrue-pairs.whole.test.ts',
  'tests/contradictions.whole.test.ts',
  'tests/settings/credential-forms.whole.test.ts',
  'tests/settings/damages.whole.test.ts',
  'tests/settings/matrix.whole.test.ts',
  'tests/pages/visual.whole.test.ts',
  'tests/gate/safety.whole.test.ts',
  'tests/gate/starved.whole.test.ts',
  'tests/gate/trouble.whole.test.ts',
  'tests/gate/one-answer.whole.test.ts',
  'tests/front/vendor-fronts.whole.test.ts',
  'tests/unfinished/without-legacy.whole.test.ts',
  'tests/live/live-shop.whole.test.ts',
  'tests/databases/faults.whole.test.ts',
  'tests/extremes.whole.test.ts',
  'tests/proxy.whole.test.ts',
  'tests/real-parts/real-parts.whole.test.ts',
  'tests/databases/databases.whole.test.ts',
  'tests/traffic/damage.whole.test.ts',
  'src/reference/variants/variants.whole.test.ts',
];

/** What `npm test` leaves out: with it, it is `npm run test:all`. */
export default defineConfig({
  test: {
    ...some.test,
    include: ['{src,suites,tests}/**/*.whole.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      ...(process.env.ASSAY_NIGHTLY === undefined ? NIGHTLY : []),
    ],
  },
});
