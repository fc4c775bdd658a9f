/** Records the scenarios of a client as events and makes their verdicts. */

import { judgeScenario, type Played } from '../../suites/clients/index.js';
import { recordExchange } from '../http/exchange.js';
import { Redactor } from '../http/index.js';
import type { LedgerEvent, VerdictEvent } from '../ledger/index.js';
import type { CertificateAuthority } from './certificate-authority.js';
import { signing } from './signing.js';
import type { StageOptions } from './stage.js';
import { verdictOf } from './verdict.js';

/** The options for testing a client. */
export interface JudgingOptions {
  readonly seed: number;
  /**
   * The command of the client for the instructions that repeat a scenario; empty if it has none.
   */
  readonly command: string;
  /** The address on which the servers listen. Default 127.0.0.1. */
  readonly bind?: string | undefined;
  /** The authority whose certificate the servers use for HTTPS. Default: HTTP. */
  readonly authority?: CertificateAuthority | undefined;
  readonly record: (event: LedgerEvent) => void;
}

/** A completed scenario with its duration in milliseconds. */
interface TimedPlay extends Played {
  readonly tookMs: number;
}

/**
 * Records the exchanges and verdicts of a client as events. A verdict that depends on one recording
 * is made at once; verdicts that depend on all recordings are made at the end.
 */
export class Judging {
  readonly redactor = new Redactor([]);
  /** The number of 429 responses. */
  limited = 0;
  exchanges = 0;
  #played: readonly TimedPlay[] = [];

  constructor(private readonly options: JudgingOptions) {}

  /**
   * The options of a stage, that is, of the servers of one scenario. `startedMs` is the time at
   * which the stage opens, in milliseconds since the run began.
   */
  async stageOptions(startedMs: number): Promise<StageOptions> {
    const { seed, bind, authority, record } = this.options;
    return {
      seed,
      bind,
      authority,
      signing: await signing(),
      number: () => ++this.exchanges,
      secret: (value, name) => this.redactor.learn(value, `\${${name}}`),
      learn: (token) => this.redactor.registerToken(token),
      seen: ({ answer, atMs, answeredMs }) => {
        if (answer.status === 429) this.limited += 1;
        const times = {
          id: answer.exchange,
          atMs: startedMs + atMs,
          waitedMs: 0,
          durationMs: answeredMs - atMs,
        };
        record({
          type: 'exchange',
          ...recordExchange(this.redactor, answer.request, answer, times),
        });
      },
    };
  }

  /** Adds a recording. Returns its verdict if the verdict depends only on this recording. */
  add(played: Played, tookMs: number): VerdictEvent | undefined {
    const done = { ...played, tookMs };
    // If a scenario is repeated, only its last recording counts.
    this.#played = [
      ...this.#played.filter(({ scenario }) => scenario.id !== played.scenario.id),
      done,
    ];
    return played.scenario.everywhere === undefined ? this.#judge(done, [done]) : undefined;
  }

  /** The verdict of a scenario from the recordings so far. */
  soFar(id: string): VerdictEvent | undefined {
    const done = this.#played.find(({ scenario }) => scenario.id === id);
    return done === undefined ? undefined : this.#judge(done, this.#played);
  }

  /** The verdicts that depend on all recordings. */
  end(): readonly VerdictEvent[] {
    return this.#played
      .filter(({ scenario }) => scenario.everywhere !== undefined)
      .map((done) => this.#judge(done, this.#played));
  }

  #judge(done: TimedPlay, all: readonly Played[]): VerdictEvent {
    const { seed, command, record } = this.options;
    const { redactor } = this;
    const event = verdictOf(done.scenario, judgeScenario(done, all), {
      redactor,
      seed,
      command,
      tookMs: done.tookMs,
    });
    record(event);
    return event;
  }
}
