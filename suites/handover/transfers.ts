/**
 * Sends the handover requests with the two existing users of the settings. Each of these requests
 * is sent at most once in a run. A handover transfers the resources of one user (the giver) to the
 * other. The unauthorized requests are sent before the authorized request, which transfers
 * resources.
 */

import type { Answer, Context, Target } from '../../src/harness/index.js';
import { CLIENT_FIELDS } from '../../src/protocol/client-headers.js';
import type { Question } from '../../src/protocol/handover/question.js';
import { ask, handoverOf, realUsers } from './ask.js';
import { invalidCredentials } from './credentials.js';
import {
  expectStillOwned,
  type Owned,
  type OwnedByBoth,
  ownedBy,
  ownedByGiver,
} from './resources.js';

/**
 * The number of invalid credentials that are sent with existing users. The others are sent only
 * with unknown users.
 */
export const AMONG_REAL_USERS = 9;

interface UnauthorizedResults {
  readonly anonymous: Answer;
  readonly invalid: readonly Answer[];
  /**
   * The resources of the giver before these requests, after the request without authorization, and
   * after all requests. A value is undefined if no listing is configured or the listing fails.
   */
  readonly owned: readonly [Owned | undefined, Owned | undefined, Owned | undefined];
}

/**
 * Sends one request without authorization and then some requests with invalid credentials, once in
 * a run.
 */
export const sendUnauthorized = (context: Context): Promise<UnauthorizedResults> =>
  context.facts.learn('handover.trespass', async (inner) => {
    const body = realUsers(inner.target);
    const before = await ownedByGiver(inner);
    inner.run.recordIrreversible('handover.trespass');
    const anonymous = await ask(inner, { body });
    const between = await ownedByGiver(inner);
    const invalid: Answer[] = [];
    for (const authorization of invalidCredentials(inner).slice(0, AMONG_REAL_USERS)) {
      invalid.push(await ask(inner, { body, authorization }));
    }
    return { anonymous, invalid, owned: [before, between, await ownedByGiver(inner)] as const };
  });

const authorizedQuestion = (target: Target): Question => ({
  body: realUsers(target),
  authorization: `Bearer ${handoverOf(target).token}`,
});

/** Lists the resources of both users. Skips the check if a listing fails. */
export async function bothOwned(context: Context): Promise<OwnedByBoth> {
  const { from, to } = realUsers(context.target);
  return { from: await ownedBy(context, from), to: await ownedBy(context, to) };
}

/** A page of another site sends these fields. */
const AS_BROWSER = [
  ...CLIENT_FIELDS['a Referer of another site'],
  ...CLIENT_FIELDS['an Origin of another site'],
];

/**
 * The only successful handover of a run. It is sent after the requests that must be refused,
 * because it cannot be undone. It has header fields that browsers add. Only if it is refused, it is
 * sent once more without these fields, after the resources of the giver were listed.
 */
export const transfer = (context: Context) =>
  context.facts.learn('handover.transfer', async (inner) => {
    await sendUnauthorized(inner);
    const hasListing = handoverOf(inner.target).listing !== undefined;
    const before = hasListing ? await bothOwned(inner) : undefined;
    const plain = authorizedQuestion(inner.target);
    const asBrowser = { ...plain, headers: AS_BROWSER };
    const first = await ask(inner, asBrowser);
    if (first.ok) return { answer: first, before, questions: [asBrowser] };
    const after = await ownedByGiver(inner);
    const answer = await ask(inner, plain);
    const refused = { answer: first, owned: [before?.from, after] as const };
    return { answer, before, refused, questions: answer.ok ? [plain, asBrowser] : [plain] };
  });

/**
 * Sends the authorized handover. Returns its questions, so that a check can test the responses.
 * A refused handover must have changed nothing.
 */
export async function transferQuestions(context: Context): Promise<readonly Question[]> {
  const { questions, refused } = await transfer(context);
  if (refused !== undefined)
    expectStillOwned(refused.owned, 'a handover that was refused', refused.answer);
  return questions;
}
