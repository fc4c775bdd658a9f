import {
  askedBy,
  type Context,
  describeAnswer,
  type Header,
  observed,
  skip,
} from '../../src/harness/suite.js';
import { FIELDS, PATHS } from '../../src/protocol/shapes/shapes.js';
import { itemsIn, tokenIn } from '../../src/protocol/templates/jwt.js';
import { type CallQuestion, COLLECTION } from '../../src/protocol/templates/question.js';
import type { TokenQuestion } from '../../src/protocol/templates/token-request.js';
import { isLoopback } from '../../src/settings/loopback.js';
import { ask, callWith, templatesOf } from './ask.js';
import { checks, type TemplatesRow } from './exchange.js';
import { CHANGED, FORGED, type ForgeryName, forgedToken, namesOf } from './forgeries.js';
import { PLACES } from './places.js';
import { accessToken, BY_FORM, basicToken, needToken, withToken } from './tokens.js';

const API = ['templates.baseUrl'] as const;

/** A call with a header; the token that it is made from, or compared with, is obtained before. */
const call = (authorization?: string): CallQuestion => ({ ask: 'templates', authorization });

/** A check of the template API that asks one question, unless it says otherwise. */
const api = (
  title: string,
  calls: (
    token: string,
    context: Context,
  ) => readonly CallQuestion[] | Promise<readonly CallQuestion[]>,
  more: Pick<TemplatesRow, 'requests'> & { readonly repeat?: true } = {},
): TemplatesRow => ({
  title,
  requests: 1,
  needs: API,
  questions: async (_, context) => calls(await accessToken(context), context),
  ...more,
});

/** Other ways to the collection, that what guards it may not know: addresses that a router takes for it, and headers. */
function bypasses(): readonly CallQuestion[] {
  const id = 'templates.bearer.path-bypasses';
  const paths = askedBy(PLACES['path of templates'], id, PATHS).map(
    (shape) => ({ ask: 'templates', path: PATHS[shape](COLLECTION) }) as const,
  );
  const fields = askedBy(PLACES['path of templates'], id, FIELDS).map(
    (shape): Header => FIELDS[shape],
  );
  const named = (...headers: readonly Header[]): CallQuestion => ({ ask: 'templates', headers });
  const [first, addresses] = [named(...fields.slice(0, 2)), named(...fields.slice(2))];
  return [...paths.slice(0, 3), first, ...paths.slice(3), addresses, named(['Authorization', ''])];
}

/** The right token where none counts, beside Authorization or without it. */
const elsewhere = (token: string): readonly Header[] => [
  ...['X-Auth-Token', 'X-Access-Token', 'X-API-Key'].map((name): Header => [name, token]),
  ['Cookie', `access_token=${token}; token=${token}`],
];

const IN_URLS =
  'a valid token is not sent in a URL, because URLs are logged; set "allow": { "secretsInUrls": true } in the target file';

const forged = async (context: Context, name: ForgeryName): Promise<CallQuestion> =>
  callWith(await forgedToken(context, name));

export const callChecks = checks({
  'ETM-AUTH-1 templates.bearer.fresh': api('a fresh bearer token', (token) => [callWith(token)], {
    requests: 0,
  }),
  'ETM-AUTH-2 templates.bearer.missing': api('no Authorization', () => [call()]),
  'ETM-AUTH-6 templates.bearer.basic-scheme': api('a token under the scheme Basic', (token) => [
    call(`Basic ${token}`),
  ]),
  'ETM-AUTH-6 templates.bearer.other-scheme': api('a token under the scheme Token', (token) => [
    call(`Token ${token}`),
  ]),
  'ETM-AUTH-6 templates.bearer.bare': api('a bare token without a scheme', (token) => [
    call(token),
  ]),
  'ETM-AUTH-7 templates.bearer.query': api('a token in the query string', (token, { target }) => {
    if (!target.allow.secretsInUrls) skip('safety', IN_URLS);
    const query = ['access_token', 'token', 'bearer', 'jwt']
      .map((name) => `${name}=${token}`)
      .join('&');
    return [{ ask: 'templates', path: `/V1/export-templates?${query}` }];
  }),
  'ETM-AUTH-6 templates.bearer.client-credentials': api(
    "the client's own credentials in Basic",
    (_, { target, secrets }) => {
      // The template API may know the secret where it knows it already, or where nobody else can listen.
      const { baseUrl = '', authUrl = '', client = { id: '', secret: '' } } = templatesOf(target);
      if (
        new URL(baseUrl).origin !== new URL(authUrl).origin &&
        ![baseUrl, authUrl].every(isLoopback)
      )
        skip(
          'safety',
          'the client secret is sent to the token endpoint only, and the template API is another host',
        );
      const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
      secrets.register(basic, 'ETM_CLIENT_BASIC_PLAIN', '-u "$ETM_CLIENT_ID:$ETM_CLIENT_SECRET"');
      return [call(`Basic ${basic}`)];
    },
  ),
  'ETM-AUTH-6 templates.bearer.scheme-case': api(
    'a token under the scheme Bearer in other cases',
    (token) => ['bearer', 'BEARER'].map((scheme) => call(`${scheme} ${token}`)),
    { requests: 2 },
  ),
  ...Object.fromEntries(
    namesOf(FORGED).map((name) => [
      `ETM-AUTH-4 templates.bearer.${name}`,
      api(`${FORGED[name][0]} as bearer token`, async (_, context) => [
        await forged(context, name),
      ]),
    ]),
  ),
  'ETM-AUTH-4 templates.bearer.other-algorithms': api(
    'tokens with another algorithm or signature',
    (_, context) => Promise.all(namesOf(CHANGED).map((name) => forged(context, name))),
    { requests: { least: 1, most: namesOf(CHANGED).length + 3 }, repeat: true },
  ),
  'ETM-AUTH-2 templates.bearer.path-bypasses': api(
    'no Authorization, with other paths of the collection and other headers',
    bypasses,
    { requests: { least: 1, most: 18 } },
  ),
  'ETM-AUTH-2 templates.bearer.elsewhere': api(
    'a token in other header fields and in a cookie',
    (token) => [{ ...call(), headers: elsewhere(token) }],
  ),
  'ETM-AUTH-4 templates.bearer.wrong-despite': api(
    'garbage as bearer token, with the valid token in another place',
    (token) => [{ ...call('Bearer assay-garbage'), headers: elsewhere(token) }],
  ),
  'ETM-AUTH-6 templates.bearer.scheme-near': api(
    'a token without a space after the scheme, and with a scheme that begins with Bearer',
    (token) => [call(`Bearer${token}`), call(`Bearers ${token}`)],
    { requests: 2 },
  ),
  'ETM-AUTH-5 templates.bearer.organization': {
    title: 'the tokens of two organizations',
    requests: { least: 2, most: 4 },
    needs: [...API, 'templates.otherClient'],
    async questions(_, context) {
      const token = await accessToken(context);
      const mine = await withToken(context);
      const other = needToken(await ask(context, { ...BY_FORM, client: 'other' }));
      const theirs = await ask(context, callWith(other));
      const told = `the token of the second organization must be accepted, but returns ${describeAnswer(theirs)}`;
      if (!theirs.ok) skip('prerequisite', told);
      if (itemsIn(mine).length + itemsIn(theirs).length === 0)
        skip('data', 'needs a template in one of the two organizations');
      const named: TokenQuestion = {
        ...(await basicToken(context)).question,
        writing: 'naming another client',
      };
      const third = context.budget.requests < 4 ? undefined : tokenIn(await ask(context, named));
      return [token, other, third].flatMap((one) => (one === undefined ? [] : [callWith(one)]));
    },
  },
  'ETM-LIST-1 templates.list.shape': {
    title: 'status, media type and shape of the collection',
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
});
