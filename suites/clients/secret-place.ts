import { deviates, warns } from '../../src/harness/index.js';
import { Redactor } from '../../src/http/index.js';
import { type Recorded, type Recording, TOKEN_PATH, templateCalls, tokenRequests } from './recording.js';
import { needCalls, type Scenario } from './scenario.js';

/** Where the secret and the token may go, and where they may not. */
export const secretPlace: readonly Scenario[] = [
  {
    id: 'clients.token.secret-place',
    clauses: ['CLI-TOK-6'],
    title: 'The secret goes to the token endpoint alone, and never in an address',
    task: 'list-templates 3',
    script: { templates: { rejects: [2] } },
    judge(recording) {
      needCalls(recording, 3);
      return `the secret in ${tokenRequests(recording).length} token requests and in none of the ${templateCalls(recording).length} calls`;
    },
    everywhere: expectSecretsInPlace,
  },
  {
    id: 'clients.token.redirect',
    clauses: ['CLI-TOK-6'],
    title: 'A redirect of the token endpoint does not take the secret to another host',
    task: 'list-templates 1',
    script: { redirects: 'token' },
    hopeless: true,
    judge(recording) {
      const { hasSecret } = searchFor(recording);
      const leak = recording.requests.find((request) => request.host !== 'token' && hasSecret(contentOf(request)));
      // The document says nothing of redirects: no more than a warning.
      if (leak !== undefined)
        warns('no secret at the host that the redirect names', `it was sent with ${named(leak)}`, leak.answer);
      return 'the redirect was not followed with the secret';
    },
  },
  {
    id: 'clients.token.redirect-call',
    clauses: ['CLI-TOK-6'],
    title: 'A redirect of the template API does not take the token to another host',
    task: 'list-templates 1',
    script: { redirects: 'templates' },
    hopeless: true,
    judge(recording) {
      needCalls(recording, 1);
      const { hasToken } = searchFor(recording);
      const leak = recording.requests.find((request) => request.host === 'export' && hasToken(contentOf(request)));
      if (leak !== undefined)
        warns('no token at the host that the redirect names', `it was sent with ${named(leak)}`, leak.answer);
      return 'the redirect was not followed with the token';
    },
  },
];

function expectSecretsInPlace(recording: Recording): void {
  const { hasSecret, hasToken } = searchFor(recording);
  for (const request of recording.requests) {
    if (hasSecret(request.answer.request.url))
      deviates('no secret in an address', `it stands in that of ${named(request)}`, request.answer);
    const content = contentOf(request);
    const atHome = request.host === 'token' && request.path === TOKEN_PATH && request.method === 'POST';
    if (!atHome && hasSecret(content))
      deviates('the secret at the token endpoint alone', `sent with ${named(request)}`, request.answer);
    if ((request.host === 'export' || request.host === 'platform') && hasToken(content))
      deviates('the token at the template API alone', `sent with ${named(request)}`, request.answer);
  }
  if (hasSecret(`${recording.stdout}\n${recording.stderr}`))
    warns('the secret at the token endpoint alone', 'the client printed it');
}

/** Finds the secret and the tokens of a recording in a text, however they are spelled there. */
function searchFor({
  given,
  tokens,
}: Recording): Readonly<Record<'hasSecret' | 'hasToken', (text: string) => boolean>> {
  const secret = new Redactor([{ name: 'secret', value: given.clientSecret }]);
  const token = new Redactor(tokens.map(({ value }) => ({ name: 'token', value })));
  return {
    hasSecret: (text) => secret.leakIn(text) !== undefined,
    hasToken: (text) => token.leakIn(text) !== undefined,
  };
}

const contentOf = ({ answer, body }: Recorded): string =>
  [answer.request.url, ...(answer.request.headers ?? []).flat(), body].join('\n');

const named = ({ method, path, host }: Recorded): string => `${method} ${path} (${host})`;
