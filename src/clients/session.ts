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
  /** What the client is called in reports. Default `client`. */
  readonly name?: string;
  /** Seed of the data that the servers hold. Default 1. */
  readonly seed?: number;
  /** A warning breaks the gate too. Default false. */
  readonly strict?: boolean;
  /** The minimum coverage of the gate, from 0 to 1. Default: half of them. */
  readonly minCoverage?: number | undefined;
  /** Failures that a baseline accepts, for reports. */
  readonly accepted?: HeaderEvent['accepted'];
  /** Address that the servers listen on. Default 127.0.0.1. */
  readonly bind?: string | undefined;
  /** Serves HTTPS with its certificate. Default: HTTP. */
  readonly authority?: CertificateAuthority | undefined;
  readonly toolVersion?: string;
  /** Called with every event of the ledger as it happens, secrets removed. */
  readonly record?: (event: LedgerEvent) => void;
  readonly clock?: Clock;
}

/** One scenario under way: servers that wait for a client. */
export interface Begun {
  readonly scenario: string;
  /** The task of the client. */
  readonly task: string;
  /** Addresses, credentials and the task, under the names of the target settings. */
  readonly environment: Readonly<Record<string, string>>;
}

/** How a client ended. Its output is tested if the task requires output. */
export interface ClientEnd {
  /** Default 0; 64 says that it does not do such a task. */
  readonly code?: number;
  /** Ids, a line each, and the texts of errors. Default empty. */
  readonly stdout?: string;
  readonly stderr?: string;
}

interface Play {
  readonly scenario: Scenario;
  readonly stage: Stage;
  readonly startedMs: number;
}

/**
 * Tests a client that Assay does not start: one in this process, under a debugger, or in another
 * test runner. `begin` opens the servers of a scenario, `end` tests their recordings.
 */
export class ClientSession {
  readonly #judging: Judging;
  readonly #clock: Clock;
  readonly #begun: number;
  readonly #plays = new Map<string, Play>();
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
    this.#begun = clock.now();
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
      headerOf(scenarios, { ...options, name, seed, strict, toolVersion, now: this.#begun }),
    );
  }

  /** Scenarios that are under way. */
  get underWay(): readonly string[] {
    return [...this.#plays.keys()];
  }

  /**
   * Starts servers for a scenario; one that is under way is begun anew. Throws a UsageError for an
   * unknown id.
   */
  async begin(id: string): Promise<Begun> {
    const scenario = this.#scenarios.find((scenario) => scenario.id === id);
    if (scenario === undefined)
      throw new UsageError(
        `There is no scenario "${id}" in this session. Known: ${this.#scenarios.map((scenario) => scenario.id).join(', ')}.`,
      );
    await this.#plays.get(id)?.stage.close();
    const startedMs = this.#clock.now() - this.#begun;
    const stage = await openStage(scenario, await this.#judging.stageOptions(startedMs));
    this.#plays.set(id, { scenario, stage, startedMs });
    return { scenario: id, task: scenario.task, environment: stage.settings };
  }

  /**
   * Stops the servers of a scenario and answers the verdict. One that rests on all recordings may
   * change until the session is closed. Throws a UsageError where the scenario was not begun.
   */
  async end(
    id: string,
    { code = 0, stdout = '', stderr = '' }: ClientEnd = {},
  ): Promise<VerdictEvent> {
    const play = this.#plays.get(id);
    if (play === undefined)
      throw new UsageError(`The scenario "${id}" is not running: begin it first.`);
    this.#plays.delete(id);
    const { scenario, stage, startedMs } = play;
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
    const took = this.#clock.now() - this.#begun - startedMs;
    const verdict = this.#judging.add({ scenario, recording }, took) ?? this.#judging.soFar(id);
    if (verdict === undefined) throw new Error(`no verdict on ${id}`);
    return verdict;
  }

  /** Ends the session: verdicts that rest on all recordings, and the footer of the ledger. */
  async close({ interrupted = false } = {}): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all([...this.#plays.values()].map(({ stage }) => stage.close()));
    this.#judging.end();
    this.options.record?.({
      type: 'footer',
      durationMs: Math.round(this.#clock.now() - this.#begun),
      sent: this.#judging.exchanges,
      shared: 0,
      limited: this.#judging.limited,
      interrupted,
    });
  }
}
