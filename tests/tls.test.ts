import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EXIT } from '../src/cli/io.js';
import { judgeGate } from '../src/cli/reports/gate.js';
import { runSuites } from '../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../src/ledger/index.js';
import { runReport } from '../src/report/index.js';
import { targetFrom } from '../src/settings/index.js';
import { suites } from '../suites/index.js';
import { withoutOpenssl } from './http/without-openssl.js';

const folder = mkdtempSync(path.join(tmpdir(), 'assay-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A key and a certificate for localhost that ended yesterday, signed by an authority of its own. */
function expiredCertificate(): { readonly key: string; readonly cert: string } {
  const openssl = (...words: readonly string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout'];
  openssl('req', '-x509', ...key, 'ca-key.pem', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=CertificateAuthority');
  openssl('req', ...key, 'key.pem', '-out', 'request.pem', '-subj', '/CN=localhost');
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-CAcreateserial'];
  openssl('x509', '-req', '-in', 'request.pem', ...signing, '-days', '-1', '-out', 'cert.pem');
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  return { key: read('key.pem'), cert: read('cert.pem') };
}

describe.skipIf(withoutOpenssl)('a target whose certificate has expired (needs openssl)', () => {
  it('is not judged, and gets no credentials', async () => {
    let asked = 0;
    const server = createServer(expiredCertificate(), (_, to) => {
      asked += 1;
      to.end('[]');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const baseUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
      const target = targetFrom({
        export: { baseUrl, siteId: 1, channelId: 2, destination: { id: 3, token: 'a-token' } },
        templates: { baseUrl, authUrl: baseUrl, client: { id: 'client', secret: 'a-secret' } },
      });
      const events: LedgerEvent[] = [];
      await runSuites(suites, target, {
        maxRequests: 20,
        toolVersion: 'test',
        record: (event) => void events.push(event),
      });
      const report = runReport(foldLedger(events));
      expect(report.verdicts).toMatchObject({ passed: 0, failed: 0 });
      expect(report.checks.some(({ reason }) => reason?.startsWith('tls: '))).toBe(true);
      expect(judgeGate(report).code).toBe(EXIT.unjudged);
      expect(asked).toBe(0);
    } finally {
      server.close();
    }
  }, 60_000);
});
