import { type Context, describeAnswer, Found, inconclusive, skip } from '../../src/harness/index.js';
import { type Answer, Lost } from '../../src/http/index.js';
import { askHandover, handoverOf } from './ask.js';
import { invalidCredentials } from './invalid-credentials.js';

/** What a listing shows of a user's resources. */
export interface Owned {
  readonly ids: readonly string[];
  readonly answer: Answer;
}

/** Ids of the resources of a user, by the listing that the target offers. */
export const resourcesOf = async (context: Context, user: string): Promise<readonly string[]> =>
  (await ownedBy(context, user)).ids;

async function ownedBy(context: Context, user: string): Promise<Owned> {
  const { baseUrl, listing = '', token } = handoverOf(context);
  const path = listing.replace('{user}', encodeURIComponent(user));
  const url = `${baseUrl}${path.startsWith('/') ? '' : '/'}${path}`;
  const answer = await context.ask(
    {
      interface: 'handover',
      url,
      headers: [
        ['Accept', 'application/json'],
        ['Authorization', `Bearer ${token}`],
      ],
    },
    { fresh: true },
  );
  const body = answer.json;
  const list = Array.isArray(body) ? body : (body as { readonly data?: unknown } | undefined)?.data;
  if (!answer.ok || !Array.isArray(list))
    return skip('prerequisite', `the listing of ${user} answers ${describeAnswer(answer)}`);
  const ids = list.map((item: unknown) =>
    JSON.stringify(typeof item === 'object' && item !== null && 'id' in item ? item.id : item),
  );
  return { ids, answer };
}

export const count = (ids: readonly string[], id: string): number => ids.filter((other) => other === id).length;

interface Transfer {
  readonly answer: Answer;
  readonly before?: { readonly from: readonly string[]; readonly to: readonly string[] };
}

const realUsers = (context: Context): string => {
  const { from = '', to = '' } = handoverOf(context);
  return JSON.stringify({ from, to });
};

interface Trespass {
  /** What is answered without authorization, and with each invalid one. */
  readonly anonymous: Answer;
  readonly invalid: readonly (readonly [name: string, answer: Answer])[];
  /** What the giver owned before, after the first of them, and after all; undefined where it is not listed. */
  readonly owned: Readonly<Record<'before' | 'between' | 'after', Owned | undefined>>;
}

/** A request without authorization, and what the giver owns before, between and after. */
export const BESIDES = 4;

/** Invalid credentials that are tried with users that are there; the others are tried with users that nobody has. */
export const AMONG_USERS = 9;

/** What comes of requests of those who may not hand over, for users that are there. */
export const trespass = (context: Context): Promise<Trespass> =>
  context.facts.learn('handover.trespass', async (inner) => {
    const body = realUsers(inner);
    const before = await ownedByGiver(inner);
    inner.run.recordIrreversible('handover.trespass');
    const anonymous = await askHandover(inner, { body });
    const between = await ownedByGiver(inner);
    const invalid: (readonly [string, Answer])[] = [];
    for (const [name, authorization] of invalidCredentials(inner).slice(0, AMONG_USERS))
      invalid.push([name, await askHandover(inner, { body, authorization })]);
    return { anonymous, invalid, owned: { before, between, after: await ownedByGiver(inner) } };
  });

/** What the giver owns; undefined where the target offers no listing, or none that is answered. */
async function ownedByGiver(context: Context): Promise<Owned | undefined> {
  const { from = '', listing } = handoverOf(context);
  try {
    return listing === undefined ? undefined : await ownedBy(context, from);
  } catch (error) {
    if (error instanceof Found) return undefined;
    throw error;
  }
}

/** The one real handover of a run; asked once, after those that must be refused, and never undone. */
export const transfer = (context: Context): Promise<Transfer> =>
  context.facts.learn('handover.transfer', async (inner) => {
    const { token, from = '', to = '', listing } = handoverOf(inner);
    await trespass(inner);
    const before =
      listing === undefined ? undefined : { from: await resourcesOf(inner, from), to: await resourcesOf(inner, to) };
    inner.run.recordIrreversible('handover.transfer');
    const answer = await askHandover(inner, {
      body: realUsers(inner),
      authorization: `Bearer ${token}`,
      once: 'ever',
    }).catch((error: unknown) => {
      if (error instanceof Lost)
        inconclusive(`${error.message}; whether resources were transferred is not known, and it is not asked again`);
      throw error;
    });
    return before === undefined ? { answer } : { answer, before };
  });
