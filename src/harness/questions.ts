import type { Answer } from '../http/answer.js';
import type { Setting } from '../settings/missing-settings.js';
import type { Target } from '../settings/target.js';
import type { Context, TakeOptions } from './context.js';
import type { Finding, Found } from './finding.js';

interface Asking<Q> {
  /**
   * Whether a violation of another clause, in the fewest conditions that show it, is one of this check: what it asks is a
   * case of that clause. Default: no.
   */
  readonly claims?: (clause: string, question: Q) => boolean;
  readonly take?: TakeOptions;
  /**
   * The first question once more right after its control, and a second time in a row; or, for one that makes no mistake,
   * right after another that is refused: up to three requests. Or each question once more, all at once. Default: no.
   */
  readonly again?: true | 'each' | Q;
  /** What data it needs, where no question tells anything. */
  readonly lacking?: string;
}

/** Questions; undefined stands for one that the data does not allow. */
type Some<Q> = readonly (Q | undefined)[] | Promise<readonly (Q | undefined)[]>;

/**
 * What a check asks: questions that tell right from wrong about its clauses, the most discriminating first. Where its
 * rules rest on no facts they are `factless`, and none are learned for it.
 */
export type Questions<Q, F> = Asking<Q> &
  (
    | { readonly questions: (facts: NonNullable<F>, context: Context) => Some<Q> }
    | { readonly factless: (context: Context) => Some<Q> }
  );

/** What a check asks of a clause that the document leaves open: the answer to each case is recorded. */
export interface Observing<Q> {
  /** What the answers show together. */
  readonly shows: string;
  /** Questions by their names, the most informative first. */
  readonly cases: (context: Context) => Cases<Q> | Promise<Cases<Q>>;
  /** What is odd about an answer, which is a warning. Default: a 5xx. */
  readonly odd?: (answer: Answer, context: Context) => string | undefined | Promise<string | undefined>;
  readonly take?: TakeOptions;
}

export type Cases<Q> = Readonly<Record<string, Q>>;

/** What holding every exchange of an interface against every rule showed. */
export interface Evidence {
  /** Exchanges that violate a clause, several where they show it only together. */
  readonly violations: readonly { readonly clause: string; readonly answers: readonly Answer[] }[];
  /** Answers that no rule speaks against, with the clauses that they keep to. */
  readonly kept: readonly { readonly answer: Answer; readonly clauses: ReadonlySet<string> }[];
}

/** What holding every exchange of a run against every rule comes to. */
export interface Review {
  /** Responses that were held against each clause. */
  readonly judged: ReadonlyMap<string, number>;
  /** The violation of each clause, in the fewest conditions that show it. */
  readonly violations: ReadonlyMap<string, Found>;
  readonly evidence: Evidence;
}

/** The rules of an interface, as the harness uses them whatever the interface is. */
export interface Rules {
  /** Settings without which nothing of the interface can be asked. */
  readonly needs: readonly Setting[];
  readonly review: (
    context: Context,
    answers: readonly Answer[],
    open: (clause: string, atMost: 'warning' | undefined) => boolean,
  ) => Promise<Review>;
  /**
   * What answers that seem to violate clauses are judged by: the answers that it was learned from, and why it proves
   * nothing where it has changed meanwhile. Nothing of what is wrong in itself. `learned`: the facts are known already.
   */
  readonly basis: (
    context: Context,
    answers: readonly Answer[],
    clauses: readonly string[],
    learned: boolean,
  ) => Promise<{ readonly compared: readonly Answer[]; readonly changed?: string | undefined }>;
  /** The clauses that answers are held against by what each shows itself, and what they violate. */
  readonly alone: (
    target: Target,
    answers: readonly Answer[],
  ) => {
    readonly judged: ReadonlySet<string>;
    readonly violations: readonly {
      readonly clause: string;
      readonly expected: string;
      readonly atMost?: 'warning' | undefined;
    }[];
  };
  /** Requests that bring conditions together, and the clauses that they bear on. */
  readonly generated?: { readonly most: number; readonly clauses: readonly string[] };
  /** Asks those that bear on some clauses; answers what they covered. */
  readonly generate: (
    context: Context,
    answers: readonly Answer[],
    wanted: (clause: string) => boolean,
  ) => Promise<string | undefined>;
}

/** Rules with the type of their questions, by which checks are written. */
export interface TypedRules<Q, F> extends Rules {
  readonly ask: (context: Context, clauses: readonly string[], questions: Questions<Q, F>) => Promise<string>;
  readonly observe: (context: Context, cases: Observing<Q>) => Promise<Finding>;
}
