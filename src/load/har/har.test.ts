import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { targetFrom } from '../../settings/index.js';
import { profileFrom } from '../profile/read.js';
import { profileOfHar } from './profile.js';

const target = targetFrom(
  {
    export: {
      baseUrl: 'https://export.example.com/api',
      siteId: 1,
      channelId: 2,
      destination: { id: 3, token: 'token-of-three' },
      otherDestination: { id: 4, token: 'token/of four' },
    },
  },
  'file',
);
const folder = mkdtempSync(path.join(tmpdir(), 'assay-har-'));

afterAll(() => rmSync(folder, { recursive: true }));

const entry = (request: object, status = 200) => ({
  startedDateTime: '2026-01-01T00:00:00Z',
  request: { method: 'GET', headers: [], ...request },
  response: { status },
});

const writeRecording = (entries: readonly object[]): string => {
  const file = path.join(folder, 'recording.har');
  writeFileSync(file, JSON.stringify({ log: { entries } }));
  return file;
};

/**
 * Makes a profile that mixes the recorded requests by weight, as for a recording that is too long
 * for a sequence.
 */
async function mixOf(...entries: readonly object[]) {
  const { profile, notes } = await profileOfHar(writeRecording(entries), target, { mostSteps: 0 });
  const { scenarios } = profileFrom(profile, 'recording');
  return { requests: scenarios.map(({ request }) => request), scenarios, notes };
}

async function sequenceOf(...entries: readonly object[]) {
  const { profile, notes } = await profileOfHar(writeRecording(entries), target);
  const { scenarios } = profileFrom(profile, 'recording');
  const steps = scenarios.flatMap((one) => one.steps ?? []);
  return {
    requests: steps.map(({ request }) => request),
    steps,
    scenarios,
    notes,
    text: JSON.stringify(profile),
  };
}

const addressOf = (rest: string): string => `https://export.example.com/api${rest}`;

it('replaces identifiers and credentials by placeholders in every part of a request', async () => {
  const headers = [
    { name: 'X-EA-Auth-Token', value: 'token-of-three' },
    { name: 'X-Copy', value: 'for token/of four' },
    { name: 'User-Agent', value: 'a browser' },
    { name: 'Cookie', value: 'session=1' },
  ];
  const { requests, text } = await sequenceOf(
    entry({ url: addressOf('/1/2?limit=5&key=token%2Fof+four'), headers }),
  );
  expect(requests).toEqual([
    {
      interface: 'export',
      path: '/{{siteId}}/{{channelId}}',
      query: { limit: '5', key: '{{EXPORT_OTHER_TOKEN}}' },
      headers: { 'X-Copy': 'for {{EXPORT_OTHER_TOKEN}}' },
      expect: { status: 200 },
    },
  ]);
  expect(text).not.toMatch(/token-of|of four|session/);
});

it('leaves out requests that it cannot send again, and reports the reasons', async () => {
  const post = (text: string) =>
    entry({ method: 'POST', url: addressOf('/login'), postData: { text } });
  const { requests, notes } = await sequenceOf(
    entry({ url: addressOf('/1/2') }),
    entry({ url: 'https://export.example.com/apiary' }),
    post('{"user":"me","password":"hunter2"}'),
    entry({ url: addressOf('/1/2?api_key=unknown') }, 403),
    entry({
      url: addressOf('/1/2?to=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLW9mLWl0'),
    }),
    entry({ url: addressOf('/1/2'), method: 'PURGE' }),
  );
  expect(requests).toHaveLength(1);
  expect(notes).toEqual([
    'Left out: https://export.example.com is not a base URL of the target (1 ×)',
    'Left out: a request whose body contains a credential that is not a setting of the target (1 ×)',
    'Left out: the response was 403 (1 ×)',
    'Left out: a request that contains what looks like a credential (1 ×)',
    'Left out: the method PURGE (1 ×)',
  ]);
});

it('weights a request by its recordings, and counts a 304 as a full response', async () => {
  const { scenarios, requests } = await mixOf(
    entry({ url: addressOf('/a') }),
    entry({ url: addressOf('/b') }, 304),
    entry({ url: addressOf('/b') }),
  );
  expect(scenarios.map(({ weight, name }) => [weight, name])).toEqual([
    [2, '1: GET /b'],
    [1, '2: GET /a'],
  ]);
  expect(requests[0]?.expect).toEqual({ status: 200 });
});

it('rejects a file that is not a recording of the target', async () => {
  await expect(sequenceOf(entry({ url: 'https://elsewhere.example.com/' }))).rejects.toThrow(
    /No request of .* goes to the target/,
  );
  const file = path.join(folder, 'none.har');
  writeFileSync(file, '{}');
  await expect(profileOfHar(file, target)).rejects.toThrow(/is not a HAR file/);
});

it('leaves out requests with a response from a cache of the client', async () => {
  const cached = { ...entry({ url: addressOf('/a') }), _fromCache: 'disk' };
  const { steps, notes } = await sequenceOf(entry({ url: addressOf('/a') }), cached, cached);
  expect(steps).toHaveLength(1);
  expect(notes).toEqual(['Left out: the response came from a cache of the client (2 ×)']);
});

it('makes one scenario of requests that differ in values, with a file of values', async () => {
  const pages = [11, 12, 13].map((page) =>
    entry({ url: addressOf(`/items/${page}?limit=5&from=${page}0`) }),
  );
  const { scenarios, notes } = await mixOf(...pages, entry({ url: addressOf('/items/14') }));
  expect(scenarios.map(({ weight, request }) => [weight, request?.path])).toEqual([
    [3, '/items/11'],
    [1, '/items/14'],
  ]);
  expect(notes).toEqual([
    'The profile is a mix of requests, because a sequence would have more than 0 steps (1 ×)',
    '1: GET /items/11: 3 requests differ only in values; only the first is sent, but --out DIR keeps all (1 ×)',
  ]);
  const { profile, files } = await profileOfHar(path.join(folder, 'recording.har'), target, {
    withData: true,
    mostSteps: 0,
  });
  expect(files).toEqual([
    {
      name: 'values-1.ndjson',
      text: '{"path2":"11","query2":"110"}\n{"path2":"12","query2":"120"}\n{"path2":"13","query2":"130"}\n',
    },
  ]);
  for (const { name, text } of files) writeFileSync(path.join(folder, name), text);
  const [scenario] = profileFrom(profile, 'recording', {
    file: path.join(folder, 'profile.json'),
  }).scenarios;
  expect(scenario?.request).toMatchObject({
    path: '/items/{{path2}}',
    query: { limit: '5', from: '{{query2}}' },
  });
});

const json = (value: unknown) => ({ text: JSON.stringify(value), mimeType: 'application/json' });
const entryAt = (
  seconds: number,
  request: object,
  answer: unknown = {},
): Record<string, unknown> => ({
  startedDateTime: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString(),
  time: 200,
  request: { method: 'GET', headers: [], ...request },
  response: { status: 200, content: json(answer) },
});
const bearer = (token: string) => ({
  headers: [
    { name: 'Authorization', value: `Bearer ${token}` },
    { name: 'Content-Type', value: 'application/json' },
  ],
});

it('captures tokens and ids, and keeps the order and pauses of the requests', async () => {
  const post = (body: object) => ({ method: 'POST', postData: { text: JSON.stringify(body) } });
  const { steps, text, notes } = await sequenceOf(
    entryAt(
      0,
      { url: addressOf('/login?limit=5') },
      { access_token: 'opaque-0123456789', expires_in: 60 },
    ),
    entryAt(
      1,
      { url: addressOf('/carts?limit=5'), ...bearer('opaque-0123456789') },
      { data: [{ id: 71 }, { id: 72 }], meta: { limit: 5, cursor: { next: 90 } } },
    ),
    entryAt(3, { url: addressOf('/carts?limit=5&cursor=90'), ...bearer('opaque-0123456789') }),
    entryAt(3.3, {
      url: addressOf('/carts/72/lines'),
      ...post({ cart: 72, n: 5 }),
      ...bearer('x'),
    }),
  );
  expect(steps.map(({ captures }) => captures.map(({ name, from }) => [name, from]))).toEqual([
    [['access_token', '$.access_token']],
    [
      ['next', '$.meta.cursor.next'],
      ['id', '$.data[-1].id'],
    ],
    [],
    [],
  ]);
  expect(steps.map(({ request }) => [request.path, request.query])).toEqual([
    ['/login', { limit: '5' }],
    ['/carts', { limit: '5' }],
    ['/carts', { limit: '5', cursor: '{{next}}' }],
    ['/carts/{{id}}/lines', undefined],
  ]);
  expect(steps[2]?.request.headers).toMatchObject({ Authorization: 'Bearer {{access_token}}' });
  expect(steps[3]?.request.body).toBe('{"cart":{{id}},"n":5}');
  expect(steps.map(({ think }) => think.meanMs)).toEqual([0, 800, 1800, 100]);
  expect(steps.map(({ title }) => title)).toEqual([
    'GET /login',
    'GET /carts',
    'GET /carts',
    'POST /carts/{id}/lines',
  ]);
  expect(text).not.toContain('opaque');
  expect(notes).toEqual([
    'Authorization was removed: its value is not a setting of the target (1 ×)',
  ]);
});

it('keeps a parameter whose name only resembles that of a credential', async () => {
  const { steps, notes } = await sequenceOf(
    entryAt(0, { url: addressOf('/search?author=Kim&oauth=opaque') }, { size: 3 }),
  );
  expect(steps[0]?.request.query).toEqual({ author: 'Kim' });
  expect(notes).toEqual(['oauth was removed: its value is not a setting of the target (1 ×)']);
});

it('keeps a value of the user even if a response repeats it', async () => {
  const { steps } = await sequenceOf(
    entryAt(0, { url: addressOf('/search?code=A-100') }, { code: 'A-100', size: 3 }),
    entryAt(1, { url: addressOf('/items?code=A-100&size=3') }),
  );
  expect(steps[1]?.request.query).toEqual({ code: 'A-100', size: '{{size}}' });
  expect(steps[0]?.captures.map(({ name }) => name)).toEqual(['size']);
});

it('gives requests that differ only in values one name, and repeats a sequence', async () => {
  const entries = [11, 12, 12, 12, 13].map((page) =>
    entryAt(page, { url: addressOf(`/items/${page}`) }),
  );
  const { steps } = await sequenceOf(...entries);
  expect(steps.map(({ repeat }) => repeat)).toEqual([1, 3, 1]);
  expect(new Set(steps.map(({ title }) => title))).toEqual(new Set(['GET /items/{path2}']));
  const { profile, files } = await profileOfHar(writeRecording(entries), target, {
    withData: true,
  });
  for (const { name, text } of files) writeFileSync(path.join(folder, name), text);
  const [scenario] = profileFrom(profile, 'recording', {
    file: path.join(folder, 'profile.json'),
  }).scenarios;
  expect(scenario?.steps).toMatchObject([{ repeat: 5, request: { path: '/items/{{path2}}' } }]);
  expect(scenario?.steps?.[0]?.feeder?.rows.map(({ path2 }) => path2)).toEqual([
    '11',
    '12',
    '12',
    '12',
    '13',
  ]);
});
