/**
 * Parts of scenarios that several topics share: how many calls, which server script, which task.
 */

import type { Rule } from './rule.js';
import type { Script } from './script.js';

/** The number of calls that a task makes concurrently. */
export const AT_ONCE = 8;

/** A script in which the token is revoked before the second call. */
export const REVOKED: Script = { templates: { rejects: [2] } };

/** A script with servers so slow that calls which start together overlap. */
export const SLOW: Script = { tokens: { delayMs: 150 }, templates: { delayMs: 100 } };

/** A scenario with `count` sequential calls of the template list. */
export const listing = (count: number, script: Script, ...rules: readonly Rule[]) => ({
  task: `list-templates ${count}`,
  script,
  rules,
});
