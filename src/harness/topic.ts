import type { Clause } from './clause.js';
import type { Amount, Cost } from './cost.js';
import type { Rule, Violation } from './rule.js';

export { must, open, should } from './clause.js';
export { holdsIf, type Ruling } from './rule.js';

/** The types that the topics of an interface are written with. */
export interface Kinds {
  readonly question: unknown;
  readonly exchange: unknown;
  readonly facts: unknown;
  /** The settings of the interface, with which questions are made where no facts are needed. */
  readonly settings: unknown;
  /** Settings that a check may need besides those that every check of the interface needs. */
  readonly needs: string;
  /** How a sequence of requests is written in which each depends on the response before. */
  readonly procedure: unknown;
  /** How a check is written that sends its requests and returns its result by itself. */
  readonly run: unknown;
}

/** One clause of the document, and all that tests it. */
interface Topic<K extends Kinds> {
  /** What it demands, where the document says so, and how it is tested. */
  readonly clause: Clause;
  /** The clause as a function of one exchange. */
  readonly rule?: Rule<K['exchange'], K['facts']>;
  /** The clause as a function of several exchanges. */
  readonly relation?: Relation<K['exchange'], K['facts']>;
  /**
   * Checks by their ids. The first one fails for every violation of the clause, whichever check
   * sent the request.
   */
  readonly checks?: Readonly<Record<string, TopicCheck<K>>>;
}

/** Topics by the ids of their clauses, in the order of the document. */
export type Topics<K extends Kinds> = Readonly<Record<string, Topic<K>>>;

/** The violations that several exchanges show together, each with the exchanges that show it. */
export type Relation<E, F> = (
  exchanges: readonly E[],
  facts: F,
  judging: {
    /** The violations that an exchange shows by itself. */
    readonly violationsOf: (exchange: E) => readonly Violation[];
    /** Says that some of the exchanges are tested by this clause. */
    readonly note: () => void;
  },
) => readonly (Omit<Violation, 'clause'> & { readonly exchanges: readonly E[] })[];

/** What a check sends, and when. */
export type TopicCheck<K extends Kinds> = {
  /** What is sent. */
  readonly title: string;
  /** Default 0: other checks send the same requests. */
  readonly requests?: Amount | Partial<Cost>;
  /** Settings without which it is skipped, besides those that the interface needs anyway. */
  readonly needs?: readonly K['needs'][];
  /** What the target must allow. */
  readonly permission?: 'unsafeMethods' | 'destructive';
} & (Questions<K> | Cases<K> | { readonly run: K['run'] });

type Some<Q> = readonly (Q | undefined)[];

/**
 * Questions, the most discriminating first; undefined stands for one that the data does not allow.
 */
type Questions<K extends Kinds> = {
  /** What data there must be for a question, such as `a collection with an entity`. */
  readonly requires?: string;
  /**
   * Sends the first question again, after its control or after this question; or each question
   * again, all at once.
   */
  readonly repeat?: true | 'each' | K['question'];
  /** Questions that are sent whatever the budget, and the requests of each. Default 0 and 1. */
  readonly take?: { readonly least?: number; readonly each?: number };
  /**
   * Whether a violation of another clause, in its fewest conditions, is one of this check too.
   * Default: no.
   */
  readonly alsoOwns?: (clause: string, question: K['question']) => boolean;
} & (
  | { readonly questions: MakeQuestions<K> }
  | { readonly withoutFacts: (settings: K['settings']) => Some<K['question']> }
  | {
      /**
       * Sent before the check, which then asks the same questions again without a further request.
       */
      readonly procedure: K['procedure'];
      /** Questions that come before those of the procedure. Default: none. */
      readonly questions?: MakeQuestions<K>;
      /** False where its rules need no facts, so that none are learned for them. Default true. */
      readonly needsFacts?: false;
    }
);

type MakeQuestions<K extends Kinds> = (
  facts: NonNullable<K['facts']>,
  settings: K['settings'],
) => Some<K['question']>;

/**
 * Questions by their names about something that the document does not specify: their responses are
 * recorded.
 */
interface Cases<K extends Kinds> {
  readonly shows: string;
  readonly requires?: string;
  readonly cases: (facts: NonNullable<K['facts']>) => Readonly<Record<string, K['question']>>;
  /**
   * Describes a response that is a warning; `before` are the exchanges of the cases before it.
   * Default: a response with a status of 500 or more.
   */
  readonly odd?: (exchange: K['exchange'], before: readonly K['exchange'][]) => string | undefined;
}
