/** Parts that the scenarios of several clauses share. */

import type { Rule } from './rule.js';
import type { Script } from './script.js';

/** The number of calls that a task makes concurrently. */
export const AT_ONCE = 8;

/** The second call returns 401, because the token was revoked. */
export const REVOKED: Script = { templates: { rejects: [2] } };

/** Slow servers, so that calls that start together overlap. */
export const SLOW: Script = { tokens: { delayMs: 150 }, templates: { delayMs: 100 } };

/** The task to call the template list `count` times. */
export const listing = (count: number, script: Script, ...rules: readonly Rule[]) => ({
  task: `list-templates ${count}`,
  script,
  rules,
});
