import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { runSuites } from '../../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { reporters, runReport } from '../../src/report/index.js';
import type { RunReport } from '../../src/schema/types.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { targetFrom } from '../../src/settings/index.js';
import { suites } from '../../suites/index.js';
import { HOSTILE_WORDS } from '../report/hostile-words.js';

export type Reply = (words: string) => {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** Places of an answer where a target may put what it likes; a string body goes out as it is. */
export const PLACES: Readonly<Record<string, Reply>> = {
  'the whole body': (words) => ({ body: words }),
  'a body of its own media type': (words) => ({
    body: words,
    headers: { 'Content-Type': `text/html; x="${headerSafe(words)}"` },
  }),
  'a value of a record': (words) => ({
    body: { data: [{ id: 1, name: words }], meta: { total: 1, limit: 100, offset: 0 } },
  }),
  'the name of a column': (words) => ({
    body: { data: [{ id: 1, [words]: 'x' }], meta: { total: 1, limit: 100, offset: 0 } },
  }),
  'the totals': (words) => ({
    body: { data: [], meta: { total: words, limit: words, offset: words } },
  }),
  'a plain error': (words) => ({ status: 401, body: { error: words, message: words } }),
  'a JSON:API error': (words) => ({
    status: 404,
    body: { errors: [{ title: words, detail: words, status: words }] },
  }),
  'a token': (words) => ({ body: { access_token: words, token_type: words, expires_in: words } }),
  'an entity and its cursor': (words) => ({
    body: { Entities: [{ id: words }], meta: { cursor: { current: words, next: words } } },
  }),
  'a header': (words) => ({
    body: [],
    headers: {
      'X-Words': headerSafe(words),
      Location: headerSafe(words),
      'Set-Cookie': headerSafe(words),
    },
  }),
};

const headerSafe = (words: string): string =>
  words.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?').slice(0, 2000);

export const replying =
  (reply: ReturnType<Reply>): RequestListener =>
  (_, to) => {
    const text =
      typeof reply.body === 'string' || Buffer.isBuffer(reply.body)
        ? reply.body
        : JSON.stringify(reply.body);
    to.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', ...reply.headers }).end(
      text,
    );
  };

/** Judges all that such a server gives: the ledger of it. */
export async function judge(handle: RequestListener) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const events: LedgerEvent[] = [];
    const target = targetFrom({
      export: { baseUrl, siteId: 1, channelId: 2, destination: { id: 3, token: 'a-token' } },
      templates: { baseUrl, authUrl: baseUrl, client: { id: 'client', secret: 'a-secret' } },
      platform: { baseUrl, collections: ['projects'] },
      handover: { baseUrl },
    });
    await runSuites(suites, target, {
      clock: virtualClock(),
      maxRequests: 20,
      toolVersion: 'test',
      record: (event) => void events.push(event),
    });
    return foldLedger(events);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The report of a ledger, when every reporter has made something of it. */
export function reported(ledger: Awaited<ReturnType<typeof judge>>): RunReport {
  const report = runReport(ledger);
  for (const { make } of Object.values(reporters))
    expect(make(report, ledger).length).toBeGreaterThan(0);
  return report;
}

/** Must clauses that passed, but for those that any answer may keep. */
export const passedMust = ({ clauses }: RunReport, harmless: RegExp): readonly string[] =>
  clauses
    .filter(
      ({ id, level, verdict }) => level === 'must' && verdict === 'passed' && !harmless.test(id),
    )
    .map(({ id }) => id);

/** Must clauses that any words may keep: what they forbid is not in them. */
export const HARMLESS = /^(EXP-ROOT-\d|TOK-RE[QS]-[12]|HND-AUTH-[12])$/;

export const KINDS = Object.entries(HOSTILE_WORDS).map(
  ([kind, words]) => [kind, kind === 'five megabytes' ? words.slice(0, 200_000) : words] as const,
);
