import { spawnSync } from 'node:child_process';

/** No certificate can be made here: the tests that need one are skipped. */
export const withoutOpenssl = spawnSync('openssl', ['version']).error !== undefined;
