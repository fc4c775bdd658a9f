/** Tests that defects are caught on generated servers with random data. */

import fc from 'fast-check';
import {
  arbitraryServer,
  DEFECTS,
  openReference,
  optionsFromDescription,
  type ServerDescription,
} from '../reference/index.js';
import { isFailureOrWarning } from './matrix.js';
import { trial } from './trial.js';

/** The result for one generated server with a defect. */
export interface Broken {
  readonly defect: string;
  readonly server: ServerDescription;
  readonly seed: number;
  /**
   * Whether the defect changed a response of the run. On some data a defect changes no response.
   */
  readonly shows: boolean;
  readonly caught: boolean;
}

/**
 * Tests generated servers that conform except for the defect `id`. The result is empty if there is
 * no such defect. The servers have no rate limit, no outages and no changing data.
 */
export async function judgeBroken(
  id: string,
  seed: number,
  servers: number,
): Promise<readonly Broken[]> {
  const defect = DEFECTS.find((one) => one.id === id);
  if (defect === undefined) return [];
  const found: Broken[] = [];
  for (const server of fc.sample(arbitraryServer, { numRuns: servers, seed })) {
    const options = optionsFromDescription({ ...server, life: {} });
    const healthy = openReference(options);
    let shows = false;
    const verdicts = await trial(
      { ...options, defects: [id] },
      {
        seed,
        inProcess: true,
        wanted: (check) => check.interface === defect.interface,
        seen: async (sent, received) => {
          const right = await healthy.call(sent);
          shows ||=
            right.status !== received.status ||
            !right.body.equals(received.body) ||
            fields(right) !== fields(received);
        },
      },
    );
    const caught = verdicts.some(
      (event) => isFailureOrWarning(event) && event.clauses.includes(defect.clause),
    );
    found.push({ defect: id, server, seed, shows, caught });
  }
  return found;
}

const fields = ({
  headers,
}: {
  readonly headers: readonly (readonly [string, string])[];
}): string => JSON.stringify([...headers].sort());
