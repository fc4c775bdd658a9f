import type { Suite } from '../../src/harness/suite.js';
import { clauses } from './clauses.js';
import { exportPaging } from './export-paging.js';
import { exportErrors, exportScenarios } from './export-scenarios.js';
import { platformWalks } from './platform-walks.js';
import { asCheck, type Scenario } from './scenario.js';
import { tokenScenarios } from './token-scenarios.js';

/** Everything that is asked of a client, in the order of the clauses. */
export const scenarios: readonly Scenario[] = [
  ...tokenScenarios,
  ...exportScenarios,
  ...exportPaging,
  ...exportErrors,
  ...platformWalks,
];

/** The same as a suite, for `list` and `explain`; `run` has no use for it. */
export const clientsSuite: Suite = {
  interface: 'clients',
  clauses,
  checks: scenarios.map(asCheck),
  preparation: 0,
};

export type { Given, Host, IssuedToken, Recorded, Recording } from './recording.js';
export { bearerOf, TEMPLATES_PATH, TOKEN_PATH, tokenName } from './recording.js';
export { asCheck, type Judged, judgeScenario, type Played, type Scenario } from './scenario.js';
export type { ProductsScript, TemplatesScript, TokenScript, WalkScript } from './script.js';
export { tasks } from './script.js';
export { clauses };
