import type { Answer } from '../http/answer.js';
import type { Clock } from '../http/clock.js';
import type { Request, SendOptions } from '../http/request.js';
import type { Target } from '../settings/target.js';

/**
 * Recorded traffic of a run contains the responses to the questions of the checks. Of traffic of
 * other clients each exchange is tested by itself, because the data may have changed from one to
 * the next.
 */
export type TrafficOrigin = 'of a run' | 'of others';

export type Dialect = Readonly<Record<string, string | number | null>>;

export interface Context {
  readonly target: Target;
  /** Sends a request, at the pace of its host; identical GETs share one exchange. */
  readonly ask: (request: Request, options?: SendOptions) => Promise<Answer>;
  readonly facts: {
    /**
     * Learns a fact once in a run for all checks. Checks that used it become inconclusive where
     * `drift` of the suite names it. A fact that rests on nothing else stays valid when the facts
     * it was learned from change.
     */
    readonly learn: <T>(
      name: string,
      learn: (context: Context) => Promise<T>,
      rests?: 'on nothing else',
    ) => Promise<T>;
    /**
     * Records how the target behaves where the document allows several ways; undefined stands for
     * unknown.
     */
    readonly recordDialect: (dialect: Partial<Dialect>) => void;
  };
  readonly budget: {
    /** Requests planned for this check. */
    readonly requests: number;
    /**
     * Whether the run has a budget, so that only the most discriminating questions are sent to
     * learn facts.
     */
    readonly isLimited: boolean;
    /** The first rows, as many as the budget allows. The verdict says how many were left out. */
    readonly take: <T>(rows: readonly T[], options?: TakeOptions) => readonly T[];
  };
  readonly secrets: {
    /**
     * Removes a value derived from a secret from everything that is stored; `recipe` is the shell
     * word that computes it.
     */
    readonly register: (value: string, name: string, recipe: string) => void;
    /**
     * Removes an issued token from everything that is stored; `source` is a command that obtains
     * such a token.
     */
    readonly registerToken: (token: string, source: string, of?: 'this check') => void;
  };
  readonly run: {
    /** Of this check alone, derived from the seed of the run. */
    readonly seed: number;
    /** Path of a counterexample to run alone, instead of the whole property. */
    readonly replay?: string;
    readonly clock: Clock;
    /** The origin of the recorded traffic that is tested; undefined where requests are sent. */
    readonly traffic?: TrafficOrigin | undefined;
    /**
     * Writes to the ledger, before it is sent, that a request which cannot be undone is about to be
     * sent. Ends the check as inconclusive where this run, or one that it continues, has sent it
     * already.
     */
    readonly recordIrreversible: (name: string) => void;
  };
}

/** How many rows an allowance pays for. By default a row costs one request of it. */
export interface TakeOptions {
  /** Rows that are taken whatever the allowance. Default 0. */
  readonly least?: number;
  /** Requests of the allowance that are kept for something else. Default 0. */
  readonly reserved?: number;
  /** Rows that cost nothing, because other checks send the same requests. Default 0. */
  readonly sharedRequests?: number;
  /** Requests that a row costs. Default 1. */
  readonly each?: number;
}

export function rowsFor(allowance: number, options: TakeOptions = {}): number {
  const { least = 0, reserved = 0, sharedRequests = 0, each = 1 } = options;
  return Math.max(least, 0, Math.floor((allowance + sharedRequests - reserved) / each));
}
