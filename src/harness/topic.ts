/** A topic is one clause with its rule, its relation and its checks, written as data. */

import type { Clause } from './clause.js';
import type { Amount, Cost } from './cost.js';
import type { Deviation, Finding } from './finding.js';
import type { Exchanged, Rule, Violation } from './rule.js';

export { must, open, should } from './clause.js';
export { holdsIf, type Ruling } from './rule.js';

type Answer = Exchanged<unknown>['answer'];

export interface Kinds {
  readonly question: unknown;
  readonly exchange: unknown;
  readonly facts: unknown;
  /** Questions without facts are made from these settings. */
  readonly settings: unknown;
  /** A single fact that questions may use without learning any other fact. */
  readonly singleFact: unknown;
  /** The names of the question sets of the suite. Checks with these names send their questions. */
  readonly questionSet: string;
  /** Settings that a check may need in addition to the settings of the interface. */
  readonly needs: string;
  /** A sequence of requests in which each request depends on the response before it. */
  readonly procedure: unknown;
  /** A check that sends its requests and returns its result itself. */
  readonly run: unknown;
}

interface Topic<K extends Kinds> {
  /**
   * The text of the clause, its section in the document (the specification), and how it is tested.
   */
  readonly clause: Clause;
  readonly rule?: Rule<K['exchange'], K['facts']>;
  readonly relation?: Relation<K['exchange'], K['facts']>;
  /**
   * A violation that the facts alone show, with the responses from which they were learned. The
   * first check then fails before it sends a request.
   */
  readonly violatedByFacts?: (
    facts: NonNullable<K['facts']>,
  ) => (Deviation & { readonly answers: readonly Answer[] }) | undefined;
  /**
   * By id. The first check fails for every violation of the clause, whichever check sent the
   * request.
   */
  readonly checks?: Readonly<Record<string, TopicCheck<K>>>;
}

/** By clause, in the order of the document. */
export type Topics<K extends Kinds> = Readonly<Record<string, Topic<K>>>;

export type Relation<E, F> = (
  exchanges: readonly E[],
  facts: F,
  judging: {
    /** The violations that an exchange shows alone. */
    readonly violationsOf: (exchange: E) => readonly Violation[];
    /** Called if the clause tested some of the exchanges. */
    readonly note: () => void;
  },
) => readonly (Omit<Violation, 'clause'> & { readonly exchanges: readonly E[] })[];

export type TopicCheck<K extends Kinds> = {
  /** Describes the requests of the check. */
  readonly title: string;
  /** Further clauses that the check tests. Default: none. */
  readonly alsoClauses?: readonly string[];
  /** Default 0, for a check whose requests other checks send as well. */
  readonly requests?: Amount | Partial<Cost>;
  /** In addition to the settings of the interface. Without them the check is skipped. */
  readonly needs?: readonly K['needs'][];
  /** The target must give this permission. */
  readonly permission?: 'unsafeMethods' | 'destructive';
} & (Questions<K> | Cases<K> | Observed | { readonly run: K['run'] });

/**
 * Questions that are chosen from the facts, with the number of requests and the data that they
 * need. A check states the name of the set in place of these members.
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

/** A value derived from a secret. `recipe` is the shell word that computes it. */
export interface DerivedSecret {
  readonly value: string;
  readonly name: string;
  readonly recipe: string;
}

type Some<Q> = readonly (Q | undefined)[];

type Requires<K extends Kinds> = string | ((facts: NonNullable<K['facts']>) => string);

/** Most discriminating first. undefined stands for a question that the data does not allow. */
type Questions<K extends Kinds> = {
  /** The data that any question requires, such as `a collection with an entity`. */
  readonly requires?: Requires<K>;
  /** The data that a rule requires to test the responses. */
  readonly lacking?: string;
  /** Values in the questions that must be removed from everything that is stored. */
  readonly secrets?: (settings: K['settings']) => readonly DerivedSecret[];
  /**
   * Describes a behaviour that the document allows and that makes the check impossible. The
   * behaviour is then recorded instead.
   */
  readonly observedInstead?: (facts: NonNullable<K['facts']>) => string | undefined;
  /**
   * Which questions are sent again. `true`: the first question twice, after its control (the
   * question without its mistake). A question: this question, and then the first question. `each`:
   * every question, concurrently.
   */
  readonly repeat?: true | 'each' | K['question'];
  /**
   * `least`: questions that are sent regardless of the budget, default 0. `each`: requests for one
   * question, default 1.
   */
  readonly take?: { readonly least?: number; readonly each?: number };
  /**
   * Whether a violation of another clause also fails this check. The violation must have been
   * reduced to the fewest conditions. Default: no.
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
   * How the target behaves where the document allows several ways, judged by the exchanges so far.
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
