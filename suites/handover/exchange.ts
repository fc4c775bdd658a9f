/** The types of the handover suite, and the requests and conditions that its topics share. */

import type { Context } from '../../src/harness/context.js';
import type { Finding } from '../../src/harness/finding.js';
import type { Exchanged } from '../../src/harness/rule.js';
import type { Topics } from '../../src/harness/topic.js';
import type { Answer } from '../../src/http/answer.js';
import type { Question, Users } from '../../src/protocol/handover/question.js';
import type { HandoverTarget } from '../../src/settings/target.js';

/** A request and its response, with the handover settings of the target. */
export type Exchange = Exchanged<Question> & { readonly settings: HandoverTarget };

/**
 * The facts that a run learns about the target. A rule that needs a missing fact returns no result.
 */
export interface Facts {
  /** The response to a request without authorization. */
  readonly anonymous: Answer | undefined;
}

/** The types with which the handover topics are written. */
export interface HandoverKinds {
  readonly question: Question;
  readonly exchange: Exchange;
  readonly facts: Facts;
  readonly settings: HandoverTarget;
  readonly needs: 'handover.token' | 'handover.from' | 'handover.to' | 'handover.listing';
  readonly singleFact: never;
  readonly procedure: (context: Context) => Promise<readonly Question[]>;
  readonly run: (context: Context) => Promise<string | Finding>;
}
export type HandoverTopics = Topics<HandoverKinds>;

/**
 * Two random users that do not exist, so that a server with broken authorization transfers nothing.
 * They are the same in every run, so that a recording can be tested again.
 */
export const UNKNOWN_USERS: Users = {
  from: '75401a95-fec7-4210-bc4a-50157f6db027',
  to: 'a85181b4-226c-4971-8070-ae5cb2343eab',
};

/** The plain request without authorization. */
export const ANONYMOUS: Question = { body: UNKNOWN_USERS };

/** Whether a request contains the valid token. */
export const hasValidToken = ({ authorization }: Question, { token }: HandoverTarget): boolean =>
  authorization !== undefined && authorization === `Bearer ${token}`;

/** The settings and the permission that a handover of existing users needs. */
export const REAL = {
  needs: ['handover.token', 'handover.from', 'handover.to'],
  permission: 'destructive',
} as const;

/** The settings and the permission of a handover whose effect is checked by listing resources. */
export const LISTED = {
  needs: [...REAL.needs, 'handover.listing'],
  permission: 'destructive',
} as const;
