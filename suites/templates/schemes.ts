/**
 * The clauses about the scheme of Authorization (ETM-AUTH-6) and about tokens in the query string
 * (ETM-AUTH-7).
 */

import type { Context } from '../../src/harness/context.js';
import { skip } from '../../src/harness/finding.js';
import { should } from '../../src/harness/topic.js';
import { type CallQuestion, TEMPLATES_PATH } from '../../src/protocol/templates/question.js';
import { isLoopback } from '../../src/settings/loopback.js';
import { templatesOf } from './ask.js';
import { mustBeAccepted, refusing } from './rights.js';
import { accessToken, withFreshToken } from './tokens.js';
import { ofCall, type TemplatesTopics } from './topic.js';

const TOKEN_IN_URL =
  'a valid token is not sent in a URL, because URLs are logged; set "allow": { "secretsInUrls": true } in the target file';

const call = (authorization: string): CallQuestion => ({ ask: 'templates', authorization });

/** Each of `ways` makes the value of `Authorization` from a valid token. */
const checkOf = (title: string, ...ways: readonly ((token: string) => string)[]) => ({
  title,
  requests: { own: ways.length },
  needs: ['templates.baseUrl'] as const,
  walks: withFreshToken((token) => ways.map((way) => call(way(token)))),
});

export const schemes = {
  'ETM-AUTH-6': {
    clause: should(
      'the scheme is `Bearer` in any letter case, with one or more spaces behind it; a request with another scheme or without a scheme returns no templates',
    )
      .in('RFC 9110, section 11.1, and RFC 6750, section 2.1')
      .judged(
        'Sends a valid token under other schemes, and under `bearer` and `BEARER`, and after several spaces.',
      ),
    rule: ofCall((exchange, facts) => {
      // ETM-AUTH-1 tests the exact spelling `Bearer` with one space.
      if (/^Bearer (?! )/.test(exchange.question.authorization ?? '')) return undefined;
      // A right token under `bearer` must be accepted, and one under another scheme refused.
      return mustBeAccepted(exchange, facts) ?? refusing('misused', '4xx')(exchange, facts);
    }),
    checks: {
      'templates.bearer.basic-scheme': checkOf(
        'a token under the scheme Basic',
        (token) => `Basic ${token}`,
      ),
      'templates.bearer.other-scheme': checkOf(
        'a token under the scheme Token',
        (token) => `Token ${token}`,
      ),
      'templates.bearer.bare': checkOf('a bare token without a scheme', (token) => token),
      'templates.bearer.client-credentials': {
        title: "the client's own credentials in Basic",
        requests: { own: 1 },
        needs: ['templates.baseUrl'],
        walks: clientCredentials,
      },
      'templates.bearer.scheme-case': checkOf(
        'a token under the scheme Bearer in lower case and in upper case, and after several spaces',
        (token) => `bearer ${token}`,
        (token) => `BEARER ${token}`,
        (token) => `Bearer   ${token}`,
      ),
      'templates.bearer.scheme-near': checkOf(
        'a token directly after Bearer without a space, and a token under the scheme Bearers',
        (token) => `Bearer${token}`,
        (token) => `Bearers ${token}`,
      ),
    },
  },
  'ETM-AUTH-7': {
    clause: should('the token in the query string returns no templates')
      .in('RFC 6750, section 2.3')
      .judged('Sends a valid token in the query only.'),
    rule: ofCall(refusing('in the query', '4xx')),
    checks: {
      'templates.bearer.query': {
        title: 'a token in the query string',
        requests: { own: 1 },
        needs: ['templates.baseUrl'],
        walks: withFreshToken((token, { target }) => {
          if (!target.allow.secretsInUrls) skip('safety', TOKEN_IN_URL);
          const names = ['access_token', 'token', 'bearer', 'jwt'];
          const query = names.map((name) => `${name}=${token}`).join('&');
          return [{ ask: 'templates', path: `${TEMPLATES_PATH}?${query}` }];
        }),
      },
    },
  },
} satisfies TemplatesTopics;

/**
 * The secret is sent only if the template API and the token endpoint have the same origin, or if
 * both are on this machine.
 */
async function clientCredentials(context: Context): Promise<readonly CallQuestion[]> {
  await accessToken(context);
  const settings = templatesOf(context.target);
  const { baseUrl = '', authUrl = '', client = { id: '', secret: '' } } = settings;
  const isSameOrigin = new URL(baseUrl).origin === new URL(authUrl).origin;
  if (!isSameOrigin && ![baseUrl, authUrl].every(isLoopback)) {
    const reason = 'the client secret is sent to the token endpoint only';
    skip('safety', `${reason}, and the template API has another origin`);
  }
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  const curlOption = '-u "$ETM_CLIENT_ID:$ETM_CLIENT_SECRET"';
  context.secrets.register(basic, 'ETM_CLIENT_BASIC_PLAIN', curlOption);
  return [call(`Basic ${basic}`)];
}
