import { checksFor, type Suite } from '../../src/harness/suite.js';
import { callChecks } from './call-checks.js';
import { clauses } from './clauses.js';
import { endedTokens } from './ended-tokens.js';
import { lifetime } from './lifetime.js';
import { PLACES } from './places.js';
import { preflight } from './preflight.js';
import { rules } from './rules.js';
import { tokenChecks } from './token-checks.js';
import { worth } from './worth.js';

/** The token endpoint and the export-template API, topic by topic. */
export const templatesSuite: Suite = {
  interface: 'templates',
  clauses,
  rules,
  places: PLACES,
  checks: [...tokenChecks, ...callChecks, ...lifetime, ...endedTokens].map(checksFor('templates', clauses, rules)),
  worth,
  // Two tokens and the collection with a fresh one.
  preparation: 3,
  preflight,
};

export { shortNames, tamperings, tokenFor } from './token-command.js';
