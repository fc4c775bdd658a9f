import type { Answer, Clock, Request, SendOptions } from '../http/index.js';
import type { Target } from '../target/index.js';

export type Dialect = Readonly<Record<string, string | number | null>>;

/** What a check may do: ask the target, share what was learned, and say how much it may cost. */
export interface Context {
  readonly target: Target;
  /** Of this check alone, derived from the seed of the run. */
  readonly seed: number;
  /** Requests planned for this check. */
  readonly allowance: number;
  /** Path of a counterexample to run alone, instead of the whole property. */
  readonly replay?: string;
  readonly clock: Clock;
  /** Answers seen by this check so far, in order. */
  readonly answers: readonly Answer[];
  /** Every answer of the run so far to requests of the check's interface, whoever asked. */
  readonly seen: () => readonly Answer[];
  readonly send: (request: Request, options?: SendOptions) => Promise<Answer>;
  /** Learns something once in a run for all checks; the name says what, and what later changes make inconclusive. */
  readonly shared: <T>(name: string, learn: (context: Context) => Promise<T>) => Promise<T>;
  /**
   * Says, before it is sent, that something which cannot be taken back is about to be: it stands in the ledger first.
   * Ends the check as inconclusive where this run, or one that it continues, has sent it already.
   */
  readonly intend: (name: string) => void;
  /** Hides a value obtained as a secret, or derived from one, in everything that is stored. */
  readonly hide: (value: string, name: string, derived?: boolean) => void;
  /** Records how the target settles what the document leaves open. */
  readonly settle: (dialect: Dialect) => void;
}
