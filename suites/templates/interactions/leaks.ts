import type { Context } from '../../../src/harness/index.js';
import type { Answer } from '../../../src/http/index.js';
import { templatesOf } from '../endpoint.js';
import { formToken, otherToken, tokenIn } from '../issued-tokens.js';
import { askTemplates, itemsIn } from '../templates.js';
import type { Judged } from './judge.js';
import { tokenQuestionOf } from './token-question.js';

/** No answer of the run gives templates to whom they do not belong, whatever its status. */
export async function judgeLeaks(context: Context): Promise<readonly Judged[]> {
  const { baseUrl } = templatesOf(context);
  if (baseUrl === undefined) return [];
  const known = await knownItems(context);
  const [mine, theirs] = [known.get('first') ?? new Set(), known.get('other') ?? new Set()];
  const owners = new Map<string, 'first' | 'other'>();
  const issued = new Set(context.run.seen().map(tokenIn));
  for (const answer of context.run.seen()) {
    const [token, owner] = [tokenIn(answer), tokenQuestionOf(context, answer)?.owner];
    if (token !== undefined && owner !== undefined) owners.set(token, owner);
  }
  const found: Judged[] = [];
  for (const answer of context.run.seen()) {
    if (!answer.request.url.startsWith(`${baseUrl}/V1/export-templates`)) continue;
    const place = answer.request.url.slice(`${baseUrl}/V1/export-templates`.length);
    if ([...owners.keys()].some((token) => place.includes(token))) continue;
    const sent = answer.request.headers?.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
    const [scheme, token = ''] = sent?.split(' ') ?? [];
    const owner = owners.get(token);
    const isMade = scheme === 'Bearer' && !issued.has(token);
    if (sent !== undefined && owner === undefined && !isMade) continue;
    const foreign = owner === undefined ? new Set([...mine, ...theirs]) : owner === 'first' ? theirs : mine;
    const own = owner === 'first' ? mine : owner === 'other' ? theirs : new Set();
    // What both have is told by the check that compares the two.
    const leaked = [...textsOf(answer)].filter((item) => foreign.has(item) && !own.has(item));
    const accept = answer.request.headers?.find(([name]) => name.toLowerCase() === 'accept')?.[1];
    const where = [place, accept === undefined ? 'no Accept' : accept === 'application/json' ? '' : `Accept ${accept}`]
      .filter((part) => part !== '')
      .map((part) => `, with ${part}`)
      .join('');
    found.push({
      clause: sent === undefined ? 'ETM-AUTH-2' : owner === undefined ? 'ETM-AUTH-4' : 'ETM-AUTH-5',
      violation:
        leaked.length === 0
          ? undefined
          : {
              asked: `${sent === undefined ? 'no Authorization' : `${scheme} and ${nameToken(token, owner)}`}${where}`,
              expected: 'no template of somebody else',
              actual: `${leaked.length}, such as ${leaked[0]?.slice(0, 120)}`,
              answers: [answer],
            },
    });
  }
  return found;
}

function nameToken(token: string, owner: 'first' | 'other' | undefined): string {
  if (owner === undefined) return token === '' ? 'no token' : 'a token that was never issued';
  return `a token of the ${owner === 'first' ? 'client' : 'second client'}`;
}

export const textsOf = (answer: Answer): ReadonlySet<string> =>
  new Set(itemsIn(answer).map((item) => JSON.stringify(item)));

/** The templates that the first token of each client was given. */
export const knownItems = (context: Context): Promise<ReadonlyMap<'first' | 'other', ReadonlySet<string>>> =>
  context.facts.learn('templates.known-items', async (inner) => {
    const known = new Map<'first' | 'other', ReadonlySet<string>>();
    if (templatesOf(inner).baseUrl === undefined) return known;
    const owners = templatesOf(inner).otherClient === undefined ? [] : (['other'] as const);
    for (const owner of ['first', ...owners] as const) {
      const token = tokenIn((await (owner === 'first' ? formToken : otherToken)(inner)).answer);
      const answer = inner.run
        .seen()
        .find(
          ({ request, ok }) =>
            ok &&
            token !== undefined &&
            request.url === `${templatesOf(inner).baseUrl}/V1/export-templates` &&
            request.headers?.some(([, value]) => value === `Bearer ${token}`),
        );
      const given = answer ?? (token === undefined ? undefined : await askTemplates(inner, `Bearer ${token}`));
      if (given?.ok === true) known.set(owner, textsOf(given));
    }
    return known;
  });
