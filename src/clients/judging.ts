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
   * How the command line names the client, for the words that play a scenario again; empty: it has
   * no command.
   */
  readonly command: string;
  /** Address that the servers listen on. Default 127.0.0.1. */
  readonly bind?: string | undefined;
  /** Serves HTTPS with its certificate. Default: HTTP. */
  readonly authority?: CertificateAuthority | undefined;
  readonly record: (event: LedgerEvent) => void;
}

interface Done extends Played {
  readonly tookMs: number;
}

/**
 * The record of a client in scenarios: exchanges and verdicts as events. A verdict that rests on
 * one recording comes with it; one that rests on all of them comes at the end.
 */
export class Judging {
  readonly redactor = new Redactor([]);
  /** Responses with status 429. */
  limited = 0;
  exchanges = 0;
  #played: readonly Done[] = [];

  constructor(private readonly options: JudgingOptions) {}

  /**
   * What a stage needs of the run; `startedMs` is when it opens, in milliseconds since the run
   * began.
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

  /** Takes what was played; answers the verdict where it rests on this recording alone. */
  add(played: Played, tookMs: number): VerdictEvent | undefined {
    const done = { ...played, tookMs };
    // What is played again counts with its last time.
    this.#played = [
      ...this.#played.filter(({ scenario }) => scenario.id !== played.scenario.id),
      done,
    ];
    return played.scenario.everywhere === undefined ? this.#judge(done, [done]) : undefined;
  }

  /** The verdict of a scenario from what was recorded until now. */
  soFar(id: string): VerdictEvent | undefined {
    const done = this.#played.find(({ scenario }) => scenario.id === id);
    return done === undefined ? undefined : this.#judge(done, this.#played);
  }

  /** The verdicts that rest on all recordings. */
  end(): readonly VerdictEvent[] {
    return this.#played
      .filter(({ scenario }) => scenario.everywhere !== undefined)
      .map((done) => this.#judge(done, this.#played));
  }

  #judge(done: Done, all: readonly Played[]): VerdictEvent {
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
