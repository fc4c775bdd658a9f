/**
 * A topic is one clause of the document (the specification) with its rule, its relation and its
 * checks, written as data. A rule tests one exchange, and a relation compares several. A question
 * describes a request, and an exchange is a question with its response.
 */

import type { Answer } from '../http/answer.js';
import type { Clause } from './clause.js';
import type { Context } from './context.js';
import type { Amount, Cost } from './cost.js';
import type { Deviation, Finding } from './finding.js';
import type { Rule, Violation } from './rule.js';

export { must, open, should } from './clause.js';
export { holdsIf, type Ruling } from './rule.js';

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
  /** Facts that can be learned without the others, by name, such as the routes of the target. */
  readonly learned: object;
  /** Settings that a check may need in addition to the settings of the interface. */
  readonly needs: string;
}

/**
 * What questions are made from. A fact is learned when it is read. A check that reads no fact sends
 * its questions without learning any.
 */
export type Given<K extends Kinds> = K['learned'] & {
  readonly facts: NonNullable<K['facts']>;
  readonly settings: K['settings'];
};

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

/** A check has one of three forms: it asks, it walks, or it observes. */
export type TopicCheck<K extends Kinds> = {
  /** Describes the requests of the check. */
  readonly title: string;
  /** Further clauses that the check tests. Default: none. */
  readonly alsoClauses?: readonly string[];
  /**
   * The planned number of requests. A single amount counts only requests that no other check sends
   * (`own`). Default 0.
   */
  readonly requests?: Amount | Partial<Cost>;
  /**
   * Settings that the check needs in addition to the settings of the interface. The check is
   * skipped if one of them is missing.
   */
  readonly needs?: readonly K['needs'][];
  /** The settings of the target must contain this permission. Otherwise the check is skipped. */
  readonly permission?: 'unsafeMethods' | 'destructive' | 'hostileValues';
  /**
   * The reason for a skip if the data allows no question, or if no response could be tested. If the
   * first such response is a refusal, its description replaces this reason. Default: a description
   * of the first response that could not be tested, or a general reason if there is none.
   */
  readonly lacking?: string | ((given: Given<K>) => string);
} & ((Asks<K> & Sending<K>) | (Walks<K> & Sending<K>) | ObservesOnly<K>);

/**
 * Sends questions that are made from the facts. Questions that detect more faulty servers
 * come first. undefined stands for a question that cannot be made from the data.
 */
export interface Asks<K extends Kinds> {
  readonly walks?: never;
  readonly observes?: never;
  readonly asks: (given: Given<K>) => readonly (K['question'] | undefined)[];
  /**
   * Whether the rules get facts although the questions are not made from them. By default, the
   * facts of a check are learned only if `asks` reads them.
   */
  readonly needsFacts?: boolean;
}

/**
 * Sends a sequence of requests in which each depends on the response before it.
 *
 * It returns its requests as questions, and the rules test their responses without sending the
 * requests again. If it tests the responses itself, it returns a finding, or a text as evidence of
 * a pass. A thrown `CheckEnded` contains a finding, too.
 */
export interface Walks<K extends Kinds> {
  readonly asks?: never;
  readonly observes?: never;
  readonly walks: (context: Context) => Promise<readonly K['question'][] | string | Finding>;
  /** False if the rules need no facts to test the responses. Default true. */
  readonly needsFacts?: boolean;
}

/** The check cannot fail. It records what the document leaves open. */
interface ObservesOnly<K extends Kinds> {
  readonly asks?: never;
  readonly walks?: never;
  readonly observes: ObservesCases<K> | ObservesResponses;
}

/** How the questions of a check are sent, and what their responses mean for the check. */
interface Sending<K extends Kinds> {
  /** Values in the questions that must be removed from everything that is stored. */
  readonly secrets?: (settings: K['settings']) => readonly DerivedSecret[];
  /**
   * The number of questions that are sent regardless of the budget. Default: all if the own
   * `requests` are a number, and 0 if they are a range. Not to be confused with the `least` of
   * `requests`: with fewer requests the check is not planned.
   */
  readonly least?: number;
  /**
   * What is sent after the questions to confirm the first responses, if the budget allows it. By
   * default nothing is.
   * - `true`: the control (the first question without its mistake) is sent, and then the first
   *   question twice.
   * - `each`: every question is sent once more, all concurrently.
   * - A question, as another control: it is sent, and then the first question once more.
   */
  readonly repeat?: true | 'each' | K['question'];
  /**
   * Whether a violation of another clause also fails this check. `question` is the simplest
   * question that shows the violation. Default: no.
   */
  readonly alsoOwns?: (clause: string, question: K['question']) => boolean;
}

/** Sends questions about what the document leaves open. */
export interface ObservesCases<K extends Kinds> {
  /** What the responses show, for the result of the check. */
  readonly shows: string;
  /** Questions by name. Their responses are recorded. The most informative comes first. */
  readonly cases: (given: Given<K>) => Cases<K['question']>;
  /**
   * Returns a text if the response is a warning. `before` are the exchanges of the earlier cases.
   * `facts` are undefined if the cases need none. Default: a 5xx status is a warning.
   */
  readonly warning?: (
    exchange: K['exchange'],
    before: readonly K['exchange'][],
    facts: K['facts'] | undefined,
  ) => string | undefined;
  /**
   * Returns how the target behaves where the document allows several behaviours, as far as the
   * exchanges show it.
   */
  readonly dialect?: (
    exchanges: readonly K['exchange'][],
    facts: K['facts'] | undefined,
    settings: K['settings'],
  ) => Readonly<Record<string, string>>;
}

/** Sends nothing, and describes all responses of the run. */
interface ObservesResponses {
  /** `rateLimited` counts 429 responses of all interfaces. */
  readonly responses: (answers: readonly Answer[], rateLimited: number) => Finding;
}

/** The keys are the names under which the responses are recorded. */
export type Cases<Q> = Readonly<Record<string, Q>>;

/** A value derived from a secret. `recipe` is the shell code that computes it. */
export interface DerivedSecret {
  readonly value: string;
  readonly name: string;
  readonly recipe: string;
}
