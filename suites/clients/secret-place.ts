import { Redactor } from '../../src/http/redact.js';
import { TOKEN_PATH } from '../../src/protocol/templates/token-request.js';
import { callCount } from './counts.js';
import type { Recorded, Recording } from './recording.js';
import { deviation, type Rule, warning } from './rule.js';
import { listing, REVOKED } from './tasks.js';
import { type ClientTopics, must } from './topic.js';

/** The clause that a client sends its secret only to the token endpoint, and never in a URL. */
export const secretPlace = {
  'CLI-TOK-6': {
    clause: must(
      'the secret is sent only to the token endpoint, in the body or in Basic, never in a URL and never to the API',
    )
      .in('Authentication, Export-template API, item 2')
      .judged('Searches every request for the secret, also in common encodings.'),
    scenarios: {
      'clients.token.secret-place': {
        title: 'Where the secret is sent during three calls, one of which is refused',
        ...listing(3, REVOKED, callCount(3)),
        everywhere: secretsInPlace,
      },
      'clients.token.redirect': {
        title: 'A redirect of the token endpoint to another host',
        ...listing(1, { redirects: 'token' }, notSentAfterRedirect('secret')),
        hopeless: true,
      },
      'clients.token.redirect-call': {
        title: 'A redirect of the template API to another host',
        ...listing(1, { redirects: 'templates' }, callCount(1), notSentAfterRedirect('token')),
        hopeless: true,
      },
    },
    traffic: {
      'clients.traffic.secret': {
        title: 'Where the secret and the tokens are sent',
        tests: ({ given, requests }) => (given.clientSecret === '' ? [] : requests),
        rule: secretsInPlace,
      },
    },
  },
} satisfies ClientTopics;

/**
 * Requires that the secret is sent only in token requests, and no token to the export API or the
 * platform API. A secret that the client prints is a warning.
 */
function secretsInPlace(recording: Recording): ReturnType<Rule> {
  const { hasSecret, hasToken } = searchFor(recording);
  for (const request of recording.requests) {
    const { host, path, method, answer } = request;
    const sent = `sent with ${describeRequest(request)}`;
    if (hasSecret(answer.request.url)) {
      return deviation(
        'no secret in a URL',
        `the secret in the URL of ${describeRequest(request)}`,
        request,
      );
    }
    const isTokenRequest = host === 'token' && path === TOKEN_PATH && method === 'POST';
    if (!isTokenRequest && hasSecret(searchedText(request))) {
      return deviation('the secret sent to the token endpoint only', sent, request);
    }
    const isOtherApi = host === 'export' || host === 'platform';
    if (isOtherApi && hasToken(searchedText(request))) {
      return deviation('the token sent to the template API only', sent, request);
    }
  }
  if (!hasSecret(`${recording.stdout}\n${recording.stderr}`)) return undefined;
  return warning('the secret sent to the token endpoint only', 'the client printed the secret');
}

/** The specification does not mention redirects, so a violation is only a warning. */
function notSentAfterRedirect(what: 'secret' | 'token'): Rule {
  return (recording) => {
    const { hasSecret, hasToken } = searchFor(recording);
    const has = what === 'secret' ? hasSecret : hasToken;
    const leak = recording.requests.find(
      (request) => request.host === 'export' && has(searchedText(request)),
    );
    if (leak === undefined) return undefined;
    const expected = `no ${what} sent to the host of the redirect`;
    return warning(expected, `the ${what} was sent with ${describeRequest(leak)}`, leak);
  };
}

/** Makes functions that find the secret or a token, in every encoding that `Redactor` finds. */
function searchFor({ given, tokens }: Recording) {
  const secret = new Redactor([{ name: 'secret', value: given.clientSecret }]);
  const token = new Redactor(tokens.map(({ value }) => ({ name: 'token', value })));
  return {
    hasSecret: (text: string): boolean => secret.contains(text),
    hasToken: (text: string): boolean => token.contains(text),
  };
}

const searchedText = ({ answer, body }: Recorded): string =>
  [answer.request.url, ...(answer.request.headers ?? []).flat(), body].join('\n');

const describeRequest = ({ method, path, host }: Recorded): string => `${method} ${path} (${host})`;
