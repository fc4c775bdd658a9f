import { Redactor } from '../../src/http/redact.js';
import { type Recorded, type Recording, TOKEN_PATH } from './recording.js';
import { deviation, type Rule, warning } from './rule.js';

/** The secret goes to the token endpoint alone and into no address, and a token to the template API alone. */
export const secretsInPlace: Rule = (recording) => {
  const { hasSecret, hasToken } = searchFor(recording);
  for (const request of recording.requests) {
    const { host, path, method, answer } = request;
    const sent = `sent with ${named(request)}`;
    if (hasSecret(answer.request.url))
      return deviation('no secret in a URL', `it is in the URL of ${named(request)}`, request);
    const atHome = host === 'token' && path === TOKEN_PATH && method === 'POST';
    if (!atHome && hasSecret(contentOf(request)))
      return deviation('the secret sent to the token endpoint only', sent, request);
    if ((host === 'export' || host === 'platform') && hasToken(contentOf(request)))
      return deviation('the token sent to the template API only', sent, request);
  }
  return hasSecret(`${recording.stdout}\n${recording.stderr}`)
    ? warning('the secret sent to the token endpoint only', 'the client printed it')
    : undefined;
};

/** Every redirect leads to the export API. The document says nothing of redirects: no more than a warning. */
export const notRedirected =
  (what: 'secret' | 'token'): Rule =>
  (recording) => {
    const { hasSecret, hasToken } = searchFor(recording);
    const has = what === 'secret' ? hasSecret : hasToken;
    const leak = recording.requests.find(
      (request) => request.host === 'export' && has(contentOf(request)),
    );
    const expected = `no ${what} sent to the host of the redirect`;
    return leak && warning(expected, `it was sent with ${named(leak)}`, leak);
  };

/** Finds the secret and the tokens of a recording in a text, however they are written there. */
function searchFor({ given, tokens }: Recording) {
  const secret = new Redactor([{ name: 'secret', value: given.clientSecret }]);
  const token = new Redactor(tokens.map(({ value }) => ({ name: 'token', value })));
  return {
    hasSecret: (text: string): boolean => secret.leakIn(text) !== undefined,
    hasToken: (text: string): boolean => token.leakIn(text) !== undefined,
  };
}

const contentOf = ({ answer, body }: Recorded): string =>
  [answer.request.url, ...(answer.request.headers ?? []).flat(), body].join('\n');

const named = ({ method, path, host }: Recorded): string => `${method} ${path} (${host})`;
