/** Everything that a check may do is a function of its context. */

import type { Answer } from '../http/answer.js';
import type { Clock } from '../http/clock.js';
import type { Request, SendOptions } from '../http/request.js';
import type { Target } from '../settings/target.js';

/**
 * Recorded traffic `of a run` contains the responses to the questions of the checks. Traffic `of
 * others` was not sent by Assay: no request can be added to learn a fact, and the data may have
 * changed between two exchanges.
 */
export type TrafficOrigin = 'of a run' | 'of others';

/**
 * How a target behaves where the document allows several ways. The keys name the points that the
 * document leaves open.
 */
export type Dialect = Readonly<Record<string, string | number | null>>;

export interface Context {
  readonly target: Target;
  /** Sends a request at the pace of its host. Identical GETs share one exchange. */
  readonly ask: (request: Request, options?: SendOptions) => Promise<Answer>;
  readonly facts: {
    /**
     * Learns a fact once in a run, for all checks. If the suite's `drift` reports a change of the
     * fact, checks that used it become inconclusive. 'on nothing else': the fact stays valid when
     * facts from which it was learned change.
     */
    readonly learn: <T>(
      name: string,
      learn: (context: Context) => Promise<T>,
      rests?: 'on nothing else',
    ) => Promise<T>;
    /** undefined means unknown. */
    readonly recordDialect: (dialect: Partial<Dialect>) => void;
  };
  readonly budget: {
    readonly requests: number;
    /**
     * Whether the run has a budget. Facts are then learned only from the most discriminating
     * questions.
     */
    readonly isLimited: boolean;
    /**
     * Returns the first rows that the budget allows. The verdict reports how many rows were left
     * out.
     */
    readonly take: <T>(rows: readonly T[], options?: TakeOptions) => readonly T[];
  };
  readonly secrets: {
    /**
     * Removes a value derived from a secret from everything that is stored. `recipe` is the shell
     * word that computes the value.
     */
    readonly register: (value: string, name: string, recipe: string) => void;
    /**
     * Removes an issued token from everything that is stored. `source` is a command that obtains
     * such a token. With `scope` only this check shows the command.
     */
    readonly registerToken: (token: string, source: string, scope?: 'this check') => void;
  };
  readonly run: {
    /** Derived from the seed of the run and from the check. */
    readonly seed: number;
    /** The path of a counterexample of a property. Only this example is tested. */
    readonly replay?: string;
    readonly clock: Clock;
    /** undefined if requests are sent. */
    readonly traffic?: TrafficOrigin | undefined;
    /**
     * Called before a request that cannot be undone. Ends the check as inconclusive if this run, or
     * the run that it continues, has already sent the request.
     */
    readonly recordIrreversible: (name: string) => void;
  };
}

/** How rows use up the requests of a check. */
export interface TakeOptions {
  /** Rows that are taken in any case. Default 0. */
  readonly least?: number;
  /** Requests that are reserved for another purpose. Default 0. */
  readonly reserved?: number;
  /** Rows that cost nothing, because other checks send the same requests. Default 0. */
  readonly sharedRequests?: number;
  /** Requests for one row. Default 1. */
  readonly each?: number;
}

export function rowsFor(allowance: number, options: TakeOptions = {}): number {
  const { least = 0, reserved = 0, sharedRequests = 0, each = 1 } = options;
  return Math.max(least, 0, Math.floor((allowance + sharedRequests - reserved) / each));
}
