import { expect, it } from 'vitest';
import type { HarEntry } from '../formats/har.js';
import { targetFrom } from '../settings/index.js';
import { completedTarget } from './completed-target.js';

const target = targetFrom({ templates: { authUrl: 'https://auth.test' } });

const tokenRequest = (credentials: string): HarEntry => ({
  at: 0,
  durationMs: 1,
  method: 'POST',
  url: 'https://auth.test/realms/example/protocol/openid-connect/token',
  headers: [['Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`]],
  body: 'grant_type=client_credentials',
  own: {},
  response: { status: 200, headers: [] },
});

it.each([
  ['client-7:s3cret-a+b&c', 's3cret-a+b&c'],
  ['client-7:s3cret-100%-x', 's3cret-100%-x'],
  ['client-7:s3cret+a%2Bb%26c', 's3cret a+b&c'],
])(
  'reads Basic credentials as they are, or form-encoded if they have an escape: %s',
  (sent, secret) => {
    expect(completedTarget(target, [tokenRequest(sent)]).templates?.client).toEqual({
      id: 'client-7',
      secret,
    });
  },
);
