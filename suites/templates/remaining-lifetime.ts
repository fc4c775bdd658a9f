import { skip } from '../../src/harness/finding.js';
import type { Context } from '../../src/harness/index.js';
import { must } from '../../src/harness/topic.js';
import { lifetimeOf, tokenIn } from '../../src/protocol/templates/jwt.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { type Exchange, faultOf, isTokenRequest, type TokenExchange } from './exchange.js';
import { formTokenResponse, needToken, newTokenResponse, waitUntil } from './tokens.js';
import { BY_FORM, ofToken, type TemplatesTopics } from './topic.js';

/** Lifetimes may differ by this time, because they are rounded and transmission takes time. */
const TOLERANCE_SECONDS = 2;

/**
 * After this time between two token requests, an unchanged lifetime is wrong even if both lifetimes
 * are inaccurate by the tolerance.
 */
const SECONDS_APART = 2 * TOLERANCE_SECONDS + 1;

/** The clause about `expires_in` of tokens that the server returns repeatedly. */
export const remainingLifetime = {
  'TOK-RES-5': {
    clause: must('`expires_in` is the remaining lifetime, also if a token is returned again')
      .in('Resources, token response')
      .judged(
        `Where two requests return the same token, ${SECONDS_APART} s apart, the second \`expires_in\` must be smaller by the time that passed (± ${TOLERANCE_SECONDS} s). Passes where each request issues a new token.`,
      ),
    // A single response cannot violate this clause. The relation compares two responses.
    rule: ofToken((_, answer) => (lifetimeOf(answer) > 0 ? 'holds' : undefined)),
    relation: (exchanges, _, { note }) => wrongRemainders(exchanges, note),
    checks: {
      'templates.token.remaining-lifetime': {
        title: 'the lifetime of a token that is returned again after some seconds',
        requests: { own: { least: 1, most: 2 }, shared: 1 },
        needsFacts: false,
        walks: tokenReturnedAgain,
      },
    },
  },
} satisfies TemplatesTopics;

/**
 * If the second request returns the same token, the token is requested once more after some
 * seconds.
 */
async function tokenReturnedAgain(context: Context): Promise<readonly TokenQuestion[]> {
  const first = await formTokenResponse(context);
  const token = needToken(first);
  if (tokenIn(await newTokenResponse(context)) !== token) return [BY_FORM];
  await waitUntil(context, first.receivedAt + SECONDS_APART * 1000);
  if (tokenIn(await newTokenResponse(context)) !== token) {
    skip('data', `needs a token that is returned again after ${SECONDS_APART} s`);
  }
  return [BY_FORM];
}

/** Compares each response with the first response that contained the same token. */
function wrongRemainders(exchanges: readonly Exchange[], note: () => void) {
  const firstWith = new Map<string, TokenExchange>();
  const inOrder = exchanges
    .filter(isTokenRequest)
    .toSorted((a, b) => a.answer.receivedAt - b.answer.receivedAt);
  return inOrder.flatMap((exchange) => {
    const token = faultOf(exchange.question) === undefined ? tokenIn(exchange.answer) : undefined;
    // Recorded traffic may lack the times of requests.
    if (token === undefined || exchange.answer.sentAt <= 0) return [];
    const first = firstWith.get(token);
    if (first === undefined) {
      const { client } = exchange.question;
      // If this client had another token before, the server issued a new token with its whole
      // lifetime, which is allowed. The clause then counts as tested.
      const hasOtherToken = [...firstWith.values()].some(
        ({ question }) => question.client === client,
      );
      if (hasOtherToken) note();
      firstWith.set(token, exchange);
      return [];
    }
    return compareLifetimes(first, exchange, note);
  });
}

function compareLifetimes(first: TokenExchange, later: TokenExchange, note: () => void) {
  const leastElapsed = (later.answer.sentAt - first.answer.receivedAt) / 1000;
  const mostElapsed = (later.answer.receivedAt - first.answer.sentAt) / 1000;
  if (leastElapsed < SECONDS_APART) return [];
  note();
  const before = lifetimeOf(first.answer) / 1000;
  const after = lifetimeOf(later.answer) / 1000;
  const reduction = before - after;
  const isReduced =
    reduction >= leastElapsed - TOLERANCE_SECONDS && reduction <= mostElapsed + TOLERANCE_SECONDS;
  if (isReduced) return [];
  return [
    {
      expected: `expires_in of about ${Math.round(before - leastElapsed)} s, because it was ${before} s for the same token ${Math.round(leastElapsed)} s before`,
      actual: `${after} s`,
      exchanges: [first, later],
    },
  ];
}
