import type { Suite } from '../../src/harness/index.js';
import { bearer } from './bearer.js';
import { clauses } from './clauses.js';
import { discoveryChecks } from './discovery.js';
import { endedTokens } from './ended-tokens.js';
import { interactions } from './interactions/interactions.js';
import { lifetime } from './lifetime.js';
import { preflight } from './preflight.js';
import { refusalChecks } from './refusals.js';
import { tokens } from './tokens.js';

/** The token endpoint and the export-template API, topic by topic. */
export const templatesSuite: Suite = {
  interface: 'templates',
  clauses,
  checks: [...tokens, ...refusalChecks, ...discoveryChecks, ...bearer, ...lifetime, ...endedTokens, ...interactions],
  // Two tokens and the collection with a fresh one.
  preparation: 3,
  preflight,
};

export { shortNames, tamperings, tokenFor } from './token-command.js';
