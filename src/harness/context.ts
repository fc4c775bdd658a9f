import type { Answer, Clock, Request, SendOptions } from '../http/index.js';
import type { Target } from '../settings/index.js';
import type { TakeOptions } from './take.js';

export type Dialect = Readonly<Record<string, string | number | null>>;

/** What a check may do: ask the target, share what was learned, and say how much it may cost. */
export interface Context {
  readonly target: Target;
  /** Of this check alone, derived from the seed of the run. */
  readonly seed: number;
  /** Requests planned for this check. */
  readonly allowance: number;
  /**
   * The first of some rows, each a question that the check would ask: as many as its allowance has room for. The verdict
   * says how many were left out.
   */
  readonly take: <T>(rows: readonly T[], options?: TakeOptions) => readonly T[];
  /** Path of a counterexample to run alone, instead of the whole property. */
  readonly replay?: string;
  readonly clock: Clock;
  /** Answers seen by this check so far, in order. */
  readonly answers: readonly Answer[];
  /** Every answer of the run so far to requests of the check's interface, whoever asked. */
  readonly seen: () => readonly Answer[];
  /** Answers 429 of the run so far, whoever asked and of whichever interface. */
  readonly limited: () => number;
  readonly send: (request: Request, options?: SendOptions) => Promise<Answer>;
  /** Learns something once in a run for all checks; the name says what, and what later changes make inconclusive. What
   * rests on nothing else holds although the facts that it was learned from do not any more: a path that has an answer. */
  readonly shared: <T>(name: string, learn: (context: Context) => Promise<T>, rests?: 'on nothing else') => Promise<T>;
  /** Hides a value derived from a secret in everything that is stored; `recipe` is the shell word that computes it. */
  readonly hide: (value: string, name: string, recipe: string) => void;
  /**
   * Hides a token that the target issued; `source` is the command that obtains one like it, for everybody or, where it
   * has become another, for the findings of this check.
   */
  readonly issued: (token: string, source: string, of?: 'this check') => void;
  /**
   * Says, before it is sent, that something which cannot be taken back is about to be: it stands in the ledger first.
   * Ends the check as inconclusive where this run, or one that it continues, has sent it already.
   */
  readonly intend: (name: string) => void;
  /** Records how the target settles what the document leaves open. */
  readonly settle: (dialect: Dialect) => void;
}
