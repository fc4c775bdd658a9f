import { setFlagsFromString } from 'node:v8';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';

/**
 * Starts Postgres in this process. V8 compiles its WebAssembly without optimization, which halves
 * the time of the start; the queries of tests are too few to gain from optimized code.
 */
export function startPostgres(options: PGliteOptions = {}): Promise<PGlite> {
  setFlagsFromString('--liftoff-only');
  return PGlite.create(options);
}
