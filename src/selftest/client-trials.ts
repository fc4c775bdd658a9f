/** Tests the client scenarios with broken and correct clients. */

import { scenarios } from '../../suites/clients/index.js';
import { BROKEN_CLIENTS, inProcess, PlainClient, trialOf } from '../clients/index.js';
import { CLIENT_FAULTS } from './faults.js';
import type { FalseAlarm } from './healthy.js';
import { complains, type Kill, killOf } from './matrix.js';

/**
 * Runs each broken client through the scenarios of its clause. Clients mostly wait, so several run
 * concurrently.
 */
export async function clientKills(ids: ReadonlySet<string>): Promise<readonly Kill[]> {
  const chosen = BROKEN_CLIENTS.filter(({ id }) => ids.has(id));
  const kills: Kill[] = [];
  const queue = chosen.entries();
  const worker = async (): Promise<void> => {
    for (const [index, { id, clause, during = [], Client }] of queue) {
      const ofClause = scenarios
        .filter(({ clauses }) => clauses.includes(clause))
        .map((scenario) => scenario.id);
      const verdicts = await trialOf(
        inProcess((world) => new Client(world).run()),
        [...ofClause, ...during.map((name) => `clients.${name}`)],
      );
      const fault = CLIENT_FAULTS.find((fault) => fault.id === id);
      if (fault !== undefined) kills[index] = killOf(fault, [...verdicts.values()]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return kills;
}

/** A correct client must raise no alarm. */
export async function goodClientAlarms(): Promise<readonly FalseAlarm[]> {
  const verdicts = await trialOf(
    inProcess((world) => new PlainClient(world).run()),
    scenarios.map(({ id }) => id),
  );
  return [...verdicts.values()]
    .filter(complains)
    .map(({ check, reason = '' }) => ({ variant: 'clients.healthy', check, reason }));
}
