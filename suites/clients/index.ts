import type { Suite } from '../../src/harness/index.js';
import { clauses } from './clauses.js';
import { exportErrors } from './export-errors.js';
import { exportHeaders } from './export-headers.js';
import { exportPaging } from './export-paging.js';
import { platformWalks } from './platform-walks.js';
import { asCheck, type Scenario } from './scenario.js';
import { secretPlace } from './secret-place.js';
import { tokenLife } from './token-life.js';
import { tokenRefusals } from './token-refusals.js';
import { tokenUse } from './token-use.js';

/** Everything that is asked of a client, in the order of the clauses. */
export const scenarios: readonly Scenario[] = [
  ...tokenUse,
  ...secretPlace,
  ...tokenLife,
  ...tokenRefusals,
  ...exportHeaders,
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

export { type Judged, judgeScenario, type Played } from './judge-scenario.js';
export type { Given, Host, IssuedToken, Recorded, Recording } from './recording.js';
export { bearerOf, TEMPLATES_PATH, TOKEN_PATH, tokenName } from './recording.js';
export { asCheck, type Scenario } from './scenario.js';
export type { ProductsScript, TemplatesScript, TokenScript, WalkScript } from './script.js';
export { tasks } from './tasks.js';
export { clauses };
