/** The processor time of Assay's engine for requests whose header fields change each time. */

import { message } from '../src/load/engine/message.js';
import { openPool } from '../src/load/engine/pool.js';
import { Times } from '../src/load/record/times.js';
import { CONNECTIONS, cost, SLICE_SECONDS } from './load-cost.js';
import { PATHS, type Rig } from './load-rig.js';

/** The header fields are written anew for each request, as with tokens that change. */
export const oursWithTokens = (rig: Rig) =>
  cost(async () => {
    const limit = performance.now() + SLICE_SECONDS * 1000;
    const pool = await openPool({
      origin: rig.origin,
      connections: CONNECTIONS,
      timeout: 10_000,
      backlog: 1000,
    });
    // A run records a response in those of the run, of the scenario and of the request.
    const all = [new Times(), new Times(), new Times()];
    let answered = 0;
    let token = 0;
    await new Promise<void>((resolve) => {
      let open = CONNECTIONS;
      const next = (): void => {
        const now = performance.now();
        if (now >= limit) {
          open -= 1;
          if (open === 0) resolve();
          return;
        }
        token += 1;
        const url = new URL(PATHS[token % PATHS.length] ?? '/', rig.origin);
        const headers = {
          Authorization: `Bearer ${token}`,
          Accept: 'application/json',
          'X-Request-Id': `${token}`,
        };
        const sent = message({ method: 'GET', url, headers });
        const request = {
          origin: rig.origin,
          title: 'page',
          message: sent,
          expects: 200,
          repeatable: true,
          reads: false,
        };
        pool.submit({
          request,
          intended: now,
          sent: 0,
          firstByte: 0,
          tries: 0,
          keep: false,
          settle: (ticket, _, at) => {
            for (const times of all) times.record(at - ticket.intended);
            answered += 1;
            next();
          },
        });
      };
      for (let user = 0; user < CONNECTIONS; user += 1) next();
    });
    await pool.close('done');
    return answered;
  });
