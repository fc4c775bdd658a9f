import type { Context } from '../../src/harness/context.js';
import type { Finding } from '../../src/harness/finding.js';
import type { Exchanged } from '../../src/harness/rule.js';
import type { Topics } from '../../src/harness/topic.js';
import type { Answer } from '../../src/http/answer.js';
import type { Question, Users } from '../../src/protocol/handover/question.js';
import type { HandoverTarget } from '../../src/settings/target.js';

export type Exchange = Exchanged<Question> & { readonly settings: HandoverTarget };

/** What was learned of the target. A rule that needs an unknown fact returns nothing. */
export interface Facts {
  /** The response to a request without authorization. */
  readonly anonymous: Answer | undefined;
}

/** The types that the topics of the handover are written with. */
export interface HandoverKinds {
  readonly question: Question;
  readonly exchange: Exchange;
  readonly facts: Facts;
  readonly settings: HandoverTarget;
  readonly needs: 'handover.token' | 'handover.from' | 'handover.to' | 'handover.listing';
  readonly fact: never;
  readonly procedure: (context: Context) => Promise<readonly Question[]>;
  readonly run: (context: Context) => Promise<string | Finding>;
}
export type HandoverTopics = Topics<HandoverKinds>;

/**
 * Two random users that do not exist, so that a server with broken authorization moves nothing.
 * They are the same in every run, so that a recording of one can be tested again.
 */
export const UNKNOWN_USERS: Users = {
  from: '75401a95-fec7-4210-bc4a-50157f6db027',
  to: 'a85181b4-226c-4971-8070-ae5cb2343eab',
};

/** A request without authorization. */
export const ANONYMOUS: Question = { body: UNKNOWN_USERS };

/** Whether a question has the valid token. */
export const isEntitled = ({ authorization }: Question, { token }: HandoverTarget): boolean =>
  authorization !== undefined && authorization === `Bearer ${token}`;

/** What is needed to send a handover for users that exist. */
export const REAL = {
  needs: ['handover.token', 'handover.from', 'handover.to'],
  permission: 'destructive',
} as const;

/** The same where the resources of the users are listed, too. */
export const LISTED = {
  needs: [...REAL.needs, 'handover.listing'],
  permission: 'destructive',
} as const;
