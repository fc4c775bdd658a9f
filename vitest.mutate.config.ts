import { mergeConfig } from 'vitest/config';
import quick from './vitest.quick.config.js';

/** A mutant must not live on in what another test imported. */
export default mergeConfig(quick, { test: { isolate: true, experimental: { fsModuleCache: false } } });
