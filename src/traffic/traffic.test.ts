import { describe, expect, it } from 'vitest';
import type { HarEntry } from '../formats/har.js';
import { Redactor } from '../http/index.js';
import { type TargetFile, targetFrom } from '../settings/index.js';
import { trafficOfOthers } from './from-others.js';
import { recordingOf } from './recording.js';
import { standInToken } from './stand-in-token.js';

const BASE = 'https://export.test/api';
const bare: TargetFile = {
  export: { baseUrl: BASE },
  platform: { baseUrl: 'https://core.test' },
  handover: { baseUrl: 'https://cde.test' },
};
const V2 = `${BASE}/sites/1/channels/2/destinations/3/products`;
const JSON_API = ['Accept', 'application/vnd.api+json'] as const;
const TOKEN = ['x-ea-auth-token', 'token-of-three'] as const;
const LIST = '{"data":[],"meta":{"total":0,"limit":100,"offset":0}}';

let at = Date.UTC(2026, 0, 31);
const entry = (
  url: string,
  more: Partial<HarEntry> & { status?: number; text?: string | undefined } = {},
): HarEntry => {
  const { status = 200, headers = [JSON_API, TOKEN], ...rest } = more;
  const body = 'text' in more ? more.text : LIST;
  at += 1000;
  return {
    method: 'GET',
    url,
    headers,
    at,
    durationMs: 5,
    response: {
      status,
      headers: [['Content-Type', 'application/vnd.api+json']],
      body: body === undefined ? undefined : Buffer.from(body),
    },
    own: {},
    ...rest,
  };
};

describe('a recording that replaces a target', () => {
  const target = targetFrom(bare);
  const ask = (...statuses: readonly number[]) => {
    const entries = statuses.map((status, id) => ({
      ...entry(V2),
      id,
      interface: 'export',
      answer: { status, headers: [], body: Buffer.from(String(id)) },
    }));
    const transport = recordingOf(entries, target, 'of a run').transport(new Redactor([]));
    const signal = new AbortController().signal;
    return (url = V2, notBefore = 0) =>
      transport
        .send(
          {
            interface: 'export',
            url,
            headers: [JSON_API, TOKEN],
            reveal: ['X-EA-Auth-Token'],
            notBefore,
          },
          signal,
        )
        .then(
          ({ body }) => body.toString(),
          (error: Error) => error.message,
        );
  };

  it('returns recorded responses in order, and then repeats the last response', async () => {
    const send = ask(200, 200);
    expect([await send(), await send(), await send()]).toEqual(['0', '1', '1']);
  });

  it('returns 429 and 5xx only as often as they were recorded', async () => {
    for (const status of [429, 500, 503]) {
      const send = ask(status);
      expect([await send(), await send()]).toEqual([
        '0',
        expect.stringContaining('not in the recording'),
      ]);
    }
  });

  it('rejects a request that was not recorded', async () => {
    expect(await ask(200)(`${V2}?limit=1`)).toBe(`not in the recording: GET ${V2}?limit=1`);
  });

  it('returns to a client that waited the response that was recorded at that time', async () => {
    const send = ask(200, 200, 200);
    expect(await send(V2, at + 1)).toBe('2');
    expect(await send(V2, at + 60_000)).toContain('not in the recording');
  });
});

describe('recorded traffic of other clients', () => {
  const kept = (entries: readonly HarEntry[], target: TargetFile = bare) => {
    const found = trafficOfOthers(entries, targetFrom(target));
    return { ...found, urls: found.entries.map(({ url }) => url) };
  };

  it('shows the settings that are not configured', () => {
    const page = entry('https://core.test/platform/v2/projects?limit=5', { headers: [] });
    const { target } = kept([entry(V2), page]);
    expect(target.export).toMatchObject({
      siteId: 1,
      channelId: 2,
      destination: { id: 3, token: 'token-of-three' },
    });
    expect(target.platform?.collections).toEqual(['projects']);
    expect(target.secrets).toContainEqual({ name: 'EXPORT_TOKEN', value: 'token-of-three' });
  });

  it('is written as in the document, even if the recorder changed it', () => {
    const headers = [['user-agent', 'x'], ['accept', 'application/vnd.api+json'], TOKEN] as const;
    expect(kept([entry(V2, { headers })]).entries[0]?.headers).toEqual([
      JSON_API,
      ['X-EA-Auth-Token', 'token-of-three'],
    ]);
  });

  it('is judged in the format of the response if the request allows any format', () => {
    const headers = [['accept', '*/*'], TOKEN] as const;
    const { entries } = kept([entry(V2, { headers }), entry(V2, { headers, text: '[]' })]);
    expect(entries.map((one) => one.headers[0])).toEqual([JSON_API]);
  });

  it.each<readonly [string, HarEntry]>([
    ['an address outside the target', entry(`${BASE}ary/sites`)],
    ['no response', { ...entry(V2), response: undefined }],
    ['a conditional request', entry(V2, { headers: [JSON_API, TOKEN, ['If-None-Match', '"x"']] })],
    ['a part', entry(V2, { status: 206 })],
    ['a redirect', entry(V2, { status: 302 })],
    ['the answer of a proxy on the way', entry(V2, { status: 407 })],
    ['an answer of a cache', entry(V2, { own: { _fromCache: 'memory' } })],
    ['a preflight', entry(V2, { method: 'OPTIONS' })],
    [
      'a masked token, refused',
      entry(V2, { headers: [JSON_API, ['X-EA-Auth-Token', 'REDACTED']], status: 401 }),
    ],
    [
      'a token that nobody knows and that is accepted',
      entry(V2, { headers: [JSON_API, ['X-EA-Auth-Token', 'token-2']] }),
    ],
    ['the known token, refused', entry(V2, { status: 403 })],
    [
      'a handover whose authorization may have been removed',
      entry('https://cde.test/handover', { method: 'POST' }),
    ],
  ])('leaves out %s', (_, left) => {
    const good = entry(V2);
    expect(kept([good, good, left]).urls).toEqual([V2, V2]);
  });

  it('replaces a removed token only if it belongs to the known destination', () => {
    const bare = entry(V2, { headers: [JSON_API] });
    const other = entry(V2.replace('/destinations/3/', '/destinations/4/'), {
      headers: [JSON_API],
    });
    expect(kept([bare, bare, other]).urls).toEqual([V2, V2]);
  });

  it('contains a request without a token only if other requests have a token', () => {
    const without = entry(V2, { headers: [JSON_API], status: 401, text: '{"errors":[]}' });
    expect(kept([without]).urls).toEqual([]);
    expect(kept([entry(V2), without]).urls).toEqual([V2, V2]);
  });
});

it('replaces a removed token by a placeholder with the same parts', () => {
  const [header, claims, signature] = standInToken('${ACCESS_TOKEN_1}', [
    { alg: 'RS256' },
    { exp: 1 },
    342,
  ]).split('.');
  expect(JSON.parse(Buffer.from(header ?? '', 'base64url').toString())).toEqual({ alg: 'RS256' });
  expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toEqual({ exp: 1 });
  expect(signature).toMatch(/^stand-in-ACCESS_TOKEN_1-A+$/);
  expect(standInToken('${ACCESS_TOKEN_2}', [12])).toBe('stand-in-ACCESS_TOKEN_2-');
});
