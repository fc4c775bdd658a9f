/** Records the scenarios of a client as events and makes their verdicts. */

import { judgeScenario, type Played } from '../../suites/clients/index.js';
import { recordExchange } from '../http/exchange.js';
import { Redactor } from '../http/index.js';
import type { LedgerEvent, VerdictEvent } from '../ledger/index.js';
import type { CertificateAuthority } from './certificate-authority.js';
import { signing } from './signing.js';
import type { StageOptions } from './stage.js';
import { verdictOf } from './verdict.js';

export interface JudgingOptions {
  readonly seed: number;
  /**
   * The command that started the client, or an empty text. A report contains it in the instructions
   * that repeat a scenario.
   */
  readonly command: string;
  /** The address to listen on. Default 127.0.0.1. */
  readonly bind?: string | undefined;
  /** The certificate authority for servers with HTTPS. Default: HTTP. */
  readonly authority?: CertificateAuthority | undefined;
  readonly record: (event: LedgerEvent) => void;
}

interface TimedPlay extends Played {
  readonly tookMs: number;
}

/**
 * Most verdicts depend on the recording of one scenario, and are made at once. The verdict of a
 * scenario with the rule `everywhere` depends on all recordings, and is made at the end.
 */
export class Judging {
  readonly redactor = new Redactor([]);
  /** The number of responses with the status 429. */
  limited = 0;
  exchanges = 0;
  #played: readonly TimedPlay[] = [];

  constructor(private readonly options: JudgingOptions) {}

  /**
   * The options for the servers of one scenario (its stage). `startedMs`: when they start, in
   * milliseconds since the run began.
   */
  async stageOptions(startedMs: number): Promise<StageOptions> {
    const { seed, bind, authority, record } = this.options;
    return {
      seed,
      bind,
      authority,
      signing: await signing(),
      number: () => {
        this.exchanges += 1;
        return this.exchanges;
      },
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

  /** Makes and records the verdict if it depends only on this recording, else returns undefined. */
  add(played: Played, tookMs: number): VerdictEvent | undefined {
    const done = { ...played, tookMs };
    // Only the last recording of a repeated scenario counts.
    this.#played = [
      ...this.#played.filter(({ scenario }) => scenario.id !== played.scenario.id),
      done,
    ];
    return played.scenario.everywhere === undefined ? this.#judge(done, [done]) : undefined;
  }

  /**
   * Makes and records the verdict of a scenario by the recordings so far. Returns undefined if
   * the scenario was not recorded.
   */
  judgeSoFar(id: string): VerdictEvent | undefined {
    const done = this.#played.find(({ scenario }) => scenario.id === id);
    return done === undefined ? undefined : this.#judge(done, this.#played);
  }

  /** Makes and records the verdicts that depend on all recordings. */
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
