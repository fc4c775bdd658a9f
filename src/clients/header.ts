/** The ledger header for a run of a client. */

import { asCheck, clauses, type Scenario } from '../../suites/clients/index.js';
import { defined } from '../defined.js';
import { mostOf } from '../harness/index.js';
import { digestOf } from '../harness/plan.js';
import type { HeaderEvent } from '../ledger/index.js';

export interface HeaderOptions {
  readonly name: string;
  readonly seed: number;
  readonly strict: boolean;
  readonly minCoverage?: number | undefined;
  readonly accepted?: HeaderEvent['accepted'];
  readonly toolVersion: string;
  readonly now: number;
}

/** The header contains no base URLs, because each scenario has its own. */
export function headerOf(scenarios: readonly Scenario[], options: HeaderOptions): HeaderEvent {
  const { name, seed, strict, minCoverage, accepted, toolVersion, now } = options;
  const entries = Object.entries(clauses).map(([id, clause]) => ({
    id,
    ...clause,
    interface: 'clients' as const,
  }));
  const planned = scenarios.map((scenario) => ({
    id: scenario.id,
    requests: mostOf(asCheck(scenario).requests),
  }));
  return {
    type: 'header',
    tool: { name: 'assay', version: toolVersion },
    document: digestOf(entries.map(({ id, level, text }) => `${id} ${level} ${text}`)),
    startedAt: new Date(now).toISOString(),
    seed,
    strict,
    ...defined({ minCoverage, accepted }),
    plan: digestOf(planned.map(({ id, requests }) => `${id} ${requests}`)),
    planned,
    target: { name, origin: 'client', interfaces: {}, configuration: digestOf([name]) },
    clauses: entries,
  };
}
