import { describe, expect, it } from 'vitest';
import { TOKEN_PATH } from '../../src/protocol/templates/token-request.js';
import { call, recorded, recordingOf, tokenRequest } from '../../tests/clients/recording-of.js';
import { secretPlace } from './secret-place.js';

const { scenarios, traffic } = secretPlace['CLI-TOK-6'];
const SECRET = 'secret-of-the-client';
const TOKEN = 'token-of-the-template-api';
const POSTED = { method: 'POST', body: SECRET };
const POST_TOKEN = `POST ${TOKEN_PATH}`;
const ENCODED = { Authorization: Buffer.from(`id:${SECRET}`).toString('base64') };
const tokens = [{ value: TOKEN, issuedMs: 0, endsMs: 1000 }];

describe('CLI-TOK-6', () => {
  const { rule, tests } = traffic['clients.traffic.secret'];

  it('holds for the secret in a token request and tokens in calls', () => {
    const other = recorded({ host: 'export', target: '/1/2' });
    const requests = [tokenRequest(), call(TOKEN), other];
    expect(rule(recordingOf(requests, { tokens }))).toBeUndefined();
  });

  it.each([
    ['a call', call('one', { headers: { 'X-Secret': SECRET } }), 'GET /V1/export-templates'],
    ['a call in Base64', call('one', { headers: ENCODED }), 'GET /V1/export-templates'],
    ['a call of the token path', call('one', { ...POSTED, target: TOKEN_PATH }), POST_TOKEN],
  ])('is violated by the secret in %s', (_, request, sent) => {
    const finding = rule(recordingOf([request]));
    expect(finding).toMatchObject({
      kind: 'deviates',
      expected: 'the secret sent to the token endpoint only',
      actual: `sent with ${sent} (templates)`,
    });
    expect(finding).not.toHaveProperty('atMost');
  });

  it.each([
    ['another path', tokenRequest({ target: '/other' }), 'POST /other'],
    ['another method', tokenRequest({ method: 'PUT' }), `PUT ${TOKEN_PATH}`],
  ])('is violated by the secret at the token server with %s', (_, request, sent) => {
    expect(rule(recordingOf([request]))).toMatchObject({
      expected: 'the secret sent to the token endpoint only',
      actual: `sent with ${sent} (token)`,
    });
  });

  it('is violated by the secret in the URL of a token request', () => {
    const request = tokenRequest({ target: `${TOKEN_PATH}?client_secret=${SECRET}` });
    expect(rule(recordingOf([request]))).toMatchObject({
      expected: 'no secret in a URL',
      actual: `the secret in the URL of ${POST_TOKEN} (token)`,
    });
  });

  it.each(['export', 'platform'] as const)('is violated by a token sent to %s', (host) => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const request = recorded({ host, target: '/1/2', headers });
    expect(rule(recordingOf([request], { tokens }))).toMatchObject({
      expected: 'the token sent to the template API only',
      actual: `sent with GET /1/2 (${host})`,
    });
  });

  it('returns nothing for two fields that contain the secret only together', () => {
    const headers = { 'X-One': SECRET.slice(0, 9) };
    const request = call('one', { headers, body: SECRET.slice(9) });
    expect(rule(recordingOf([request]))).toBeUndefined();
  });

  it('is a warning if the client prints the secret', () => {
    for (const output of ['stdout', 'stderr']) {
      const recording = recordingOf([tokenRequest()], { [output]: `using ${SECRET}\n` });
      expect(rule(recording)).toMatchObject({
        atMost: 'warning',
        expected: 'the secret sent to the token endpoint only',
        actual: 'the client printed the secret',
      });
    }
  });

  it('tests nothing if the secret is not known', () => {
    const recording = recordingOf([tokenRequest()]);
    const given = { ...recording.given, clientSecret: '' };
    expect(tests({ ...recording, given })).toEqual([]);
  });
});

it('CLI-TOK-6 is a warning if the secret follows a redirect', () => {
  const [rule] = scenarios['clients.token.redirect'].rules;
  const followed = recorded({ host: 'export', target: '/', method: 'POST', body: SECRET });
  expect(rule?.(recordingOf([tokenRequest(), followed]))).toMatchObject({
    atMost: 'warning',
    expected: 'no secret sent to the host of the redirect',
    actual: 'the secret was sent with POST / (export)',
  });
  const without = recorded({ host: 'export', target: '/' });
  expect(rule?.(recordingOf([tokenRequest(), without]))).toBeUndefined();
});

it('CLI-TOK-6 is a warning if the token follows a redirect', () => {
  const rule = scenarios['clients.token.redirect-call'].rules[1];
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const followed = recorded({ host: 'export', target: '/', headers });
  expect(rule?.(recordingOf([call(TOKEN), followed], { tokens }))).toMatchObject({
    atMost: 'warning',
    expected: 'no token sent to the host of the redirect',
    actual: 'the token was sent with GET / (export)',
  });
  const without = recorded({ host: 'export', target: '/' });
  expect(rule?.(recordingOf([call(TOKEN), without], { tokens }))).toBeUndefined();
});
