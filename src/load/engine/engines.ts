import { autocannonEngine } from './autocannon.js';
import { undiciEngine } from './undici.js';
import type { Engine } from './wire.js';

/** The engines by their name in `--engine`. */
export const engines = {
  autocannon: autocannonEngine,
  undici: undiciEngine,
} as const satisfies Record<string, Engine>;

export type EngineName = keyof typeof engines;

export const engineNames: readonly EngineName[] = ['autocannon', 'undici'];
