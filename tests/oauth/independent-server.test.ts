import { afterAll, beforeAll, expect, it } from 'vitest';
import { runSuites } from '../../src/harness/index.js';
import { foldLedger, type LedgerEvent, type VerdictEvent } from '../../src/ledger/index.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';
import { type IndependentServer, startIndependentServer } from './independent-server.js';

let server: IndependentServer;
let verdicts: readonly VerdictEvent[];
let tokenRequests = 0;
beforeAll(async () => {
  server = await startIndependentServer();
  const events: LedgerEvent[] = [];
  await runSuites(suites, targetFrom(server.target), {
    toolVersion: 'test',
    record: (event) => void events.push(event),
  });
  const ledger = foldLedger(events);
  verdicts = ledger.verdicts.filter((event) => event.interface === 'templates');
  tokenRequests = [...ledger.exchanges.values()].filter(
    ({ request }) => request.method === 'POST' && request.url.endsWith('/token'),
  ).length;
}, 60_000);
afterAll(() => server.close());

// oidc-provider calls a missing grant_type invalid_request, as RFC 6749 does, and an unknown one
// unsupported_grant_type.
it('accuses an OAuth server that others wrote of nothing', () => {
  const complaints = verdicts.filter(
    ({ verdict }) => verdict === 'failed' || verdict === 'inconclusive',
  );
  expect(complaints.map(({ check, reason }) => `${check}: ${reason}`)).toEqual([]);
});

it('judges its tokens, errors, discovery and signatures', () => {
  const passed = new Set(
    verdicts.filter(({ verdict }) => verdict === 'passed').flatMap(({ clauses }) => clauses),
  );
  for (const clause of [
    'TOK-REQ-1',
    'TOK-REQ-2',
    'TOK-RES-1',
    'TOK-RES-4',
    'TOK-ERR-1',
    'TOK-DISC-2',
    'TOK-LIFE-2',
    'ETM-AUTH-2',
  ])
    expect([...passed]).toContain(clause);
});

// Most of them are malformed, and are refused without a token.
it('spares the token endpoint: at most 94 token requests', () => {
  expect(tokenRequests).toBeGreaterThan(2);
  expect(tokenRequests).toBeLessThanOrEqual(94);
});
