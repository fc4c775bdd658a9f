import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineNames, message, type Opening, type Outcome, openPool } from './index.js';

const withoutOpenssl = spawnSync('openssl', ['version']).error !== undefined;

describe.skipIf(withoutOpenssl)('a target with TLS (needs openssl)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-load-tls-'));
  const versions: string[] = [];
  let origin = '';
  let close = (): void => {};

  beforeAll(async () => {
    const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    execFileSync('openssl', [...words, '-keyout', 'key.pem', '-out', 'cert.pem'], { cwd: folder, stdio: 'pipe' });
    const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
    const server = createSecureServer(
      { key: read('key.pem'), cert: read('cert.pem'), allowHTTP1: true },
      (request, response) => {
        versions.push(request.httpVersion);
        response.end('x');
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    origin = `https://localhost:${typeof address === 'object' ? address?.port : 0}`;
    close = () => server.close();
  });
  afterAll(() => {
    close();
    rmSync(folder, { recursive: true });
  });

  it.each(engineNames)('gets no request where its certificate is not trusted (%s)', async (engine) => {
    const openings: Opening[] = [];
    const opened = (opening: Opening): void => void openings.push(opening);
    const pool = await openPool({ origin, engine, connections: 1, timeout: 200, backlog: 10, opened });
    const sent = message({ method: 'GET', url: new URL(origin), headers: {} });
    const request = { origin, title: 'x', message: sent, expects: 200, repeatable: true, reads: false };
    const outcome = await new Promise<Outcome>((resolve) =>
      pool.submit({
        ...{ request, intended: performance.now(), sent: 0, firstByte: 0, tries: 0, keep: false },
        settle: (_, how) => resolve(how),
      }),
    );
    await pool.close('test over');
    expect(outcome).toEqual({ kind: 'dropped', reason: 'no connection was free in time' });
    expect(pool.counts.connectFailures).toBeGreaterThan(0);
    expect(openings).toEqual([]);
    expect(versions).toEqual([]);
  });
});
