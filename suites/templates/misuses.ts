import { type Check, type Context, skip } from '../../src/harness/index.js';
import { isLoopback } from '../../src/settings/index.js';
import { apiCheck } from './check.js';
import type { ClauseId } from './clauses.js';
import { clientOf, templatesOf } from './endpoint.js';
import { expectNoTemplates } from './expect-no-templates.js';
import { accessToken } from './issued-tokens.js';

const IN_URLS =
  'a live token stands in no URL, where logs keep it; set "allow": { "secretsInUrls": true } in the target file';

/** Ways to send a real token that are not the documented one. */
const misuses: readonly (readonly [
  string,
  ClauseId,
  string,
  (token: string) => readonly [string | undefined, string?],
])[] = [
  ['basic-scheme', 'ETM-AUTH-6', 'a token under the scheme Basic', (token) => [`Basic ${token}`]],
  ['other-scheme', 'ETM-AUTH-6', 'a token under the scheme Token', (token) => [`Token ${token}`]],
  ['bare', 'ETM-AUTH-6', 'a bare token without a scheme', (token) => [token]],
  [
    'query',
    'ETM-AUTH-7',
    'a token in the query string',
    (token) => [
      undefined,
      `?${['access_token', 'token', 'bearer', 'jwt'].map((name) => `${name}=${token}`).join('&')}`,
    ],
  ],
];

/** A real token sent so. */
export const misused: readonly Check[] = misuses.map(([id, clause, name, use]) =>
  apiCheck({
    id: `templates.bearer.${id}`,
    clauses: [clause],
    title: `${name} gives no templates`,
    requests: 1,
    async run(context) {
      const [authorization, query] = use(await accessToken(context));
      if (query !== undefined && !context.target.allow.secretsInUrls) skip('safety', IN_URLS);
      await expectNoTemplates(context, name, authorization, query);
      return 'refused, while the same token as Bearer is answered';
    },
  }),
);

/** Whether a secret may be shown to the template API: it knows it already, or nobody else can listen. */
const staysAtHome = (context: Context): boolean => {
  const { baseUrl = '', authUrl = '' } = templatesOf(context);
  return new URL(baseUrl).origin === new URL(authUrl).origin || [baseUrl, authUrl].every(isLoopback);
};

export const clientCredentials = apiCheck({
  id: 'templates.bearer.client-credentials',
  clauses: ['ETM-AUTH-6'],
  title: "the client's own credentials in Basic give no templates",
  requests: 1,
  async run(context) {
    if (!staysAtHome(context))
      return skip('safety', 'the client secret goes to the token endpoint alone, and the template API is another host');
    const { id, secret } = clientOf(context);
    const basic = Buffer.from(`${id}:${secret}`).toString('base64');
    context.secrets.register(basic, 'ETM_CLIENT_BASIC_PLAIN', '-u "$ETM_CLIENT_ID:$ETM_CLIENT_SECRET"');
    await expectNoTemplates(context, 'client credentials in Basic', `Basic ${basic}`);
    return 'refused, while a bearer token is answered';
  },
});
