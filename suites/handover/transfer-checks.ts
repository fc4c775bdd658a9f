import { type Answer, type Context, skip, type Target } from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/handover/question.js';
import { ask, handoverOf, realUsers } from './ask.js';
import { checksOfHandover } from './checks.js';
import { invalidCredentials } from './generated.js';
import { expectMoved, expectStillOwned, type Owned, ownedBy, ownedByGiver } from './resources.js';

const USERS = ['handover.token', 'handover.from', 'handover.to'] as const;

/** Invalid credentials that are tried with users that are there; the others are tried with users that nobody has. */
const AMONG_USERS = 9;
/** A request without authorization, and what the giver owns before, between and after. */
const BESIDES = 4;

const withRealUsers = (context: Context): readonly Question[] =>
  invalidCredentials(context)
    .slice(0, AMONG_USERS)
    .map((authorization) => ({ body: realUsers(context.target), authorization }));

/**
 * What comes of requests of those who may not hand over, for users that are there; and what the giver owned before, after
 * the request without authorization, and after all, undefined where unlisted.
 */
const trespass = (context: Context) =>
  context.facts.learn('handover.trespass', async (inner) => {
    const before = await ownedByGiver(inner);
    inner.run.recordIrreversible('handover.trespass');
    const anonymous = await ask(inner, { body: realUsers(inner.target) });
    const between = await ownedByGiver(inner);
    const invalid: Answer[] = [];
    for (const question of withRealUsers(inner)) invalid.push(await ask(inner, question));
    return { anonymous, invalid, owned: [before, between, await ownedByGiver(inner)] as const };
  });

const entitled = (target: Target): Question => ({
  body: realUsers(target),
  authorization: `Bearer ${handoverOf(target).token}`,
});

const bothOwned = async (context: Context): Promise<readonly [Owned, Owned]> => {
  const { from, to } = realUsers(context.target);
  return [await ownedBy(context, from), await ownedBy(context, to)];
};

/** The one real handover of a run; asked once, after those that must be refused, and never undone. */
const transfer = (context: Context) =>
  context.facts.learn('handover.transfer', async (inner) => {
    await trespass(inner);
    const hasListing = handoverOf(inner.target).listing !== undefined;
    const before = hasListing ? await bothOwned(inner) : undefined;
    return { answer: await ask(inner, entitled(inner.target)), before };
  });

/** The handover, made by now. */
async function transferred(context: Context): Promise<readonly Question[]> {
  await transfer(context);
  return [entitled(context.target)];
}

/** The one transfer, and those that nobody may make. */
export const transferChecks = checksOfHandover({
  'HND-AUTH-2 handover.transfer.unauthorized': {
    title: 'handovers with invalid credentials, for existing users',
    requests: AMONG_USERS + BESIDES,
    needs: USERS,
    permission: 'destructive',
    async questions(_, context) {
      const { invalid, owned } = await trespass(context);
      expectStillOwned(owned[1], owned[2], 'invalid credentials', ...invalid);
      return withRealUsers(context);
    },
  },
  'HND-AUTH-1 handover.transfer.anonymous': {
    title: 'a handover without authorization, for existing users',
    requests: 0,
    needs: [...USERS, 'handover.listing'],
    permission: 'destructive',
    async run(context) {
      const { anonymous, owned } = await trespass(context);
      const kept = expectStillOwned(owned[0], owned[1], 'a request without authorization', anonymous);
      return kept ?? skip('data', 'needs a user with a resource as handover.from, and a listing that contains it');
    },
  },
  'HND-OK-1 handover.transfer.message': {
    title: 'a handover with a valid token',
    requests: 1,
    needs: USERS,
    permission: 'destructive',
    factless: transferred,
  },
  'HND-BODY-2 handover.transfer.media-type': {
    title: 'a handover with a valid token, its media type',
    requests: 0,
    needs: USERS,
    permission: 'destructive',
    factless: transferred,
  },
  'HND-OK-2 handover.transfer.complete': {
    title: 'a handover, with the resources of both users listed before and after it',
    requests: 4,
    needs: [...USERS, 'handover.listing'],
    permission: 'destructive',
    async run(context) {
      const { answer, before } = await transfer(context);
      if (!answer.ok || before === undefined) return skip('prerequisite', 'the handover itself must succeed');
      if (before[0].ids.length === 0) return skip('data', 'needs a user with a resource as handover.from');
      return expectMoved(before, await bothOwned(context), answer);
    },
  },
});
