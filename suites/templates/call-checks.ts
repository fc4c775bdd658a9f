import { askedBy, type Context, describeAnswer, type Header, observed, skip } from '../../src/harness/suite.js';
import { FIELDS, PATHS } from '../../src/protocol/shapes/shapes.js';
import { itemsIn, tokenIn } from '../../src/protocol/templates/answer.js';
import { type CallQuestion, COLLECTION } from '../../src/protocol/templates/question.js';
import { isLoopback } from '../../src/settings/loopback.js';
import { ask, callWith, seenOf, templatesOf } from './ask.js';
import type { ClauseId } from './clauses.js';
import { CHANGED, FORGED, type ForgeryName, forgedToken, namesOf } from './forgeries.js';
import { PLACES } from './places.js';
import type { TemplatesCheck } from './token-checks.js';
import { accessToken, asTaken, BY_FORM, basicToken, needToken, withToken } from './tokens.js';

const API = ['templates.baseUrl'] as const;

/** A call with a header; the token that it is made from, or compared with, is obtained before. */
const call = (authorization?: string): CallQuestion => ({
  ask: 'templates',
  authorization,
});
const withAccess =
  (questions: (token: string, context: Context) => readonly CallQuestion[] | Promise<readonly CallQuestion[]>) =>
  async (_: unknown, context: Context): Promise<readonly CallQuestion[]> =>
    questions(await liveToken(context), context);

/** A token to call with; where the target has forgotten one, it may have forgotten the next. */
async function liveToken(context: Context): Promise<string> {
  const token = await accessToken(context);
  const { forgotten } = await seenOf(context);
  if (forgotten.size === 0 || (await ask(context, callWith(token), { fresh: true })).ok) return token;
  forgotten.add(token);
  return accessToken(context);
}

/** A check of the template API that asks one question, unless it says otherwise. */
const api = (
  name: string,
  clause: ClauseId,
  title: string,
  questions: Parameters<typeof withAccess>[0],
  more: Partial<Pick<TemplatesCheck, 'needs' | 'requests'>> & { readonly again?: true } = {},
): TemplatesCheck => ({
  id: `templates.bearer.${name}`,
  clauses: [clause],
  title,
  requests: 1,
  needs: API,
  questions: withAccess(questions),
  ...more,
});

/** Other ways to the collection, that what guards it may not know: addresses that a router takes for it, and headers. */
function bypasses(): readonly CallQuestion[] {
  const id = 'templates.bearer.path-bypasses';
  const [slash, doubled, small, ...others] = askedBy(PLACES['path of templates'], id, PATHS);
  const paths = [slash, doubled, small, ...others].flatMap((shape) =>
    shape === undefined ? [] : [{ ask: 'templates', path: PATHS[shape](COLLECTION) } as const],
  );
  const fields = askedBy(PLACES['path of templates'], id, FIELDS).map((shape): Header => FIELDS[shape]);
  const named = (...headers: readonly Header[]): CallQuestion => ({ ask: 'templates', headers });
  const [here, method, ...addresses] = fields;
  const first = [here, method].flatMap((field) => (field === undefined ? [] : [field]));
  return [...paths.slice(0, 3), named(...first), ...paths.slice(3), named(...addresses), named(['Authorization', ''])];
}

/** The right token where none counts, beside Authorization or without it. */
const elsewhere = (token: string): readonly Header[] => [
  ...['X-Auth-Token', 'X-Access-Token', 'X-API-Key'].map((name): Header => [name, token]),
  ['Cookie', `access_token=${token}; token=${token}`],
];

const IN_URLS =
  'a valid token is not sent in a URL, because URLs are logged; set "allow": { "secretsInUrls": true } in the target file';

function inTheQuery(token: string, { target }: Context): readonly CallQuestion[] {
  if (!target.allow.secretsInUrls) skip('safety', IN_URLS);
  const query = ['access_token', 'token', 'bearer', 'jwt'].map((name) => `${name}=${token}`).join('&');
  return [{ ask: 'templates', path: `/V1/export-templates?${query}` }];
}

/** The template API may know the secret where it knows it already, or where nobody else can listen. */
function clientCredentials(_: string, { target, secrets }: Context): readonly CallQuestion[] {
  const { baseUrl = '', authUrl = '', client = { id: '', secret: '' } } = templatesOf(target);
  if (new URL(baseUrl).origin !== new URL(authUrl).origin && ![baseUrl, authUrl].every(isLoopback))
    skip('safety', 'the client secret is sent to the token endpoint only, and the template API is another host');
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  secrets.register(basic, 'ETM_CLIENT_BASIC_PLAIN', '-u "$ETM_CLIENT_ID:$ETM_CLIENT_SECRET"');
  return [call(`Basic ${basic}`)];
}

/** The collections of both organizations; skips where they cannot be compared. */
async function ofBoth(token: string, context: Context): Promise<readonly CallQuestion[]> {
  const mine = await withToken(context);
  const other = needToken(await ask(context, { ...BY_FORM, client: 'other' }));
  const theirs = await ask(context, callWith(other));
  if (!theirs.ok)
    skip(
      'prerequisite',
      `the token of the second organization must be accepted, but returns ${describeAnswer(theirs)}`,
    );
  if (itemsIn(mine).length + itemsIn(theirs).length === 0)
    skip('data', 'needs a template in one of the two organizations');
  const { raw } = await basicToken(context);
  const named = asTaken({ ...BY_FORM, way: 'basic', writing: 'naming another client' }, raw);
  const third = context.budget.requests < 4 ? undefined : tokenIn(await ask(context, named));
  return [token, other, third].flatMap((one) => (one === undefined ? [] : [callWith(one)]));
}

const forged = async (context: Context, name: ForgeryName): Promise<CallQuestion> =>
  callWith(await forgedToken(context, name));

/** What the template API answers to bearer tokens, and to what is none. */
export const callChecks: readonly TemplatesCheck[] = [
  api('fresh', 'ETM-AUTH-1', 'a fresh bearer token', (token) => [callWith(token)], { requests: 0 }),
  api('missing', 'ETM-AUTH-2', 'no Authorization', () => [call()]),
  api('basic-scheme', 'ETM-AUTH-6', 'a token under the scheme Basic', (token) => [call(`Basic ${token}`)]),
  api('other-scheme', 'ETM-AUTH-6', 'a token under the scheme Token', (token) => [call(`Token ${token}`)]),
  api('bare', 'ETM-AUTH-6', 'a bare token without a scheme', (token) => [call(token)]),
  api('query', 'ETM-AUTH-7', 'a token in the query string', inTheQuery),
  api('client-credentials', 'ETM-AUTH-6', "the client's own credentials in Basic", clientCredentials),
  api(
    'scheme-case',
    'ETM-AUTH-6',
    'a token under the scheme Bearer in other cases',
    (token) => ['bearer', 'BEARER'].map((scheme) => call(`${scheme} ${token}`)),
    { requests: 2 },
  ),
  ...namesOf(FORGED).map((name) =>
    api(name, 'ETM-AUTH-4', `${FORGED[name][0]} as bearer token`, async (_, context) => [await forged(context, name)]),
  ),
  api(
    'other-algorithms',
    'ETM-AUTH-4',
    'tokens with another algorithm or signature',
    (_, context) => Promise.all(namesOf(CHANGED).map((name) => forged(context, name))),
    { requests: { least: 1, most: namesOf(CHANGED).length + 3 }, again: true },
  ),
  api(
    'path-bypasses',
    'ETM-AUTH-2',
    'no Authorization, with other paths of the collection and other headers',
    bypasses,
    { requests: { least: 1, most: 18 } },
  ),
  api('elsewhere', 'ETM-AUTH-2', 'a token in other header fields and in a cookie', (token) => [
    { ...call(), headers: elsewhere(token) },
  ]),
  api('wrong-despite', 'ETM-AUTH-4', 'garbage as bearer token, with the valid token in another place', (token) => [
    { ...call('Bearer assay-garbage'), headers: elsewhere(token) },
  ]),
  api(
    'scheme-near',
    'ETM-AUTH-6',
    'a token without a space after the scheme, and with a scheme that begins with Bearer',
    (token) => [call(`Bearer${token}`), call(`Bearers ${token}`)],
    { requests: 2 },
  ),
  api('organization', 'ETM-AUTH-5', 'the tokens of two organizations', ofBoth, {
    requests: { least: 2, most: 4 },
    needs: [...API, 'templates.otherClient'],
  }),
  {
    id: 'templates.list.shape',
    clauses: ['ETM-LIST-1'],
    title: 'status, media type and shape of the collection',
    requests: 0,
    needs: API,
    async run(context) {
      const answer = await withToken(context);
      const members = Array.isArray(answer.json)
        ? 'a bare array'
        : `an object of ${Object.keys(Object(answer.json)).join(', ') || 'nothing'}`;
      return observed('shape of the collection', [
        { question: 'status and media type', answer: `${answer.status} ${answer.mediaType}` },
        { question: 'shape', answer: `${members}, ${itemsIn(answer).length} templates` },
      ]);
    },
  },
];
