/** Tests a client that Assay does not start. */

import { scenarios as all, type Recording, type Scenario } from '../../suites/clients/index.js';
import { type Clock, systemClock } from '../http/index.js';
import type { HeaderEvent, LedgerEvent, VerdictEvent } from '../ledger/index.js';
import { UsageError } from '../settings/index.js';
import type { CertificateAuthority } from './certificate-authority.js';
import { headerOf } from './header.js';
import { Judging } from './judging.js';
import { openStage, type Stage } from './stage.js';

export interface ClientSessionOptions {
  /** Default: all. */
  readonly scenarios?: readonly Scenario[];
  /** The name in reports. Default `client`. */
  readonly name?: string;
  /** The seed of the data on the servers. Default 1. */
  readonly seed?: number;
  /** Whether a warning makes the run fail, too. Default false. */
  readonly strict?: boolean;
  /** The least share of the clauses of level `must` that a run tests, from 0 to 1. Default 0.5. */
  readonly minCoverage?: number | undefined;
  /** Failures that a baseline accepts, for reports. */
  readonly accepted?: HeaderEvent['accepted'];
  /** The address to listen on. Default 127.0.0.1. */
  readonly bind?: string | undefined;
  /** Signs the certificates of the servers. Default: the servers use HTTP. */
  readonly authority?: CertificateAuthority | undefined;
  readonly toolVersion?: string;
  /** Called with every event of the ledger, without secrets. */
  readonly record?: (event: LedgerEvent) => void;
  readonly clock?: Clock;
}

/** A scenario in progress. Its servers wait for a client. */
export interface Begun {
  readonly scenario: string;
  readonly task: string;
  /** The environment variables of the client: addresses, credentials and the task. */
  readonly environment: Readonly<Record<string, string>>;
}

/** How the client ended. Its output is tested only if the task requires output. */
export interface ClientEnd {
  /** Default 0. 64 means that the client does not implement the task. */
  readonly code?: number;
  /** The ids that the task requires, each on its own line. Default: empty. */
  readonly stdout?: string;
  readonly stderr?: string;
}

interface RunningScenario {
  readonly scenario: Scenario;
  /** The servers of the scenario. */
  readonly stage: Stage;
  /** When the servers started, in milliseconds since the start of the session. */
  readonly startedMs: number;
}

/**
 * Tests, for example, a client under a debugger or in another test runner. `begin` starts the
 * servers of a scenario. `end` tests the requests that the client sent to them.
 */
export class ClientSession {
  readonly #judging: Judging;
  readonly #clock: Clock;
  readonly #sessionStart: number;
  readonly #running = new Map<string, RunningScenario>();
  readonly #scenarios: readonly Scenario[];
  #closed = false;

  constructor(private readonly options: ClientSessionOptions = {}) {
    const {
      scenarios = all,
      name = 'client',
      seed = 1,
      strict = false,
      clock = systemClock,
    } = options;
    this.#scenarios = scenarios;
    this.#clock = clock;
    this.#sessionStart = clock.now();
    const { bind, authority } = options;
    this.#judging = new Judging({
      seed,
      bind,
      authority,
      command: '',
      record: (event) => options.record?.(event),
    });
    const { toolVersion = 'library' } = options;
    options.record?.(
      headerOf(scenarios, { ...options, name, seed, strict, toolVersion, now: this.#sessionStart }),
    );
  }

  /** The ids of the scenarios in progress. */
  get underWay(): readonly string[] {
    return [...this.#running.keys()];
  }

  /**
   * Starts the servers of a scenario. A scenario that is in progress is restarted. Throws a
   * UsageError for an unknown id.
   */
  async begin(id: string): Promise<Begun> {
    const scenario = this.#scenarios.find((scenario) => scenario.id === id);
    if (scenario === undefined)
      throw new UsageError(
        `There is no scenario "${id}" in this session. Known: ${this.#scenarios.map((scenario) => scenario.id).join(', ')}.`,
      );
    await this.#running.get(id)?.stage.close();
    const startedMs = this.#clock.now() - this.#sessionStart;
    const stage = await openStage(scenario, await this.#judging.stageOptions(startedMs));
    this.#running.set(id, { scenario, stage, startedMs });
    return { scenario: id, task: scenario.task, environment: stage.settings };
  }

  /**
   * Stops the servers and returns the verdict. A verdict that depends on all recordings may change
   * until the session is closed. Throws a UsageError if the scenario was not begun.
   */
  async end(
    id: string,
    { code = 0, stdout = '', stderr = '' }: ClientEnd = {},
  ): Promise<VerdictEvent> {
    const running = this.#running.get(id);
    if (running === undefined)
      throw new UsageError(`The scenario "${id}" is not running: begin it first.`);
    this.#running.delete(id);
    const { scenario, stage, startedMs } = running;
    await stage.close();
    const requests = stage.requests();
    const recording: Recording = {
      given: stage.given,
      requests,
      tokens: stage.tokens,
      code,
      stdout,
      stderr,
      ...(requests.length >= (scenario.maxRequests ?? 100) ? { stopped: 'requests' } : {}),
    };
    const durationMs = this.#clock.now() - this.#sessionStart - startedMs;
    const verdict =
      this.#judging.add({ scenario, recording }, durationMs) ?? this.#judging.judgeSoFar(id);
    if (verdict === undefined) throw new Error(`no verdict on ${id}`);
    return verdict;
  }

  /** Records the verdicts that depend on all recordings, and the footer of the ledger. */
  async close({ interrupted = false } = {}): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all([...this.#running.values()].map(({ stage }) => stage.close()));
    this.#judging.end();
    this.options.record?.({
      type: 'footer',
      durationMs: Math.round(this.#clock.now() - this.#sessionStart),
      sent: this.#judging.exchanges,
      shared: 0,
      limited: this.#judging.limited,
      interrupted,
    });
  }
}
