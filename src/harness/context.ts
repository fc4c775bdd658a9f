/** The context is the only object through which a check sends requests and learns facts. */

import type { Answer } from '../http/answer.js';
import type { Clock } from '../http/clock.js';
import type { Request, SendOptions } from '../http/request.js';
import type { ReportedColumn } from '../schema/types.js';
import type { Target } from '../settings/target.js';

/**
 * Traffic `of a run` was recorded while Assay ran its checks, so it contains their requests and the
 * responses. Traffic `of others` was recorded from other clients. It may lack the requests with
 * which checks learn facts, and the data may have changed between two exchanges.
 */
export type TrafficOrigin = 'of a run' | 'of others';

/**
 * A dialect describes how a target behaves where the specification allows several behaviours. Each
 * key names a point that the specification leaves open, and its value is the behaviour.
 */
export type Dialect = Readonly<Record<string, string | number | null>>;

export interface Context {
  readonly target: Target;
  /** Sends a request within the rate limit of its host. Identical GETs share one exchange. */
  readonly ask: (request: Request, options?: SendOptions) => Promise<Answer>;
  /**
   * Returns why a request would not be sent: a setting forbids its values, or a system in front of
   * the target blocks them. Returns undefined if it may be sent.
   */
  readonly withheld: (request: Request) => string | undefined;
  readonly facts: {
    /**
     * Learns a fact once in a run, for all checks. If the fact changes during the run, checks that
     * used it become inconclusive. A fact can use other facts. If one of them changes, the fact
     * counts as changed, too, unless `rests` is 'on nothing else'.
     */
    readonly learn: <T>(
      name: string,
      learn: (context: Context) => Promise<T>,
      rests?: 'on nothing else',
    ) => Promise<T>;
    /** Replaces what was learned under this name, because the target has changed. */
    readonly replace: <T>(name: string, value: T) => void;
    /** Adds the columns of the data to the report. Later calls replace earlier ones. */
    readonly recordColumns: (columns: readonly ReportedColumn[]) => void;
    /** Adds behaviours to the report. The behaviour is unknown if a value is undefined. */
    readonly recordDialect: (dialect: Partial<Dialect>) => void;
  };
  readonly budget: {
    /** The number of requests that the check may send. */
    readonly requests: number;
    /**
     * Whether the number of requests of the run is limited. If it is limited, facts are learned
     * with fewer requests.
     */
    readonly isLimited: boolean;
    /**
     * A row stands for one or several requests. As many rows as the budget allows are returned from
     * the beginning of `rows`. The verdict reports how many rows were left out.
     */
    readonly take: <T>(rows: readonly T[], options?: TakeOptions) => readonly T[];
  };
  readonly secrets: {
    /**
     * Removes a value derived from a secret from everything that is stored. `recipe` is a shell
     * expression that computes the value from the secret.
     */
    readonly register: (value: string, name: string, recipe: string) => void;
    /**
     * Removes an issued token from everything that is stored. `source` is a command that obtains
     * such a token. With `scope`, the command is shown only in the report of this check.
     */
    readonly registerToken: (token: string, source: string, scope?: 'this check') => void;
  };
  readonly run: {
    /** The seed of the check is derived from the seed of the run and the id of the check. */
    readonly seed: number;
    /**
     * The path of fast-check to a failing random example. If it is set, a property is tested only
     * with this example.
     */
    readonly replay?: string;
    readonly clock: Clock;
    /** The member is undefined if the run sends requests and does not read recorded traffic. */
    readonly traffic?: TrafficOrigin | undefined;
    /**
     * A check calls this function before a request that cannot be undone. The call ends the check
     * as inconclusive if the request was already sent, in this run or in an earlier run that this
     * run continues.
     */
    readonly recordIrreversible: (name: string) => void;
  };
}

/** Decides how many rows the number of requests of a check allows. */
export interface TakeOptions {
  /** This number of rows is taken in any case. Default 0. */
  readonly least?: number;
  /** This number of requests is reserved for another purpose. Default 0. */
  readonly reserved?: number;
  /** This number of requests costs nothing, because other checks send them, too. Default 0. */
  readonly sharedRequests?: number;
  /** The number of requests for one row. Default 1. */
  readonly each?: number;
}

/** Returns the number of rows that `allowance` requests allow. */
export function rowsFor(allowance: number, options: TakeOptions = {}): number {
  const { least = 0, reserved = 0, sharedRequests = 0, each = 1 } = options;
  return Math.max(least, 0, Math.floor((allowance + sharedRequests - reserved) / each));
}
