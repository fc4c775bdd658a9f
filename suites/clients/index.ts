/** The scenarios that test an API client. `assay client` runs them. */

import { type Check, checkOf, type Suite } from '../../src/harness/index.js';
import type { Scenario } from './scenario.js';
import type { ClientTopics } from './topic.js';
import { clauses, topics } from './topics.js';

export const scenarios: readonly Scenario[] = Object.entries<ClientTopics[string]>(topics).flatMap(
  ([clause, topic]) =>
    Object.entries(topic.scenarios).map(([id, row]) => ({
      ...row,
      id,
      clauses: [clause] as const,
    })),
);

/** Makes a check of a scenario. It only describes the scenario, and cannot be run. */
export const asCheck = ({ id, clauses: [clause], title, maxRequests = 100 }: Scenario): Check =>
  checkOf('clients', clauses, {
    id,
    clauses: [clause],
    title,
    requests: { own: { least: 1, most: maxRequests } },
    run: () => Promise.reject(new Error(`${id} is run by "assay client"`)),
  });

/** The commands `list` and `explain` use this suite. `assay run` does not use it. */
export const clientsSuite: Suite = {
  interface: 'clients',
  clauses,
  checks: scenarios.map(asCheck),
  preparation: 0,
};

export type { Given, Host, IssuedToken, Recorded, Recording } from './recording.js';
export { bearerOf, tokenName } from './recording.js';
export { type Judged, judgeScenario, type Played, type Scenario } from './scenario.js';
export type { ProductsScript, TemplatesScript, TokenScript, WalkScript } from './script.js';
export { tasks } from './script.js';
export { clauses };
