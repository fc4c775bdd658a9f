import { expect, it } from 'vitest';
import { Answer } from './answer.js';
import type { Request } from './request.js';
import {
  describeWithoutToken,
  renewalMargin,
  TokenClient,
  type TokenClientOptions,
  TokenRefused,
  tokenRequest,
} from './token-client.js';

const client = { id: 'an id', secret: 'a&secret' };
const url = 'http://h.test/token';
const answerOf = (request: Request, status: number, body: unknown = {}): Answer =>
  new Answer(
    request,
    {
      status,
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from(JSON.stringify(body)),
    },
    { exchange: 1 },
  );

/** A token endpoint that issues t1, t2 and so on, each valid for some seconds. */
function endpoint({
  seconds = 100,
  status = 200,
  ...options
}: Partial<TokenClientOptions> & { readonly seconds?: unknown; readonly status?: number } = {}) {
  const time = { now: 0 };
  const obtained: string[] = [];
  const tokens = new TokenClient({
    url,
    client,
    clock: { now: () => time.now, sleep: async () => undefined },
    send: async (request) =>
      answerOf(request, status, {
        access_token: `t${tokens.requests}`,
        token_type: 'Bearer',
        expires_in: seconds,
      }),
    obtained: (token) => obtained.push(token),
    ...options,
  });
  return { tokens, time, obtained };
}
const at = async ({ tokens, time }: ReturnType<typeof endpoint>, ms: number): Promise<string> => {
  time.now = ms;
  return tokens.token();
};

it('requests a token by client credentials in the form, without a scope', () => {
  expect(tokenRequest(url, client)).toEqual({
    interface: 'templates',
    lane: 'token',
    method: 'POST',
    url,
    headers: [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['Accept', 'application/json'],
    ],
    body: 'grant_type=client_credentials&client_id=an+id&client_secret=a%26secret',
  });
});

it('uses a token until shortly before its end, counted from its request (CLI-TOK-2)', async () => {
  const one = endpoint({ seconds: 100 });
  expect([await at(one, 0), await at(one, 79_999), await at(one, 80_000)]).toEqual([
    't1',
    't1',
    't2',
  ]);
  expect(await at(one, 159_999)).toBe('t2');
  expect(one.obtained).toEqual(['t1', 't2']);
});

it.each([
  [100_000, 20_000],
  [150_000, 30_000],
  [3_600_000, 30_000],
  [0, 0],
])('renews a token of %i ms %i ms before its end', (lifetime, margin) => {
  expect(renewalMargin(lifetime)).toBe(margin);
});

it.each([undefined, 'an hour', 0, -5])(
  'uses a token with a lifetime of %j seconds only once',
  async (seconds) => {
    const one = endpoint({ seconds: seconds ?? null });
    expect([await at(one, 0), await at(one, 0)]).toEqual(['t1', 't2']);
  },
);

it('sends one request for all waiting calls, and another request afterwards', async () => {
  const { tokens } = endpoint({ seconds: 0 });
  expect(await Promise.all([tokens.token(), tokens.token()])).toEqual(['t1', 't1']);
  expect(await tokens.token()).toBe('t2');
  expect(tokens.requests).toBe(2);
});

it('replaces a rejected token, but no newer token', async () => {
  const { tokens } = endpoint();
  await tokens.token();
  expect(await tokens.replace('t1')).toBe('t2');
  expect(await tokens.replace('t1')).toBe('t2');
  expect(tokens.requests).toBe(2);
});

it.each<readonly [readonly number[], number, readonly string[]]>([
  [[200], 200, ['t1']],
  [[401, 200], 200, ['t1', 't2']],
  [[401, 401, 200], 401, ['t1', 't2']],
  [[403, 200], 403, ['t1']],
])(
  'answered %j, a call comes to %i with %j (CLI-TOK-4, CLI-TOK-5)',
  async (statuses, status, used) => {
    const { tokens } = endpoint();
    const calls: string[] = [];
    const answer = await tokens.call(async (token) => {
      calls.push(token);
      return answerOf({ interface: 'templates', url }, statuses[calls.length - 1] ?? 0);
    });
    expect([answer.status, calls]).toEqual([status, used]);
  },
);

it.each<readonly [string, number, unknown, string]>([
  ['is refused', 401, { access_token: 't' }, '401 with JSON without a usable access_token'],
  ['is given no token', 200, {}, '200 with JSON without a usable access_token'],
  [
    'is given a token that is no text',
    200,
    { access_token: 7 },
    '200 with JSON without a usable access_token',
  ],
  ['is given null', 200, null, '200 with JSON without a usable access_token'],
  [
    'is given an OAuth error',
    200,
    { error: 'invalid_client', error_description: 'Unknown client' },
    '200 with the OAuth error invalid_client (Unknown client)',
  ],
])('rejects if the client %s, and sends another request the next time', async (_, ...served) => {
  const [status, body, described] = served;
  const { tokens, obtained } = endpoint({
    send: async (request) => answerOf(request, status, body),
  });
  const refused = await tokens.token().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TokenRefused);
  expect(refused).toMatchObject({
    message: `the token endpoint returned ${described}`,
    answer: { status },
  });
  await expect(tokens.token()).rejects.toBeInstanceOf(TokenRefused);
  expect([tokens.requests, obtained]).toEqual([2, []]);
});

it.each([
  [
    'application/x-www-form-urlencoded',
    'access_token=abc&token_type=bearer',
    'access_token in a form instead of JSON (application/x-www-form-urlencoded)',
  ],
  ['text/plain', 'error=invalid_client', 'error in a form instead of JSON (text/plain)'],
  ['text/html', '<title>Sign in</title>', 'an HTML page instead of JSON (text/html)'],
  ['', '{"access_token":', 'a body (not valid JSON) instead of JSON (without a media type)'],
  ['application/json', '', 'an empty body'],
])('describes a response without a token of the type %s: %s', (type, body, described) => {
  const headers = type === '' ? [] : [['Content-Type', type] as const];
  const answer = new Answer(
    { interface: 'templates', url },
    { status: 200, headers, body: Buffer.from(body) },
    { exchange: 1 },
  );
  expect(describeWithoutToken(answer)).toBe(`200 with ${described}`);
});
