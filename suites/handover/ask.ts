/**
 * Sends the requests of the handover checks. No request that may transfer resources is sent twice.
 */

import {
  type Answer,
  type Context,
  inconclusive,
  needed,
  orIfLost,
  type SendOptions,
  type Target,
} from '../../src/harness/suite.js';
import { isPlain, type Question, type Users, write } from '../../src/protocol/handover/question.js';
import { hasValidToken } from './exchange.js';

export const handoverOf = ({ handover }: Target) => needed(handover, 'handover settings');

/** The two existing users of the settings, whose resources may be transferred. */
export const realUsers = (target: Target): Users => {
  const { from = '', to = '' } = handoverOf(target);
  return { from, to };
};

/**
 * Sends a handover. A request that names the users of the settings is sent at most once, even if it
 * fails. The plain request without authorization is sent once in a run, unless `fresh` is set.
 */
export async function ask(
  context: Context,
  question: Question,
  { fresh = false }: SendOptions = {},
): Promise<Answer> {
  const namesRealUsers =
    JSON.stringify(question.body) === JSON.stringify(realUsers(context.target));
  if (namesRealUsers) {
    return context.facts.learn(`handover.${JSON.stringify(question)}`, (inner) =>
      hasValidToken(question, handoverOf(inner.target))
        ? transfer(inner, question)
        : send(inner, question),
    );
  }
  const isAnonymous = question.authorization === undefined && isPlain(question);
  if (fresh || !isAnonymous) return send(context, question);
  const outcome = await context.facts.learn('handover.anonymous', (inner) =>
    orIfLost(send(inner, question), (_, error) => error),
  );
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

/**
 * By default the request is repeated only after a 429. After any other failure the server may have
 * acted on the request.
 */
const send = (
  context: Context,
  question: Question,
  once: SendOptions['once'] = 'unless-limited',
): Promise<Answer> => context.ask(write(question, handoverOf(context.target)), { once });

/**
 * A request that transfers resources is never repeated. A lost response makes the check
 * inconclusive.
 */
function transfer(context: Context, question: Question): Promise<Answer> {
  context.run.recordIrreversible('handover.transfer');
  return orIfLost(send(context, question, 'ever'), (why) =>
    inconclusive(
      `${why}; whether resources were transferred is unknown, and the request is not repeated`,
    ),
  );
}
