/** The types of the handover suite, and parts that its topics share. */

import type { Exchanged } from '../../src/harness/rule.js';
import type { Topics } from '../../src/harness/topic.js';
import type { Answer } from '../../src/http/answer.js';
import type { Question, Users } from '../../src/protocol/handover/question.js';
import type { HandoverTarget } from '../../src/settings/target.js';

export type Exchange = Exchanged<Question> & { readonly settings: HandoverTarget };

/** What a run has learned. A rule that needs a missing fact returns no result. */
export interface Facts {
  /** The response to a request without authorization. */
  readonly anonymous: Answer | undefined;
}

export interface HandoverKinds {
  readonly question: Question;
  readonly exchange: Exchange;
  readonly facts: Facts;
  readonly settings: HandoverTarget;
  readonly needs: 'handover.token' | 'handover.from' | 'handover.to' | 'handover.listing';
  readonly learned: object;
}
export type HandoverTopics = Topics<HandoverKinds>;

/**
 * Two ids that were chosen at random once and that no user has, so that a server with broken
 * authorization transfers nothing. A recording with them can be tested again.
 */
export const UNKNOWN_USERS: Users = {
  from: '75401a95-fec7-4210-bc4a-50157f6db027',
  to: 'a85181b4-226c-4971-8070-ae5cb2343eab',
};

/** The documented handover of unknown users, without authorization. */
export const ANONYMOUS: Question = { body: UNKNOWN_USERS };

export const hasValidToken = ({ authorization }: Question, { token }: HandoverTarget): boolean =>
  authorization !== undefined && authorization === `Bearer ${token}`;

/** What a check needs to send a handover of existing users. */
export const WITH_REAL_USERS = {
  needs: ['handover.token', 'handover.from', 'handover.to'],
  permission: 'destructive',
} as const;

/** What a check needs to send a handover and to list the resources before and after it. */
export const WITH_LISTING = {
  needs: [...WITH_REAL_USERS.needs, 'handover.listing'],
  permission: 'destructive',
} as const;
