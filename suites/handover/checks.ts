import {
  type Answer,
  broken,
  type Cases,
  type Context,
  checksIn,
  skip,
  type Target,
} from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/handover/question.js';
import { ANONYMOUS, ask, type Facts, handoverOf, realUsers } from './ask.js';
import type { ClauseId } from './clauses.js';
import {
  BODIES,
  invalidCredentials,
  MOST_CREDENTIALS,
  ODD_BODIES,
  pathBypasses,
} from './generated.js';
import { expectMoved, expectStillOwned, type Owned, ownedBy, ownedByGiver } from './resources.js';
import { isUnavailable, transfers } from './rules.js';

/** Bodies and methods that the document leaves open. */
const OPEN: Cases<Question> = {
  ...Object.fromEntries(Object.entries(BODIES).map(([what, body]) => [what, { body }])),
  'text/plain': { ...ANONYMOUS, contentType: 'text/plain' },
  'a GET': { body: '', method: 'GET' },
};

/** What is sent for users that are there. */
const REAL = {
  needs: ['handover.token', 'handover.from', 'handover.to'],
  permission: 'destructive',
} as const;
/** The same, with what they own listed. */
const LISTED = { needs: [...REAL.needs, 'handover.listing'], permission: 'destructive' } as const;

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

export const checks = checksIn<ClauseId, Question, Facts>({
  'HND-AUTH-1 handover.auth.missing': {
    title: 'a handover without authorization',
    requests: 1,
    withoutFacts: () => [ANONYMOUS],
  },
  'HND-AUTH-2 handover.auth.invalid': {
    title: 'handovers with an invalid bearer token, and under other schemes',
    requests: { least: 2, most: MOST_CREDENTIALS.asked + 2 },
    repeat: ANONYMOUS,
    questions: (_, context) =>
      invalidCredentials(context).map((authorization) => ({ ...ANONYMOUS, authorization })),
  },
  'HND-AUTH-1 handover.auth.path-bypasses': {
    title: 'handovers without authorization: other paths, other headers and other bodies',
    requests: { least: 1, most: 10 },
    questions: (_, context) => [...pathBypasses(context), ...ODD_BODIES.map((body) => ({ body }))],
  },
  'HND-BODY-2 handover.media-type': {
    title: 'a handover without authorization, its media type',
    withoutFacts: () => [ANONYMOUS],
  },
  'HND-BODY-1 handover.body.open': {
    title: 'bodies and methods that the document does not specify, without authorization',
    requests: { least: 2, most: Object.keys(OPEN).length },
    shows: 'responses to unspecified bodies and methods without authorization',
    cases: () => OPEN,
    odd(answer) {
      if (transfers(answer)) return 'returns a success response';
      return isUnavailable(answer) ? undefined : broken(answer);
    },
  },
  'HND-AUTH-2 handover.transfer.unauthorized': {
    title: 'handovers with invalid credentials, for existing users',
    requests: AMONG_USERS + BESIDES,
    ...REAL,
    async questions(_, context) {
      const { invalid, owned } = await trespass(context);
      expectStillOwned(owned.slice(1), 'invalid credentials', ...invalid);
      return withRealUsers(context);
    },
  },
  'HND-AUTH-1 handover.transfer.anonymous': {
    title: 'a handover without authorization, for existing users',
    ...LISTED,
    async run(context) {
      const { anonymous, owned } = await trespass(context);
      const kept = expectStillOwned(owned, 'a request without authorization', anonymous);
      return (
        kept ??
        skip(
          'data',
          'needs a user with a resource as handover.from, and a listing that contains it',
        )
      );
    },
  },
  'HND-OK-1 handover.transfer.message': {
    title: 'a handover with a valid token',
    requests: 1,
    ...REAL,
    withoutFacts: transferred,
  },
  'HND-BODY-2 handover.transfer.media-type': {
    title: 'a handover with a valid token, its media type',
    ...REAL,
    withoutFacts: transferred,
  },
  'HND-OK-2 handover.transfer.complete': {
    title: 'a handover, with the resources of both users listed before and after it',
    requests: 4,
    ...LISTED,
    async run(context) {
      const { answer, before } = await transfer(context);
      if (!answer.ok || before === undefined)
        return skip('prerequisite', 'the handover itself must succeed');
      if (before[0].ids.length === 0)
        return skip('data', 'needs a user with a resource as handover.from');
      return expectMoved(before, await bothOwned(context), answer);
    },
  },
});
