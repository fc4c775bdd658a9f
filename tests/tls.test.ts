import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../src/cli/io.js';
import { judgeGate } from '../src/cli/reports/gate.js';
import { makeCertificateAuthority } from '../src/clients/certificate-authority.js';
import { runSuites } from '../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../src/ledger/index.js';
import { runReport } from '../src/report/index.js';
import { targetFrom } from '../src/settings/index.js';
import { suites } from '../suites/index.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('a target whose certificate has expired', () => {
  it('is not judged, and gets no credentials', async () => {
    let asked = 0;
    const authority = await makeCertificateAuthority('localhost', { endsInMs: -DAY_MS });
    const server = createServer({ key: authority.key, cert: authority.cert }, (_, to) => {
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
      authority.remove();
    }
  }, 60_000);
});
