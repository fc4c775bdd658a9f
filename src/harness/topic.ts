/**
 * A topic is one clause of the document (the specification) with its rule, its relation and its
 * checks, written as data. A rule tests one exchange, and a relation compares several. A question
 * describes a request, and an exchange is a question with its response.
 */

import type { Clause } from './clause.js';
import type { Amount, Cost } from './cost.js';
import type { Deviation, Finding } from './finding.js';
import type { Exchanged, Rule, Violation } from './rule.js';

export { must, open, should } from './clause.js';
export { holdsIf, type Ruling } from './rule.js';

type Answer = Exchanged<unknown>['answer'];

/**
 * The types that a suite defines for its topics. Facts are what the suite has learned about the
 * target and its data.
 */
export interface Kinds {
  readonly question: unknown;
  readonly exchange: unknown;
  readonly facts: unknown;
  /** The settings of the target that questions may use. */
  readonly settings: unknown;
  /** A fact that can be learned alone, for questions that need no other fact. */
  readonly singleFact: unknown;
  /** The names of the question sets of the suite. A check may send the questions of one set. */
  readonly questionSet: string;
  /** Settings that a check may need in addition to the settings of the interface. */
  readonly needs: string;
  /** A sequence of requests in which each request depends on the response before it. */
  readonly procedure: unknown;
  /** A check that sends its requests and returns its result itself. */
  readonly run: unknown;
}

interface Topic<K extends Kinds> {
  /** The text of the clause, its section in the document, and how it is tested. */
  readonly clause: Clause;
  readonly rule?: Rule<K['exchange'], K['facts']>;
  readonly relation?: Relation<K['exchange'], K['facts']>;
  /**
   * Returns a violation that the facts alone show, with the responses from which the facts were
   * learned. The first check of the topic then fails before it sends a request.
   */
  readonly violatedByFacts?: (
    facts: NonNullable<K['facts']>,
  ) => (Deviation & { readonly answers: readonly Answer[] }) | undefined;
  /**
   * The key is the id of the check. The first check fails for every violation of the clause, even
   * if another check sent the request.
   */
  readonly checks?: Readonly<Record<string, TopicCheck<K>>>;
}

/** The key is the id of a clause. The clauses have the order of the document. */
export type Topics<K extends Kinds> = Readonly<Record<string, Topic<K>>>;

export type Relation<E, F> = (
  exchanges: readonly E[],
  facts: F,
  judging: {
    /** The violations that the rules find in the exchange, without a comparison with others. */
    readonly violationsOf: (exchange: E) => readonly Violation[];
    /** Must be called if the relation could test at least one of the exchanges. */
    readonly note: () => void;
  },
) => readonly (Omit<Violation, 'clause'> & { readonly exchanges: readonly E[] })[];

export type TopicCheck<K extends Kinds> = {
  /** Describes the requests of the check. */
  readonly title: string;
  /** Further clauses that the check tests. Default: none. */
  readonly alsoClauses?: readonly string[];
  /** The planned number of requests. Default 0: other checks send the requests of this check. */
  readonly requests?: Amount | Partial<Cost>;
  /**
   * Settings that the check needs in addition to the settings of the interface. The check is
   * skipped if one of them is missing.
   */
  readonly needs?: readonly K['needs'][];
  /** The settings of the target must contain this permission. Otherwise the check is skipped. */
  readonly permission?: 'unsafeMethods' | 'destructive';
} & (Questions<K> | Cases<K> | Observed | { readonly run: K['run'] });

/**
 * Questions that are chosen from the facts, with the number of requests and the data that the
 * questions need. A check that uses the set states its name as `questionSet`.
 */
export interface QuestionSet<K extends Kinds> {
  readonly requests?: TopicCheck<K>['requests'];
  readonly requires?: Requires<K>;
  readonly questions: MakeQuestions<K>;
}

/** A check that sends no requests and tests all responses of the run. */
interface Observed {
  /** `rateLimited` counts 429 responses of all interfaces. */
  readonly observe: (answers: readonly Answer[], rateLimited: number) => Finding;
}

/** A value derived from a secret. `recipe` is the shell code that computes it. */
export interface DerivedSecret {
  readonly value: string;
  readonly name: string;
  readonly recipe: string;
}

type Some<Q> = readonly (Q | undefined)[];

type Requires<K extends Kinds> = string | ((facts: NonNullable<K['facts']>) => string);

/**
 * Questions that detect more faulty servers come first. undefined stands for a question that cannot
 * be made from the data.
 */
type Questions<K extends Kinds> = {
  /** The data that every question requires, such as `a collection with an entity`. */
  readonly requires?: Requires<K>;
  /**
   * The reason for a skip if the questions were sent, but the data was not sufficient to test the
   * responses.
   */
  readonly lacking?: string;
  /** Values in the questions that must be removed from everything that is stored. */
  readonly secrets?: (settings: K['settings']) => readonly DerivedSecret[];
  /**
   * Describes a behaviour that the document allows and that makes the check impossible. The check
   * then only records this behaviour.
   */
  readonly observedInstead?: (facts: NonNullable<K['facts']>) => string | undefined;
  /**
   * Which questions are sent again. `true`: the control (the first question without its mistake) is
   * sent, and then the first question twice. A question: this question is sent, and then the first
   * question. `each`: every question is sent again, concurrently.
   */
  readonly repeat?: true | 'each' | K['question'];
  /**
   * `least`: the number of questions that are sent regardless of the budget. Default 0. `each`: the
   * number of requests for one question. Default 1.
   */
  readonly take?: { readonly least?: number; readonly each?: number };
  /**
   * Whether a violation of another clause also fails this check. `question` is the simplest
   * question that shows the violation. Default: no.
   */
  readonly alsoOwns?: (clause: string, question: K['question']) => boolean;
} & (
  | { readonly questions: MakeQuestions<K> }
  | { readonly questionSet: K['questionSet'] }
  | { readonly withoutFacts: (settings: K['settings']) => Some<K['question']> }
  | {
      /** Questions that need only the single fact. */
      readonly withFact: (
        fact: K['singleFact'] | undefined,
        settings: K['settings'],
      ) => Some<K['question']>;
      /**
       * The fact is learned only if the check may send at least this number of requests. Default:
       * always.
       */
      readonly factFrom?: number;
    }
  | {
      /**
       * A sequence of requests. The check tests its responses without sending the requests again.
       */
      readonly procedure: K['procedure'];
      /** Questions that are sent before the procedure. Default: none. */
      readonly questions?: MakeQuestions<K>;
      /** False if the rules need no facts. Default true. */
      readonly needsFacts?: false;
    }
);

type MakeQuestions<K extends Kinds> = (
  facts: NonNullable<K['facts']>,
  settings: K['settings'],
) => Some<K['question']>;

/** Questions about unspecified behaviour, by name. Their responses are recorded. */
type Cases<K extends Kinds> = {
  /** What the responses show, for the result of the check. */
  readonly shows: string;
  readonly requires?: string;
  /**
   * Returns a text if the response is a warning. `before` are the exchanges of the earlier cases.
   * Default: a 5xx status is a warning.
   */
  readonly warning?: (
    exchange: K['exchange'],
    before: readonly K['exchange'][],
    facts: K['facts'],
  ) => string | undefined;
  /**
   * Returns how the target behaves where the document allows several behaviours, as far as the
   * exchanges show it.
   */
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
