/** All variants: conforming servers that differ in behaviour that the specification leaves open. */

import { byId } from '../by-id.js';
import { ANSWERS } from './answers.js';
import { DATA } from './data.js';
import { DIALECTS } from './dialects.js';
import { FRAMEWORKS } from './frameworks.js';
import { HABITS } from './habits.js';
import { HANDOVER } from './handover.js';
import { PLATFORM } from './platform.js';
import { PLATFORM_SERVERS } from './platform-servers.js';
import { TEMPLATES } from './templates.js';
import { TOKEN_SERVERS } from './token-servers.js';
import { TOKENS } from './tokens.js';
import type { Variant } from './variant.js';
import { WIRE } from './wire.js';

export type { Variant } from './variant.js';

/** Every variant conforms to the specification, so no check may fail on it. */
export const VARIANTS: readonly Variant[] = [
  ...DIALECTS,
  ...DATA,
  ...WIRE,
  ...ANSWERS,
  ...TOKENS,
  ...TEMPLATES,
  ...PLATFORM,
  ...HANDOVER,
  ...PLATFORM_SERVERS,
  ...TOKEN_SERVERS,
  ...HABITS,
  ...FRAMEWORKS,
];

/** Throws a `RangeError` for an unknown id. */
export const variant = byId('variant', VARIANTS);
