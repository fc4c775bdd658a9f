import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReference } from '../src/reference/index.js';
import { assay } from './gate/assay.js';

/**
 * Every value of a target may be made of a few texts, so that they equal and contain each other.
 */
const part = fc.constantFrom(
  'client-1',
  'staging',
  'platform-secret-1',
  'Zx9',
  '789',
  's3"c\'r&t<x>+/=%41 ü€$^*()[]',
  'a\\b',
);
const text = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('-'));
const headerValue = fc.oneof(
  fc
    .tuple(text, text)
    .map(([id, secret]) => `${id.replaceAll(/[^\w-]/g, '')}:${secret.replaceAll(/[^!-~]/g, '')}`),
  text.map((value) => `Bearer ${value.replaceAll(/[^!-~]/g, '')}`),
  fc.tuple(text, text).map((pair) => `Basic ${Buffer.from(pair.join(':')).toString('base64')}`),
);
const settings = fc.record({
  name: text.map((value) => value.replaceAll(/[^\w-]/g, '')),
  token: text.map((value) => value.replaceAll(/[^\w-]/g, '')),
  clientId: text,
  clientSecret: text,
  header: headerValue,
  isEchoing: fc.boolean(),
});

let reference: Awaited<ReturnType<typeof startReference>>;
const echo = createServer((request, response) => {
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const all = [request.url, ...headers].join(' | ');
  const echoed = {
    error: all,
    name: JSON.stringify(all),
    data: [{ id: 1, name: encodeURIComponent(all) }],
  };
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(echoed).replaceAll('/', '\\/'));
});
beforeAll(async () => {
  reference = await startReference();
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  echo.closeAllConnections();
  echo.close();
  await reference.close();
});

/** What a file says; a compressed one is read as `zcat` shows it. */
function contentOf(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

const encodingsOf = (value: string): readonly string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
];

it('shows no secret and ends without an internal error, whatever the credentials have in common', async () => {
  const codes = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      settings,
      async ({ name, token, clientId, clientSecret, header, isEchoing }) => {
        const folder = mkdtempSync(path.join(tmpdir(), 'assay-credentials-'));
        const out = path.join(folder, 'reports');
        const echoUrl = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
        const at = (url: string | undefined): string => (isEchoing ? echoUrl : (url ?? ''));
        const { EXPORT_BASE_URL, AUTH_URL, ETM_BASE_URL, PLATFORM_BASE_URL } =
          reference.environment();
        const target = {
          name,
          export: {
            baseUrl: at(EXPORT_BASE_URL),
            siteId: 123,
            channelId: 456,
            destination: { id: 789, token: '${TOKEN}' },
          },
          templates: {
            baseUrl: at(ETM_BASE_URL),
            authUrl: at(AUTH_URL),
            client: { id: clientId, secret: '${CLIENT_SECRET}' },
          },
          platform: {
            baseUrl: at(PLATFORM_BASE_URL),
            collections: ['projects'],
            headers: { 'X-Auth-Token': '${HEADER}' },
          },
        };
        const file = path.join(folder, 'target.json');
        writeFileSync(file, JSON.stringify(target));
        const argv = [
          'run',
          '--target',
          file,
          '--out',
          out,
          '--max-requests',
          '20',
          '--no-preflight',
        ];
        const environment = { TOKEN: token, CLIENT_SECRET: clientSecret, HEADER: header };
        const run = await assay(argv, { environment, cwd: folder });
        codes.add(run.code);
        expect(run.code, run.err).not.toBe(70);
        const files =
          run.code === 2 ? [] : readdirSync(out).map((file) => contentOf(path.join(out, file)));
        const secret = header.includes(':')
          ? header.slice(header.indexOf(':') + 1)
          : header.split(' ')[1];
        const values = [token, clientSecret, header, secret ?? ''];
        const spelled = values.filter(({ length }) => length >= 6).flatMap(encodingsOf);
        for (const shown of [run.out, run.err, ...files])
          expect(spelled.filter((text) => shown.includes(text))).toEqual([]);
      },
    ),
    { seed: 46, numRuns: process.env.ASSAY_NIGHTLY === undefined ? 10 : 200 },
  );
  // Neither are all refused, nor is none.
  expect([...codes]).toEqual(expect.arrayContaining([2]));
  expect(codes.size).toBeGreaterThan(1);
});

it('passes a conforming target whose public id is part of another id and of its name', async () => {
  const header = 'client-1:platform-secret-1';
  const own = await startReference({ platformHeaders: { 'X-Auth-Token': header } });
  try {
    const folder = mkdtempSync(path.join(tmpdir(), 'assay-credentials-'));
    const {
      AUTH_URL,
      ETM_BASE_URL,
      PLATFORM_BASE_URL,
      PLATFORM_COLLECTIONS = '',
    } = own.environment();
    const target = {
      name: 'client-1-staging',
      templates: {
        baseUrl: ETM_BASE_URL,
        authUrl: AUTH_URL,
        client: { id: 'twin-client-1', secret: '${CLIENT_SECRET}' },
      },
      platform: {
        baseUrl: PLATFORM_BASE_URL,
        collections: PLATFORM_COLLECTIONS.split(','),
        headers: { 'X-Auth-Token': '${HEADER}' },
      },
    };
    const file = path.join(folder, 'target.json');
    writeFileSync(file, JSON.stringify(target));
    const out = path.join(folder, 'reports');
    const argv = ['run', '--target', file, '--interface', 'platform', '--out', out];
    const environment = { CLIENT_SECRET: 'templates-secret-1', HEADER: header };
    expect(await assay(argv, { environment, cwd: folder })).toMatchObject({ code: 0 });
    const files = readdirSync(out).map((name) => contentOf(path.join(out, name)));
    expect(files.some((text) => text.includes('twin-client-1'))).toBe(true);
    for (const text of files) expect(text).not.toContain('platform-secret-1');
  } finally {
    await own.close();
  }
});
