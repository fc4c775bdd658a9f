import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReference } from '../../src/reference/index.js';
import type { TargetFile } from '../../src/settings/index.js';
import { assay } from './assay.js';

interface Situation {
  /** The server that answers; undefined if none does. */
  readonly answer?: RequestListener;
  /** The target file, made for the address of the server. */
  readonly target: (origin: string) => TargetFile;
  readonly signal?: () => AbortSignal;
}

const exportAt = (baseUrl: string): TargetFile => ({
  patience: '1s',
  timeout: '2s',
  export: {
    baseUrl,
    siteId: 1,
    channelId: 2,
    destination: { id: 3, token: 'token-of-main_1-abcdef' },
  },
});
const always =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, to) =>
    void to.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
const HTML = { 'Content-Type': 'text/html' };

const SITUATIONS: Readonly<Record<string, Situation>> = {
  'nothing listens': { target: () => exportAt('http://127.0.0.1:1') },
  'the host name is unknown': { target: () => exportAt('http://assay-no-such-host.invalid') },
  'the server has no TLS': {
    answer: always(200, '[]'),
    target: (origin) => exportAt(origin.replace('http:', 'https:')),
  },
  'the credential is wrong': {
    answer: always(403, '{"error":"Token is not authorized for this destination"}'),
    target: exportAt,
  },
  'every response is 500': { answer: always(500, '{"error":"boom"}'), target: exportAt },
  'every response is HTML': {
    answer: always(200, '<html><title>Sign in</title></html>', HTML),
    target: exportAt,
  },
  'every response is 404 HTML': {
    answer: always(404, '<html><title>Not found</title></html>', HTML),
    target: exportAt,
  },
  'every response is 429': {
    answer: always(429, '{"error":"slow down"}', { 'Retry-After': '36000' }),
    target: exportAt,
  },
  'every response is a challenge': {
    answer: always(403, '<title>Just a moment...</title>', {
      ...HTML,
      'cf-mitigated': 'challenge',
    }),
    target: exportAt,
  },
  'the destination is empty': {
    answer: ({ url = '' }, to) => {
      const status = url === '/' ? 200 : 404;
      const type = url === '/' ? 'text/html' : 'application/json';
      to.writeHead(status, { 'Content-Type': type });
      to.end(url === '/' ? '<p>Export</p>' : '{"message":"No exported data"}');
    },
    target: exportAt,
  },
  'the run is interrupted at once': {
    answer: always(200, '[]'),
    target: exportAt,
    signal: () => AbortSignal.abort(),
  },
};

async function runIn({ answer, target, signal }: Situation) {
  const server = answer && createServer(answer);
  await new Promise<void>((resolve) =>
    server === undefined ? resolve() : server.listen(0, '127.0.0.1', resolve),
  );
  const port = (server?.address() as AddressInfo | undefined)?.port ?? 1;
  const { cwd } = await assay(['list', 'profiles']);
  writeFileSync(path.join(cwd, 'target.json'), JSON.stringify(target(`http://127.0.0.1:${port}`)));
  const { code, err } = await assay(
    [
      'run',
      '--target',
      'target.json',
      '--out',
      'out',
      '--reporter',
      'junit,ctrf,sarif,badge,html,markdown',
    ],
    { cwd, ...(signal === undefined ? {} : { signal: signal() }) },
  );
  server?.closeAllConnections();
  server?.close();
  const read = (name: string): string => readFileSync(path.join(cwd, 'out', name), 'utf8');
  return { code, err, read };
}

/** How a consumer of the file concludes. */
const isGreen = {
  junit: (text: string): boolean =>
    !/<(failure|error)\b/.test(text) && /errors="0"/.test(text) && /failures="0"/.test(text),
  ctrf: (text: string): boolean => JSON.parse(text).results.summary.failed === 0,
  sarif: (text: string): boolean =>
    JSON.parse(text).runs[0].invocations[0].executionSuccessful === true &&
    JSON.parse(text).runs[0].results.length === 0,
};
const GREEN = '#14713d';

describe.each(Object.entries(SITUATIONS))('%s', (_, situation) => {
  it('no consumer of a report concludes a success', async () => {
    const { code, err, read } = await runIn(situation);
    expect(code).not.toBe(0);
    expect(err).not.toContain('Internal error');
    expect(isGreen.junit(read('junit.xml'))).toBe(false);
    expect(isGreen.ctrf(read('ctrf.json'))).toBe(false);
    expect(isGreen.sarif(read('results.sarif'))).toBe(false);
    expect(read('badge.svg')).not.toContain(GREEN);
    const [outcome = ''] = /<h1>.*?<\/p>/s.exec(read('report.html')) ?? [];
    expect(outcome).toMatch(/Not judged|Interrupted|The gate does not hold/);
    expect(outcome).not.toMatch(/class="[^"]*\bgood\b/);
    expect(read('summary.md')).toMatch(/Not judged|Interrupted|The gate does not hold/);
  }, 60_000);
});

it('a run whose requests are all withheld is not green', async () => {
  const server = await startReference();
  const { cwd } = await assay(['list', 'profiles']);
  const target = {
    allow: { suspiciousValues: false },
    export: server.target.export && { ...server.target.export, baseUrl: server.baseUrls.export },
  };
  writeFileSync(path.join(cwd, 'target.json'), JSON.stringify(target));
  const words = ['run', '--target', 'target.json', '--check', 'export.filter.literals-absent'];
  const { code } = await assay(
    [...words, '--out', 'out', '--reporter', 'junit,ctrf,sarif,badge,html,markdown'],
    { cwd },
  );
  await server.close();
  expect([0, 3]).toContain(code);
  const text = readFileSync(path.join(cwd, 'out/ctrf.json'), 'utf8');
  expect(isGreen.ctrf(text)).toBe(code === 0);
});
