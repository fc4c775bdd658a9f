import type { Answer } from '../http/answer.js';
import type { Clock } from '../http/clock.js';
import type { Request, SendOptions } from '../http/request.js';
import type { Target } from '../settings/target.js';

/**
 * Traffic of a run answers what the run asked. Of traffic of others nothing can be asked: only what each exchange shows
 * by itself is judged, since the data may have changed from one to the next.
 */
export type TrafficOrigin = 'of a run' | 'of others';

export type Dialect = Readonly<Record<string, string | number | null>>;

export interface Context {
  readonly target: Target;
  /** Sends a request, at the pace of its host; identical GETs share one exchange. */
  readonly ask: (request: Request, options?: SendOptions) => Promise<Answer>;
  readonly facts: {
    /**
     * Learns something once in a run for all checks; the name says what, and what later changes make inconclusive. What
     * rests on nothing else holds although the facts that it was learned from do not any more: a path that has an answer.
     */
    readonly learn: <T>(name: string, learn: (context: Context) => Promise<T>, rests?: 'on nothing else') => Promise<T>;
    /** Records how the target settles what the document leaves open; what is undefined is not known. */
    readonly recordDialect: (dialect: Partial<Dialect>) => void;
  };
  readonly budget: {
    /** Requests planned for this check. */
    readonly requests: number;
    /** Whether the run has a budget: of the target is learned what the most telling questions show. */
    readonly isLimited: boolean;
    /** The first of some rows, as many as the budget has room for. The verdict says how many were left out. */
    readonly take: <T>(rows: readonly T[], options?: TakeOptions) => readonly T[];
  };
  readonly secrets: {
    /** Hides a value derived from a secret in everything that is stored; `recipe` is the shell word that computes it. */
    readonly register: (value: string, name: string, recipe: string) => void;
    /** Hides an issued token; `source` is a command that obtains one like it, for all checks or this one's findings. */
    readonly registerToken: (token: string, source: string, of?: 'this check') => void;
  };
  readonly run: {
    /** Of this check alone, derived from the seed of the run. */
    readonly seed: number;
    /** Path of a counterexample to run alone, instead of the whole property. */
    readonly replay?: string;
    readonly clock: Clock;
    /** Whose recorded traffic is judged; undefined where requests are sent. */
    readonly traffic?: TrafficOrigin | undefined;
    /**
     * Says, before it is sent, that something which cannot be taken back is about to be: it stands in the ledger first.
     * Ends the check as inconclusive where this run, or one that it continues, has sent it already.
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
