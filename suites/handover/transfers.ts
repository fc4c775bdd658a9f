/**
 * Sends the handover requests with the two existing users of the settings. Each of these requests
 * is sent at most once in a run. A handover transfers the resources of one user (the giver) to the
 * other. Bodies that a server may misread name its new owner afterwards. The unauthorized requests
 * are sent before the authorized request, which transfers resources.
 */

import {
  type Answer,
  type Context,
  describeAnswer,
  type Finding,
  observed,
  skip,
  type Target,
} from '../../src/harness/index.js';
import { CLIENT_FIELDS } from '../../src/protocol/client-headers.js';
import type { Question } from '../../src/protocol/handover/question.js';
import type { ObservedRow } from '../../src/schema/types.js';
import { ask, handoverOf, realUsers } from './ask.js';
import { invalidCredentials } from './credentials.js';
import { UNKNOWN_USERS } from './exchange.js';
import {
  expectStillOwned,
  type Owned,
  type OwnedByBoth,
  ownedBy,
  ownedByGiver,
} from './resources.js';
import { transfers } from './responses.js';

/**
 * The number of invalid credentials that are sent with existing users. These are one invalid token,
 * another scheme, three forms of the valid token, and the valid token misused in four ways. The
 * others are sent only with unknown users.
 */
export const AMONG_REAL_USERS = 9;

interface UnauthorizedResults {
  readonly anonymous: Answer;
  readonly invalid: readonly Answer[];
  /**
   * Three listings of the resources of the giver: before these requests, after the request without
   * authorization, and after all requests. A value is undefined if no listing is configured or the
   * listing fails.
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

/** A browser adds these fields if a page of another site sends the request. */
const AS_BROWSER = [
  ...CLIENT_FIELDS['a Referer of another site'],
  ...CLIENT_FIELDS['an Origin of another site'],
];

/**
 * The only handover of a run that must succeed. It is sent after the requests that must be refused,
 * because it cannot be undone. It has header fields that browsers add, to find servers that refuse
 * these fields. Only if it is refused, it is sent once more without them, after the resources of
 * the giver were listed.
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
    // If both are refused, the header fields are not the cause, and only `plain` is tested.
    const refused = { answer: first, owned: [before?.from, after] as const };
    return { answer, before, refused, questions: answer.ok ? [plain, asBrowser] : [plain] };
  });

/**
 * Sends the authorized handover. Returns the questions that were sent for it, so that a check can
 * test the responses. A refused handover must have changed nothing.
 */
export async function transferQuestions(context: Context): Promise<readonly Question[]> {
  const { questions, refused } = await transfer(context);
  if (refused !== undefined)
    expectStillOwned(refused.owned, 'a handover that was refused', refused.answer);
  return questions;
}

/**
 * Bodies that a server may misread. They name the user who owns the resources after the handover.
 * None of them names the user from whom the resources came, so nothing is handed back.
 */
const misreadBodies = (owner: string): Readonly<Record<string, string>> => {
  const nobody = UNKNOWN_USERS.to;
  return {
    'the same user twice': JSON.stringify({ from: owner, to: owner }),
    'members in capitals': JSON.stringify({ FROM: owner, TO: nobody }),
    'garbage after the JSON': `${JSON.stringify({ from: owner, to: nobody })}}x`,
    'an unknown user as from': JSON.stringify({ from: UNKNOWN_USERS.from, to: owner }),
  };
};

/**
 * Sends these bodies after the handover, and lists the resources of the owner after each. The
 * resources may then belong to nobody. This is acceptable, because the users of the settings are
 * expendable.
 */
export async function observeAuthorizedBodies(context: Context): Promise<Finding> {
  const { to } = realUsers(context.target);
  const { answer: handover } = await transfer(context);
  if (!handover.ok) return skip('prerequisite', 'needs a handover that succeeds');
  const { authorization } = authorizedQuestion(context.target);
  const rows: ObservedRow[] = [];
  let warning: string | undefined;
  let owned = await ownedBy(context, to);
  for (const [name, body] of Object.entries(misreadBodies(to))) {
    const { ids } = owned;
    if (ids.length === 0) break;
    context.run.recordIrreversible(`handover.body.${name}`);
    const answer = await ask(context, { body, authorization });
    owned = await ownedBy(context, to);
    const left = owned.ids;
    const moved = ids.filter((id) => !left.includes(id)).length;
    const what =
      moved === 0
        ? 'nothing transferred'
        : `${moved} ${moved === 1 ? 'resource' : 'resources'} transferred`;
    rows.push({ question: name, answer: `${describeAnswer(answer)}; ${what}` });
    if (transfers(answer) && answer.ok && moved === 0)
      warning ??= `${name}: says that the resources were transferred, but none was`;
    if (answer.status >= 400 && moved > 0) warning ??= `${name}: is refused, but ${what}`;
  }
  return observed('responses to unspecified bodies with a valid token', rows, warning);
}
