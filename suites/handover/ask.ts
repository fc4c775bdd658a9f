/** Sends the requests of the handover checks. A handover transfers resources between two users. */

import {
  type Answer,
  type Context,
  inconclusive,
  needed,
  orIfLost,
  type SendOptions,
  type Target,
} from '../../src/harness/index.js';
import { isPlain, type Question, type Users, write } from '../../src/protocol/handover/question.js';
import { hasValidToken } from './exchange.js';

export const handoverOf = ({ handover }: Target) => needed(handover, 'handover settings');

/** The two users that the settings name. They exist, so a request may transfer resources. */
export const realUsers = (target: Target): Users => {
  const { from = '', to = '' } = handoverOf(target);
  return { from, to };
};

/**
 * Sends a handover request. If its body names the users of the settings, it is sent only once in a
 * run, even if it fails. A request whose only mistake is the missing authorization is also sent
 * only once, unless `fresh` is set.
 */
export async function ask(
  context: Context,
  question: Question,
  { fresh = false }: SendOptions = {},
): Promise<Answer> {
  const namesRealUsers =
    JSON.stringify(question.body) === JSON.stringify(realUsers(context.target));
  if (namesRealUsers) {
    // After a lost response `learn` would try again, but `transfer` and `sendUnauthorized` record
    // the request as irreversible, which prevents it.
    return context.facts.learn(`handover.${JSON.stringify(question)}`, (inner) =>
      hasValidToken(question, handoverOf(inner.target))
        ? transfer(inner, question)
        : send(inner, question),
    );
  }
  const isAnonymous =
    question.authorization === undefined && question.headers === undefined && isPlain(question);
  if (fresh || !isAnonymous) return send(context, question);
  // After a lost response `learn` would try again, so the error is stored as the result.
  const outcome = await context.facts.learn('handover.anonymous', (inner) =>
    orIfLost(send(inner, question), (_, error) => error),
  );
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

/**
 * By default a request is sent again only if the server refused it with 429. After any other
 * failure resources may have been transferred.
 */
const send = (
  context: Context,
  question: Question,
  once: SendOptions['once'] = 'unless-limited',
): Promise<Answer> => context.ask(write(question, handoverOf(context.target)), { once });

/**
 * Sends a request that transfers resources. It is never repeated. If there is no response, the
 * check is inconclusive.
 */
function transfer(context: Context, question: Question): Promise<Answer> {
  // If the handover with header fields of a browser is refused, it is sent again without them.
  const isSecond = question.headers === undefined;
  context.run.recordIrreversible(isSecond ? 'handover.transfer.plain' : 'handover.transfer');
  return orIfLost(send(context, question, 'ever'), (why) =>
    inconclusive(
      `${why}; the request is not repeated, because resources may have been transferred`,
    ),
  );
}
