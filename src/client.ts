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
  /** Which scenarios. Default all. */
  readonly wanted?: (scenario: Scenario) => boolean;
  /** What the client is called in reports. Default `client`. */
  readonly name?: string;
  /** Default 1. */
  readonly seed?: number;
  /** A warning breaks the gate too. Default false. */
  readonly strict?: boolean;
  /** The minimum coverage of the gate, from 0 to 1. Default: half of them. */
  readonly minCoverage?: number;
  /** Scenarios under way at once. Default 8: they wait more than they work. */
  readonly concurrency?: number;
  /** Milliseconds after which a client is taken for one that does not end. Default 20 s. */
  readonly limitMs?: number;
  /** Called with every event of the ledger, secrets removed. */
  readonly record?: (event: LedgerEvent) => void;
}

/** What a client came to. */
export interface ClientJudgement {
  readonly report: RunReport;
  readonly gate: Gate;
}

/**
 * Judges a client that is a function of this process: it is called once for each scenario, with a
 * world of its own. It throws `NotImplemented` for a task that it does not do; any other throw is
 * an exit code of 1. Throws for internal errors.
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
