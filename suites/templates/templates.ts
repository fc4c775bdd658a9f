import { type Context, describeAnswer, inconclusive, skip } from '../../src/harness/index.js';
import type { Answer, Header, SendOptions } from '../../src/http/index.js';
import { templatesOf } from './endpoint.js';
import { accessToken, formToken, lifetimeOf, metTokens } from './issued-tokens.js';

interface AskOptions extends SendOptions {
  /** Null leaves the header out. Default `application/json`. */
  readonly accept?: string | null;
}

/** Asks for the collection of templates, with or without an Authorization header. */
export function askTemplates(
  context: Context,
  authorization: string | undefined,
  query = '',
  { accept = 'application/json', ...options }: AskOptions = {},
): Promise<Answer> {
  const headers: Header[] = accept === null ? [] : [['Accept', accept]];
  if (authorization !== undefined) headers.push(['Authorization', authorization]);
  return context.ask(
    { interface: 'templates', url: `${templatesOf(context).baseUrl}/V1/export-templates${query}`, headers },
    options,
  );
}

/** Milliseconds of life that a token may lose between its issue and a call. */
const BRIEF = 2000;

/**
 * The collection with a fresh token; where that ended before it was answered, or was answered once and is refused now,
 * with the next one: a 401 costs one new token and one repetition (TOK-LIFE-2).
 */
export async function askWithToken(context: Context, scheme = 'Bearer'): Promise<Answer> {
  const { answered, forgotten } = await metTokens(context);
  for (let turn = 0; turn < 3; turn += 1) {
    const token = await accessToken(context);
    const answer = await askTemplates(context, `${scheme} ${token}`);
    if (answer.ok) {
      answered.add(token);
      return answer;
    }
    if (answer.status === 401 && answered.has(token)) {
      forgotten.add(token);
      continue;
    }
    const lifetime = lifetimeOf(await formToken(context));
    // The end of a token is written in whole seconds, so that it may come a second early.
    const mayHaveEnded = lifetime > 0 && lifetime <= BRIEF;
    if (!mayHaveEnded && token === (await accessToken(context))) return answer;
  }
  return inconclusive('tokens end before a call with them is answered');
}

/** The collection with a fresh token: the positive control of every refusal. Skips where it is not given. */
export async function withToken(context: Context): Promise<Answer> {
  const answer = await askWithToken(context);
  return answer.ok
    ? answer
    : skip(
        'prerequisite',
        `the same request with a fresh token must be answered, but answers ${describeAnswer(answer)}`,
      );
}

/** Items of a collection in whichever shape it comes: an array, or an object that holds one. */
export function itemsIn({ json }: Answer): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (typeof json !== 'object' || json === null) return [];
  const lists = Object.values(json).filter((value) => Array.isArray(value));
  return lists.reduce((longest, list) => (list.length > longest.length ? list : longest), []);
}

/** Whether an answer gives templates away: with any status some of the authorized one, or a 2xx that lists or says the same. */
export function givesTemplates(answer: Answer, authorized: Answer): boolean {
  const known = new Set(itemsIn(authorized).map((item) => JSON.stringify(item)));
  const given = itemsIn(answer);
  return (
    given.some((item) => known.has(JSON.stringify(item))) ||
    (answer.ok && (given.length > 0 || answer.text === authorized.text))
  );
}
