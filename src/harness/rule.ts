/** A rule is a pure function that tests one exchange by one clause. */

import type { Answer } from '../http/answer.js';
import { ifWhole } from '../http/gaps.js';
import { type Deviation, describeAnswer } from './finding.js';

/** A request and its response. `question` is the request in the terms of its interface. */
export interface Exchanged<Q> {
  readonly question: Q;
  readonly answer: Answer;
}

export interface Violation<Id extends string = string> extends Deviation {
  readonly clause: Id;
}

/** Only several exchanges together show this violation. */
export interface RelationViolation<E, Id extends string = string> extends Violation<Id> {
  readonly exchanges: readonly E[];
}

/** A violation and the exchanges that show it. */
export interface Shown<E> {
  readonly violation: Violation;
  readonly exchanges: readonly E[];
  /** Whether only all exchanges together show the violation. Otherwise the last one shows it. */
  readonly together?: true;
  /** Set if a lost response or the budget ended the repetition or the reduction early. */
  readonly cutShort?: true;
}

/** What the repetition of a violation has shown. */
export type Repeated<E, F> =
  | { readonly kind: 'shown'; readonly shown: Shown<E> }
  /**
   * The data changed, and the repeated exchanges conform to the data of their time. `exchanges` is
   * empty if the repetition was lost or exceeded the budget.
   */
  | { readonly kind: 'changed'; readonly exchanges: readonly E[]; readonly facts: F };

/**
 * The result of a rule. It is undefined if the document (the specification) does not define the
 * situation, or if facts are missing. By default, `actual` is the response in one line.
 */
export type Ruling =
  | 'holds'
  | (Omit<Deviation, 'actual'> & { readonly actual?: string | number | undefined })
  | undefined;

export type Rule<E, F> = (exchange: E, facts: F) => Ruling;

export type RuleTable<E, F, Id extends string> = { readonly [Clause in Id]?: Rule<E, F> };

/** Called with each clause that tested an exchange. */
export type Note<Id extends string> = (clause: Id) => void;

/** A ruling for a rule with one condition. The texts describe the violation (see `Deviation`). */
export const holdsIf = (
  holds: boolean,
  expected: string,
  actual?: string | number,
  sentence?: string,
): Ruling => (holds ? 'holds' : { expected, actual, sentence });

/**
 * Statuses of a failing server. 502 to 504 are left out, because a gateway or an unavailable
 * service returns them.
 */
const SERVER_ERRORS = [500, 501, 505, 507, 508];

/** Whether the status says that the server failed because of a fault of its own. */
export const isServerError = ({ status }: Answer): boolean => SERVER_ERRORS.includes(status);

/** Requires a response other than a server error. */
export const noServerError = (answer: Answer): NonNullable<Ruling> =>
  isServerError(answer)
    ? {
        expected: 'a response other than a server error',
        sentence: `the status is ${answer.status}, a server error; it must be a refusal such as 400, or a success, whatever the request contains`,
      }
    : 'holds';

/** A conforming response with a server error status is a warning. */
function withoutServerError({ answer }: Exchanged<unknown>): NonNullable<Ruling> {
  const ruling = noServerError(answer);
  return ruling === 'holds' ? 'holds' : { ...ruling, atMost: 'warning' };
}

/**
 * Returns the violations of all rules. A rule has no result if it reads a part of the exchange that
 * was not recorded completely.
 */
export function byEvery<E extends Exchanged<unknown>, F, Id extends string>(
  rules: RuleTable<E, F, Id>,
  exchange: E,
  facts: F,
  note: Note<Id>,
): readonly Violation<Id>[] {
  return (Object.keys(rules) as Id[]).flatMap((clause) => {
    const result = ifWhole(() => rules[clause]?.(exchange, facts));
    if (result === undefined) return [];
    note(clause);
    const ruling = result === 'holds' ? withoutServerError(exchange) : result;
    if (ruling === 'holds') return [];
    return [
      { ...ruling, actual: String(ruling.actual ?? describeAnswer(exchange.answer)), clause },
    ];
  });
}
