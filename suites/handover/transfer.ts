import { type Context, describeAnswer, inconclusive, skip } from '../../src/harness/index.js';
import { type Answer, Lost } from '../../src/http/index.js';
import { askHandover, handoverOf } from './ask.js';
import { invalidCredentials } from './invalid-credentials.js';

/** Ids of the resources of a user, by the listing that the target offers. */
export async function resourcesOf(context: Context, user: string): Promise<readonly string[]> {
  const { baseUrl, listing = '', token } = handoverOf(context);
  const path = listing.replace('{user}', encodeURIComponent(user));
  const url = `${baseUrl}${path.startsWith('/') ? '' : '/'}${path}`;
  const answer = await context.send(
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
  return list.map((item: unknown) =>
    JSON.stringify(typeof item === 'object' && item !== null && 'id' in item ? item.id : item),
  );
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

/** What is answered to those who may not hand over, for users that are there. */
export const trespass = (context: Context): Promise<readonly (readonly [name: string, answer: Answer])[]> =>
  context.shared('handover.trespass', async (inner) => {
    const body = realUsers(inner);
    inner.intend('handover.trespass');
    const answers: (readonly [string, Answer])[] = [];
    for (const [name, authorization] of [['no authorization', undefined] as const, ...invalidCredentials(inner)])
      answers.push([name, await askHandover(inner, { body, authorization })]);
    return answers;
  });

/** The one real handover of a run; asked once, after those that must be refused, and never undone. */
export const transfer = (context: Context): Promise<Transfer> =>
  context.shared('handover.transfer', async (inner) => {
    const { token, from = '', to = '', listing } = handoverOf(inner);
    await trespass(inner);
    const before =
      listing === undefined ? undefined : { from: await resourcesOf(inner, from), to: await resourcesOf(inner, to) };
    inner.intend('handover.transfer');
    const answer = await askHandover(inner, {
      body: realUsers(inner),
      authorization: `Bearer ${token}`,
    }).catch((error: unknown) => {
      if (error instanceof Lost)
        inconclusive(`${error.message}; whether resources were transferred is not known, and it is not asked again`);
      throw error;
    });
    return before === undefined ? { answer } : { answer, before };
  });
