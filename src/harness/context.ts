/**
 * The context that a check receives: everything that a check may do is a function of this object.
 */

import type { Answer } from '../http/answer.js';
import type { Clock } from '../http/clock.js';
import type { Request, SendOptions } from '../http/request.js';
import type { Target } from '../settings/target.js';

/**
 * Where recorded traffic comes from. Traffic `of a run` contains the responses to the questions of
 * the checks. Traffic `of others` was not sent by Assay: no fact is learned by further requests,
 * and the data may have changed between two exchanges.
 */
export type TrafficOrigin = 'of a run' | 'of others';

/**
 * The behaviour of a target where the document allows several ways, by the name of the behaviour.
 */
export type Dialect = Readonly<Record<string, string | number | null>>;

/** The object through which a check sends requests, learns facts and registers secrets. */
export interface Context {
  readonly target: Target;
  /** Sends a request at the pace of its host. Identical GETs share one exchange. */
  readonly ask: (request: Request, options?: SendOptions) => Promise<Answer>;
  readonly facts: {
    /**
     * Learns a fact once in a run, shared by all checks. If `drift` of the suite reports that the
     * fact has changed, checks that used it become inconclusive. With the scope 'on nothing else' a
     * fact stays valid when the facts from which it was learned change.
     */
    readonly learn: <T>(
      name: string,
      learn: (context: Context) => Promise<T>,
      rests?: 'on nothing else',
    ) => Promise<T>;
    /**
     * Records the behaviour of the target where the document allows several ways. undefined means
     * unknown.
     */
    readonly recordDialect: (dialect: Partial<Dialect>) => void;
  };
  readonly budget: {
    /** The number of requests planned for this check. */
    readonly requests: number;
    /**
     * Whether the run has a budget. If so, only the most discriminating questions are sent to learn
     * facts.
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
     * such a token. With `scope` the command is shown only in the result of this check.
     */
    readonly registerToken: (token: string, source: string, scope?: 'this check') => void;
  };
  readonly run: {
    /** A seed for this check, derived from the seed of the run. */
    readonly seed: number;
    /** The path of a counterexample that is run alone instead of the whole property. */
    readonly replay?: string;
    readonly clock: Clock;
    /** The origin of the recorded traffic that is tested; undefined if requests are sent. */
    readonly traffic?: TrafficOrigin | undefined;
    /**
     * Writes to the ledger that a request which cannot be undone is about to be sent. Ends the
     * check as inconclusive if this run, or the run that it continues, has already sent the
     * request.
     */
    readonly recordIrreversible: (name: string) => void;
  };
}

/** How the rows of a check use up its allowance of requests. */
export interface TakeOptions {
  /** The number of rows that are taken regardless of the allowance. Default 0. */
  readonly least?: number;
  /** The number of requests that are reserved for another purpose. Default 0. */
  readonly reserved?: number;
  /**
   * The number of rows that cost nothing, because other checks send the same requests. Default 0.
   */
  readonly sharedRequests?: number;
  /** The number of requests for one row. Default 1. */
  readonly each?: number;
}

/** The number of rows that an allowance of requests permits. */
export function rowsFor(allowance: number, options: TakeOptions = {}): number {
  const { least = 0, reserved = 0, sharedRequests = 0, each = 1 } = options;
  return Math.max(least, 0, Math.floor((allowance + sharedRequests - reserved) / each));
}
