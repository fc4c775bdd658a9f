/**
 * Parts that the scenarios of several clauses share: numbers of calls, scripts of the server, and
 * the task to call the template list.
 */

import type { Rule } from './rule.js';
import type { Script } from './script.js';

/** The number of calls that a task makes concurrently. */
export const AT_ONCE = 8;

/** A script in which the second call returns 401, because the token was revoked. */
export const REVOKED: Script = { templates: { rejects: [2] } };

/** A script with slow servers, so that calls that start together overlap. */
export const SLOW: Script = { tokens: { delayMs: 150 }, templates: { delayMs: 100 } };

/** A scenario with `count` sequential calls of the template list. */
export const listing = (count: number, script: Script, ...rules: readonly Rule[]) => ({
  task: `list-templates ${count}`,
  script,
  rules,
});
