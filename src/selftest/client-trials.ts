/** Tests the client scenarios with broken and correct clients. */

import { scenarios } from '../../suites/clients/index.js';
import { BROKEN_CLIENTS, inProcess, PlainClient, trialOf } from '../clients/index.js';
import { CLIENT_FAULTS } from './faults.js';
import type { FalseAlarm } from './healthy.js';
import { type DefectResult, defectResult, isFailureOrWarning } from './matrix.js';

/** Clients mostly wait, so this number of them run concurrently. */
const CONCURRENT_CLIENTS = 8;

/** Runs each of the broken clients `ids` through the scenarios of its clause. */
export async function clientResultsFor(ids: ReadonlySet<string>): Promise<readonly DefectResult[]> {
  const chosen = BROKEN_CLIENTS.filter(({ id }) => ids.has(id));
  const kills: DefectResult[] = [];
  const queue = chosen.entries();
  const worker = async (): Promise<void> => {
    for (const [index, { id, clause, during = [], Client }] of queue) {
      const ofClause = scenarios
        .filter(({ clauses }) => clauses.includes(clause))
        .map((scenario) => scenario.id);
      const others = during.map((name) => `clients.${name}`);
      const launch = inProcess((world) => new Client(world).run());
      const verdicts = await trialOf(launch, [...ofClause, ...others]);
      const fault = CLIENT_FAULTS.find((known) => known.id === id);
      if (fault !== undefined) kills[index] = defectResult(fault, [...verdicts.values()]);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_CLIENTS }, worker));
  return kills;
}

/** The failures and warnings of the correct client. Each is a false alarm. */
export async function goodClientAlarms(): Promise<readonly FalseAlarm[]> {
  const verdicts = await trialOf(
    inProcess((world) => new PlainClient(world).run()),
    scenarios.map(({ id }) => id),
  );
  return [...verdicts.values()]
    .filter(isFailureOrWarning)
    .map(({ check, reason = '' }) => ({ variant: 'clients.healthy', check, reason }));
}
