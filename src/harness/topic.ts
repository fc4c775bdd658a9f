import type { Clause } from './clause.js';
import type { Amount, Cost } from './cost.js';
import type { Deviation, Finding } from './finding.js';
import type { Exchanged, Rule, Violation } from './rule.js';

export { must, open, should } from './clause.js';
export { holdsIf, type Ruling } from './rule.js';

type Answer = Exchanged<unknown>['answer'];

/** The types that the topics of an interface are written with. */
export interface Kinds {
  readonly question: unknown;
  readonly exchange: unknown;
  readonly facts: unknown;
  /** The settings of the interface, with which questions are made where no facts are needed. */
  readonly settings: unknown;
  /** A single fact that questions may use which need no other. */
  readonly fact: unknown;
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
   * What the facts alone show to violate the clause, with the responses that they were learned
   * from. The first check of the clause fails for it before it sends anything.
   */
  readonly violatedByFacts?: (
    facts: NonNullable<K['facts']>,
  ) => (Deviation & { readonly answers: readonly Answer[] }) | undefined;
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
  /** Further clauses that the check tests: it is also one of their checks. Default: none. */
  readonly alsoClauses?: readonly string[];
  /** Default 0: other checks send the same requests. */
  readonly requests?: Amount | Partial<Cost>;
  /** Settings without which it is skipped, besides those that the interface needs anyway. */
  readonly needs?: readonly K['needs'][];
  /** What the target must allow. */
  readonly permission?: 'unsafeMethods' | 'destructive';
} & (Questions<K> | Cases<K> | Observed | { readonly run: K['run'] });

/** A check that sends nothing, and tests all responses of the run. */
interface Observed {
  /** `limited` is the number of responses with 429 of all interfaces. */
  readonly observe: (answers: readonly Answer[], limited: number) => Finding;
}

/** A value that is made of a secret; `recipe` is the shell word that computes it. */
export interface DerivedSecret {
  readonly value: string;
  readonly name: string;
  readonly recipe: string;
}

type Some<Q> = readonly (Q | undefined)[];

/**
 * Questions, the most discriminating first; undefined stands for one that the data does not allow.
 */
type Questions<K extends Kinds> = {
  /** What data there must be for a question, such as `a collection with an entity`. */
  readonly requires?: string | ((facts: NonNullable<K['facts']>) => string);
  /** What data it needs, where no rule says anything of the responses. */
  readonly lacking?: string;
  /** Values in its questions that are removed from everything that is stored. */
  readonly secrets?: (settings: K['settings']) => readonly DerivedSecret[];
  /**
   * Describes a behaviour that the document leaves open and that makes the check impossible; it is
   * recorded instead.
   */
  readonly observedInstead?: (facts: NonNullable<K['facts']>) => string | undefined;
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
      /** Questions that need no facts but the one that is learned alone. */
      readonly withFact: (
        fact: K['fact'] | undefined,
        settings: K['settings'],
      ) => Some<K['question']>;
      /** With fewer requests than these the fact is not learned. Default: it always is. */
      readonly factFrom?: number;
    }
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
type Cases<K extends Kinds> = {
  readonly shows: string;
  readonly requires?: string;
  /**
   * Describes a response that is a warning; `before` are the exchanges of the cases before it.
   * Default: a response with a status of 500 or more.
   */
  readonly odd?: (
    exchange: K['exchange'],
    before: readonly K['exchange'][],
    facts: K['facts'],
  ) => string | undefined;
  /** How the target behaves where the document allows several ways, by the exchanges so far. */
  readonly dialect?: (
    exchanges: readonly K['exchange'][],
    facts: K['facts'],
    settings: K['settings'],
  ) => Readonly<Record<string, string>>;
} & (
  | {
      readonly cases: (
        facts: NonNullable<K['facts']>,
        settings: K['settings'],
      ) => Readonly<Record<string, K['question']>>;
    }
  | {
      readonly casesWithoutFacts: (
        settings: K['settings'],
      ) => Readonly<Record<string, K['question']>>;
    }
);
