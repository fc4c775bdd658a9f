/**
 * Sends the handover requests that name the two existing users of the settings, each at most once
 * in a run: first the unauthorized requests, then the authorized request, which transfers
 * resources.
 */

import type { Answer, Context, Target } from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/handover/question.js';
import { ask, handoverOf, realUsers } from './ask.js';
import { invalidCredentials } from './credentials.js';
import { type Owned, type OwnedByBoth, ownedBy, ownedByGiver } from './resources.js';

/**
 * The number of invalid credentials that are sent with existing users. The other invalid
 * credentials are sent with unknown users.
 */
export const AMONG_REAL_USERS = 9;

/**
 * The responses to unauthorized requests for existing users, and the resources of the user `from`
 * before, between and after these requests.
 */
interface UnauthorizedResults {
  readonly anonymous: Answer;
  readonly invalid: readonly Answer[];
  /** Undefined if no listing is configured. */
  readonly owned: readonly [Owned | undefined, Owned | undefined, Owned | undefined];
}

/**
 * Sends unauthorized handovers of existing users, once in a run: one request without authorization,
 * then some requests with invalid credentials.
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

/** The request that transfers the resources of the user `from` to the user `to`. */
const authorizedQuestion = (target: Target): Question => ({
  body: realUsers(target),
  authorization: `Bearer ${handoverOf(target).token}`,
});

/** The resources of the two existing users that the settings name. */
export async function bothOwned(context: Context): Promise<OwnedByBoth> {
  const { from, to } = realUsers(context.target);
  return { from: await ownedBy(context, from), to: await ownedBy(context, to) };
}

/**
 * Sends the only successful handover of a run. It is sent after the requests that must be refused,
 * because it cannot be undone.
 */
export const transfer = (context: Context) =>
  context.facts.learn('handover.transfer', async (inner) => {
    await sendUnauthorized(inner);
    const hasListing = handoverOf(inner.target).listing !== undefined;
    const before = hasListing ? await bothOwned(inner) : undefined;
    return { answer: await ask(inner, authorizedQuestion(inner.target)), before };
  });

/** Sends the handover, if it has not been sent yet, and returns its request. */
export async function transferQuestions(context: Context): Promise<readonly Question[]> {
  await transfer(context);
  return [authorizedQuestion(context.target)];
}
