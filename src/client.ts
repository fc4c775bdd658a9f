/** The library entry for testing a client. */

import { type Scenario, scenarios } from '../suites/clients/index.js';
import { inProcess, type World } from './clients/in-process.js';
import { runClient } from './clients/run.js';
import { foldLedger, type LedgerEvent } from './ledger/index.js';
import { type Gate, gateOf, runReport } from './report/index.js';
import type { RunReport } from './schema/types.js';

export { type Scenario, scenarios } from '../suites/clients/index.js';
export { NotImplemented, type World } from './clients/in-process.js';
export {
  type Begun,
  type ClientEnd,
  ClientSession,
  type ClientSessionOptions,
} from './clients/session.js';

export interface JudgeClientOptions {
  readonly wanted?: (scenario: Scenario) => boolean;
  /** The name in reports. Default `client`. */
  readonly name?: string;
  /** The seed of the random data that the servers return. Default 1. */
  readonly seed?: number;
  /** Whether a warning makes the run fail, too. Default false. */
  readonly strict?: boolean;
  /** The run fails if a smaller share of the must clauses has a verdict. Default 0.5. */
  readonly minCoverage?: number;
  /** The number of concurrent scenarios. Default 8, because clients mostly wait. */
  readonly concurrency?: number;
  /** The time after which the client of a scenario is stopped. Default 20,000 ms. */
  readonly limitMs?: number;
  /** Receives each event of the run, such as an exchange or a verdict, without secrets. */
  readonly record?: (event: LedgerEvent) => void;
}

export interface ClientJudgement {
  readonly report: RunReport;
  readonly gate: Gate;
}

/**
 * Tests a client that is a function of this process. The function is called once for each scenario
 * with a new `World`. It throws `NotImplemented` for a task that it does not implement. Any other
 * error of the function counts as exit code 1. The returned promise is rejected only for an
 * internal error of this library.
 */
export async function judgeClient(
  client: (world: World) => Promise<void>,
  options: JudgeClientOptions = {},
): Promise<ClientJudgement> {
  const { wanted = () => true, name = 'client', concurrency = 8, record, ...rest } = options;
  const events: LedgerEvent[] = [];
  await runClient(scenarios.filter(wanted), {
    ...rest,
    launch: inProcess(client),
    name,
    command: '',
    toolVersion: 'library',
    concurrency,
    record(event) {
      events.push(event);
      record?.(event);
    },
  });
  const report = runReport(foldLedger(events));
  return { report, gate: gateOf(report) };
}
