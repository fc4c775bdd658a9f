/** The type of a topic: one clause with its rule, its relation and its checks, written as data. */

import type { Clause } from './clause.js';
import type { Amount, Cost } from './cost.js';
import type { Deviation, Finding } from './finding.js';
import type { Exchanged, Rule, Violation } from './rule.js';

export { must, open, should } from './clause.js';
export { holdsIf, type Ruling } from './rule.js';

type Answer = Exchanged<unknown>['answer'];

/** The types with which the topics of an interface are written. */
export interface Kinds {
  readonly question: unknown;
  readonly exchange: unknown;
  readonly facts: unknown;
  /** The settings from which questions are made if no facts are needed. */
  readonly settings: unknown;
  /** A single fact that questions may use without learning any other fact. */
  readonly singleFact: unknown;
  /**
   * Settings that a check may need in addition to the settings that every check of the interface
   * needs.
   */
  readonly needs: string;
  /** The form of a sequence of requests in which each depends on the response before it. */
  readonly procedure: unknown;
  /** The form of a check that sends its requests and returns its result itself. */
  readonly run: unknown;
}

/** One clause of the document, with everything that tests it. */
interface Topic<K extends Kinds> {
  /** The text of the clause, its section in the document, and how it is tested. */
  readonly clause: Clause;
  /** The clause as a function of one exchange. */
  readonly rule?: Rule<K['exchange'], K['facts']>;
  /** The clause as a function of several exchanges. */
  readonly relation?: Relation<K['exchange'], K['facts']>;
  /**
   * A violation that the facts alone show, with the responses from which they were learned. The
   * first check of the clause then fails before it sends a request.
   */
  readonly violatedByFacts?: (
    facts: NonNullable<K['facts']>,
  ) => (Deviation & { readonly answers: readonly Answer[] }) | undefined;
  /**
   * Checks by their ids. The first check fails for every violation of the clause, whichever check
   * sent the request.
   */
  readonly checks?: Readonly<Record<string, TopicCheck<K>>>;
}

/** Topics by the ids of their clauses, in the order of the document. */
export type Topics<K extends Kinds> = Readonly<Record<string, Topic<K>>>;

/** Returns the violations that several exchanges show together, each with these exchanges. */
export type Relation<E, F> = (
  exchanges: readonly E[],
  facts: F,
  judging: {
    /** Returns the violations that an exchange shows alone. */
    readonly violationsOf: (exchange: E) => readonly Violation[];
    /** Records that the clause tested some of the exchanges. */
    readonly note: () => void;
  },
) => readonly (Omit<Violation, 'clause'> & { readonly exchanges: readonly E[] })[];

/** What a check sends, and under which conditions. */
export type TopicCheck<K extends Kinds> = {
  /** Describes the requests of the check. */
  readonly title: string;
  /** Further clauses that the check tests. Default: none. */
  readonly alsoClauses?: readonly string[];
  /** The number of requests. Default 0, for a check whose requests other checks send as well. */
  readonly requests?: Amount | Partial<Cost>;
  /** Settings without which the check is skipped, in addition to the settings of the interface. */
  readonly needs?: readonly K['needs'][];
  /** A permission that the target must give. */
  readonly permission?: 'unsafeMethods' | 'destructive';
} & (Questions<K> | Cases<K> | Observed | { readonly run: K['run'] });

/** A check that sends no requests and tests all responses of the run. */
interface Observed {
  /** `rateLimited` is the number of 429 responses of all interfaces. */
  readonly observe: (answers: readonly Answer[], rateLimited: number) => Finding;
}

/** A value derived from a secret. `recipe` is the shell word that computes it. */
export interface DerivedSecret {
  readonly value: string;
  readonly name: string;
  readonly recipe: string;
}

type Some<Q> = readonly (Q | undefined)[];

/**
 * Questions, most discriminating first. undefined stands for a question that the data does not
 * allow.
 */
type Questions<K extends Kinds> = {
  /** The data that is required for any question, such as `a collection with an entity`. */
  readonly requires?: string | ((facts: NonNullable<K['facts']>) => string);
  /** The data that is required so that a rule can test the responses. */
  readonly lacking?: string;
  /** Values in the questions that must be removed from everything that is stored. */
  readonly secrets?: (settings: K['settings']) => readonly DerivedSecret[];
  /**
   * Describes a behaviour that the document leaves open and that makes the check impossible. It is
   * recorded instead of running the check.
   */
  readonly observedInstead?: (facts: NonNullable<K['facts']>) => string | undefined;
  /**
   * Which questions are sent again. `true`: the first question twice, after its control, that is,
   * the same question without its mistake. A question: this question, and then the first question.
   * `each`: every question, all concurrently.
   */
  readonly repeat?: true | 'each' | K['question'];
  /**
   * The number of questions that are sent regardless of the budget, and the requests for each.
   * Default 0 and 1.
   */
  readonly take?: { readonly least?: number; readonly each?: number };
  /**
   * Whether a violation of another clause also fails this check. It must have been reduced to the
   * fewest conditions that cause it. Default: no.
   */
  readonly alsoOwns?: (clause: string, question: K['question']) => boolean;
} & (
  | { readonly questions: MakeQuestions<K> }
  | { readonly withoutFacts: (settings: K['settings']) => Some<K['question']> }
  | {
      /** Questions that need only the single fact. */
      readonly withFact: (
        fact: K['singleFact'] | undefined,
        settings: K['settings'],
      ) => Some<K['question']>;
      /**
       * The fact is learned only if the check may send at least this number of requests. Default:
       * it is always learned.
       */
      readonly factFrom?: number;
    }
  | {
      /**
       * A sequence of requests that is sent before the check. The check then uses its responses
       * without further requests.
       */
      readonly procedure: K['procedure'];
      /** Questions that are sent before the procedure. Default: none. */
      readonly questions?: MakeQuestions<K>;
      /**
       * False if the rules need no facts, so that no facts are learned for this check. Default
       * true.
       */
      readonly needsFacts?: false;
    }
);

type MakeQuestions<K extends Kinds> = (
  facts: NonNullable<K['facts']>,
  settings: K['settings'],
) => Some<K['question']>;

/** Questions by name about unspecified behaviour. Their responses are recorded. */
type Cases<K extends Kinds> = {
  readonly shows: string;
  readonly requires?: string;
  /**
   * Describes a response that is a warning. `before` are the exchanges of the earlier cases.
   * Default: a 5xx status is a warning.
   */
  readonly warning?: (
    exchange: K['exchange'],
    before: readonly K['exchange'][],
    facts: K['facts'],
  ) => string | undefined;
  /**
   * The behaviour of the target where the document allows several ways, judged by the exchanges so
   * far.
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
