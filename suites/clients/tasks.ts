import type { Rule } from './rule.js';
import type { Script } from './script.js';

/** The calls of a task that are made at once. */
export const AT_ONCE = 8;

/** The second call finds its token revoked. */
export const REVOKED: Script = { templates: { rejects: [2] } };

/** Servers so slow that calls which start together overlap. */
export const SLOW: Script = { tokens: { delayMs: 150 }, templates: { delayMs: 100 } };

/** A task of `count` sequential calls of the template list. */
export const listing = (count: number, script: Script, ...rules: readonly Rule[]) => ({
  task: `list-templates ${count}`,
  script,
  rules,
});
