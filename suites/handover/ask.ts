import {
  type Answer,
  type Context,
  type Exchanged,
  inconclusive,
  needed,
  orIfLost,
  type SendOptions,
  type Target,
} from '../../src/harness/suite.js';
import { isPlain, type Question, type Users, write } from '../../src/protocol/handover/question.js';

export type Exchange = Exchanged<Question> & { readonly target: Target };

/** What a request without authorization is answered; undefined where that is not known. */
export interface Facts {
  readonly anonymous: Answer | undefined;
}

export const handoverOf = ({ handover }: Target) => needed(handover, 'handover settings');

/**
 * Two random users that nobody has, so that a server with broken authorization moves nothing; the same in every run, so
 * that the ledger of one can be judged again.
 */
export const UNKNOWN_USERS: Users = {
  from: '75401a95-fec7-4210-bc4a-50157f6db027',
  to: 'a85181b4-226c-4971-8070-ae5cb2343eab',
};
export const ANONYMOUS: Question = { body: UNKNOWN_USERS };

/** The two expendable users of the settings. */
export const realUsers = (target: Target): Users => {
  const { from = '', to = '' } = handoverOf(target);
  return { from, to };
};

export const isEntitled = ({ authorization }: Question, target: Target): boolean =>
  authorization !== undefined && authorization === `Bearer ${handoverOf(target).token}`;

/**
 * Puts a question to the target. What names real users is sent once and never again, whatever becomes of it; the plain
 * request without authorization is sent once in a run, unless it is to be a fresh one.
 */
export async function ask(
  context: Context,
  question: Question,
  { fresh = false }: SendOptions = {},
): Promise<Answer> {
  const isReal = JSON.stringify(question.body) === JSON.stringify(realUsers(context.target));
  if (isReal)
    return context.facts.learn(`handover.${JSON.stringify(question)}`, (inner) =>
      isEntitled(question, inner.target) ? transfer(inner, question) : send(inner, question),
    );
  if (fresh || question.authorization !== undefined || !isPlain(question))
    return send(context, question);
  const outcome = await context.facts.learn('handover.anonymous', (inner) =>
    orIfLost(send(inner, question), (_, error) => error),
  );
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

/** Never sent a second time where it may have been taken. */
const send = (
  context: Context,
  question: Question,
  once: SendOptions['once'] = 'unless-limited',
): Promise<Answer> => context.ask(write(question, handoverOf(context.target)), { once });

function transfer(context: Context, question: Question): Promise<Answer> {
  context.run.recordIrreversible('handover.transfer');
  return orIfLost(send(context, question, 'ever'), (why) =>
    inconclusive(
      `${why}; whether resources were transferred is unknown, and the request is not repeated`,
    ),
  );
}
