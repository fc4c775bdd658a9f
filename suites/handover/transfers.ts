import type { Answer, Context, Target } from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/handover/question.js';
import { ask, handoverOf, realUsers } from './ask.js';
import { invalidCredentials } from './credentials.js';
import { type Owned, type OwnedByBoth, ownedBy, ownedByGiver } from './resources.js';

/**
 * Invalid credentials that are sent with users that exist; the others are sent with unknown users.
 */
export const AMONG_REAL_USERS = 9;

/**
 * Responses to requests that may not hand over, and what the giver owned before, between and after
 * them.
 */
interface Trespass {
  readonly anonymous: Answer;
  readonly invalid: readonly Answer[];
  /** Undefined where the target has no listing. */
  readonly owned: readonly [Owned | undefined, Owned | undefined, Owned | undefined];
}

/**
 * Sends handovers for existing users without authorization, and with invalid credentials; once in a
 * run.
 */
export const trespass = (context: Context): Promise<Trespass> =>
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

const entitled = (target: Target): Question => ({
  body: realUsers(target),
  authorization: `Bearer ${handoverOf(target).token}`,
});

/** What both users of the settings own. */
export async function bothOwned(context: Context): Promise<OwnedByBoth> {
  const { from, to } = realUsers(context.target);
  return { from: await ownedBy(context, from), to: await ownedBy(context, to) };
}

/**
 * The one handover of a run. It is sent after the requests that must be refused, and never
 * reversed.
 */
export const transfer = (context: Context) =>
  context.facts.learn('handover.transfer', async (inner) => {
    await trespass(inner);
    const hasListing = handoverOf(inner.target).listing !== undefined;
    const before = hasListing ? await bothOwned(inner) : undefined;
    return { answer: await ask(inner, entitled(inner.target)), before };
  });

/** The question of the handover, which is sent by now. */
export async function transferred(context: Context): Promise<readonly Question[]> {
  await transfer(context);
  return [entitled(context.target)];
}
