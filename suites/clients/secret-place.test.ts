import { describe, expect, it } from 'vitest';
import { call, recorded, recordingOf, tokenRequest } from '../../tests/clients/recording-of.js';
import { secretPlace } from './secret-place.js';

const { scenarios, traffic } = secretPlace['CLI-TOK-6'];
const SECRET = 'secret-of-the-client';

describe('CLI-TOK-6', () => {
  const { rule, tests } = traffic['clients.traffic.secret'];

  it('holds for the secret in a token request and tokens in calls', () => {
    expect(rule(recordingOf([tokenRequest(), call('token-one')]))).toBeUndefined();
  });

  it.each([
    ['the secret in a URL', tokenRequest({ target: `/token?client_secret=${SECRET}` })],
    ['the secret in a call', call('one', { headers: { 'X-Secret': SECRET } })],
    ['the secret at another path', tokenRequest({ target: '/other' })],
    [
      'the encoded secret in a call',
      call('one', { headers: { Authorization: Buffer.from(`id:${SECRET}`).toString('base64') } }),
    ],
  ])('is violated by %s', (_, request) => {
    expect(rule(recordingOf([request]))).toMatchObject({ kind: 'deviates' });
    expect(rule(recordingOf([request]))).not.toHaveProperty('atMost');
  });

  it('is violated by a token that is sent to the export API', () => {
    const tokens = [{ value: 'token-of-the-template-api', issuedMs: 0, endsMs: 1000 }];
    const headers = { Authorization: 'Bearer token-of-the-template-api' };
    const request = recorded({ host: 'export', target: '/1/2', headers });
    expect(rule(recordingOf([request], { tokens }))).toMatchObject({
      expected: 'the token sent to the template API only',
    });
  });

  it('is a warning if the client prints the secret', () => {
    const recording = recordingOf([tokenRequest()], { stdout: `using ${SECRET}\n` });
    expect(rule(recording)).toMatchObject({ atMost: 'warning' });
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
  expect(rule?.(recordingOf([tokenRequest(), followed]))).toMatchObject({ atMost: 'warning' });
  const without = recorded({ host: 'export', target: '/' });
  expect(rule?.(recordingOf([tokenRequest(), without]))).toBeUndefined();
});
