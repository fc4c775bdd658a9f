/** Runs a client through scenarios. */

import type { Scenario } from '../../suites/clients/index.js';
import { type Clock, systemClock } from '../http/index.js';
import type { HeaderEvent, LedgerEvent, VerdictEvent } from '../ledger/index.js';
import type { CertificateAuthority } from './certificate-authority.js';
import { headerOf } from './header.js';
import { Judging } from './judging.js';
import type { Launch } from './launch.js';
import { play } from './play.js';

export interface ClientRunOptions {
  readonly launch: Launch;
  readonly name: string;
  /**
   * The command that starts the client, such as `node client.mjs`. A report contains it in the
   * instructions that repeat a scenario.
   */
  readonly command: string;
  readonly toolVersion: string;
  /** Called with every event of the ledger. */
  readonly record: (event: LedgerEvent) => void;
  /** The seed of the generated data. Default 1. */
  readonly seed?: number;
  readonly strict?: boolean;
  /** The required coverage, from 0 to 1. Default 0.5. */
  readonly minCoverage?: number | undefined;
  /** Failures that a baseline accepts, for reports. */
  readonly accepted?: HeaderEvent['accepted'];
  /** Starts no further scenario after a failure. Default false. */
  readonly bail?: boolean;
  /** Concurrent scenarios. Default 4. */
  readonly concurrency?: number;
  /** A client is stopped after this time. Default 20 s. */
  readonly limitMs?: number;
  /** The certificate authority for servers with HTTPS. Default: HTTP. */
  readonly authority?: CertificateAuthority | undefined;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

export async function runClient(
  scenarios: readonly Scenario[],
  options: ClientRunOptions,
): Promise<void> {
  const {
    seed = 1,
    strict = false,
    bail = false,
    concurrency = 4,
    limitMs = 20_000,
    clock = systemClock,
  } = options;
  const { record, command } = options;
  const judging = new Judging({ seed, command, record, authority: options.authority });
  const begun = clock.now();
  // If the client cannot be started, or after another error, all scenarios end.
  const giveUp = new AbortController();
  const signal = AbortSignal.any([
    giveUp.signal,
    ...(options.signal === undefined ? [] : [options.signal]),
  ]);
  record(headerOf(scenarios, { ...options, seed, strict, now: begun }));
  // The longest scenarios start first.
  const order = [...scenarios].sort((a, b) => minimumSecondsOf(b) - minimumSecondsOf(a));
  let bailed = false;
  let next = 0;
  const toRepeat: Scenario[] = [];
  const playOne = async (scenario: Scenario): Promise<VerdictEvent | undefined> => {
    const startedMs = clock.now() - begun;
    const stage = await judging.stageOptions(startedMs);
    const recording = await play(scenario, {
      ...stage,
      launch: options.launch,
      limitMs,
      signal,
    }).catch((error: unknown) => {
      giveUp.abort();
      throw error;
    });
    if (signal.aborted) return undefined;
    return judging.add({ scenario, recording }, clock.now() - begun - startedMs);
  };
  const worker = async (): Promise<void> => {
    while (!signal.aborted && !bailed) {
      const scenario = order[next];
      next += 1;
      if (scenario === undefined) return;
      const verdict = await playOne(scenario);
      if (verdict?.verdict === 'inconclusive') toRepeat.push(scenario);
      if (bail && isBad(verdict, strict)) bailed = true;
    }
  };
  const workers = await Promise.allSettled(
    Array.from({ length: Math.min(concurrency, scenarios.length) }, worker),
  );
  // Inconclusive scenarios are repeated once, one at a time.
  for (const scenario of toRepeat) {
    if (signal.aborted || bailed) break;
    await playOne(scenario);
  }
  judging.end();
  record({
    type: 'footer',
    durationMs: Math.round(clock.now() - begun),
    sent: judging.exchanges,
    shared: 0,
    limited: judging.limited,
    interrupted: signal.aborted,
  });
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
}

/**
 * The minimum duration of a scenario: the period in which the client repeats its calls, and the
 * longest pause that a server requires.
 */
const minimumSecondsOf = ({ task, script }: Scenario): number =>
  Number(/^list-templates-for (\d+)/.exec(task)?.[1] ?? 0) +
  Math.max(
    0,
    ...(script.tokens?.first ?? []).map(({ retryAfterSeconds = 0 }) => retryAfterSeconds),
  );

const isBad = (event: VerdictEvent | undefined, strict: boolean): boolean =>
  event?.verdict === 'failed' || (strict && event?.verdict === 'warning');
