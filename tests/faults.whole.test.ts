import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { judgeGate } from '../src/cli/reports/gate.js';
import type { RunReport } from '../src/schema/types.js';
import type { TargetFile } from '../src/settings/index.js';
import { judgeAll } from './reference/impostors/judge-all.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function serve(handle: RequestListener): Promise<string> {
  server = createServer(handle);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
}

const everything = (baseUrl: string, timeout = '300ms'): TargetFile => ({
  timeout,
  export: { baseUrl, siteId: 1, channelId: 2, destination: { id: 3, token: 'a-token' } },
  templates: { baseUrl, authUrl: baseUrl, client: { id: 'client', secret: 'a-secret' } },
  platform: { baseUrl, collections: ['projects'] },
  handover: { baseUrl },
});

/** Clauses that a server can keep whatever it answers to everything: nothing vacuous among them. */
const harmless = /^(EXP-ROOT-\d|TOK-RES-2|HND-AUTH-[12])$/;
const passedMust = ({ clauses }: RunReport): readonly string[] =>
  clauses
    .filter(
      ({ id, level, verdict }) => level === 'must' && verdict === 'passed' && !harmless.test(id),
    )
    .map(({ id }) => id);

const json = { 'Content-Type': 'application/json' };

describe('an answer that is none', () => {
  it.each<[string, RequestListener, number, timeout?: string]>([
    [
      'HTML instead of JSON',
      (_, res) =>
        res.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Please log in</html>'),
      1,
    ],
    ['truncated JSON', (_, res) => res.writeHead(200, json).end('{"data":[{"id":1'), 1],
    ['an empty body', (_, res) => res.writeHead(200, json).end(), 1],
    [
      'JSON in a charset that it is not in',
      (_, res) =>
        res
          .writeHead(200, { 'Content-Type': 'application/json; charset=utf-16le' })
          .end('{"data":[]}'),
      1,
    ],
    ['a redirect to itself', (req, res) => res.writeHead(302, { Location: req.url }).end(), 1],
    ['{} to everything', (_, res) => res.writeHead(200, json).end('{}'), 1],
    [
      '401 to everything',
      (_, res) =>
        res
          .writeHead(401, json)
          .end(
            '{"error":"Authentication token is required","message":"You have to be authorized"}',
          ),
      1,
    ],
    ['a body that never ends', (_, res) => void res.writeHead(200, json).write('['), 3, '60ms'],
    ['no answer at all', () => undefined, 3, '60ms'],
    ['a reset before the answer', (req) => req.socket.destroy(), 3],
    [
      'a reset within the answer',
      (req, res) => {
        res.writeHead(200, { ...json, 'Content-Length': '100' });
        res.write('[{"id":1}', () => req.socket.destroy());
      },
      3,
    ],
    ['no HTTP', (req) => void req.socket.end('SSH-2.0-OpenSSH_9.2\r\n'), 3],
    ['429 to everything', (_, res) => res.writeHead(429, { 'Retry-After': '1' }).end(), 3],
    ['503 to everything', (_, res) => res.writeHead(503).end(), 3],
  ])(
    '%s comes to no pass and the right exit code',
    async (_, handle, code, timeout) => {
      const report = await judgeAll(everything(await serve(handle), timeout));
      expect(passedMust(report)).toEqual([]);
      expect(judgeGate(report).code).toBe(code);
    },
    60_000,
  );

  it('is inconclusive where nobody listens, where the name is unknown and where TLS is not spoken', async () => {
    const plain = await serve((_, res) => res.end('ok'));
    for (const baseUrl of [
      'http://127.0.0.1:1',
      'http://assay.invalid',
      plain.replace('http:', 'https:'),
    ]) {
      const report = await judgeAll(everything(baseUrl), 20);
      expect(report.verdicts.failed).toBe(0);
      expect(judgeGate(report).code).toBe(3);
    }
  }, 60_000);

  it('is inconclusive where it is larger than can be read', async () => {
    const large = Buffer.alloc(10 * 1024 * 1024, ' ');
    const baseUrl = await serve((_, res) => res.writeHead(200, json).end(large));
    const report = await judgeAll(
      { timeout: '5s', export: everything(baseUrl).export ?? { baseUrl } },
      12,
    );
    expect(passedMust(report)).toEqual([]);
    expect(report.checks.some(({ reason }) => reason?.includes('too-large'))).toBe(true);
  }, 60_000);
});
