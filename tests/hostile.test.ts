import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { virtualClock } from '../src/cli/selftest/virtual-clock.js';
import { runSuites } from '../src/harness/index.js';
import { foldLedger, type LedgerEvent } from '../src/ledger/index.js';
import { reporters, runReport, terminalReport } from '../src/report/index.js';
import { targetFrom } from '../src/target/index.js';
import { suites } from '../suites/index.js';
import { LARGE_BODIES, NO_RECORDS } from './report/hostile-bodies.js';
import { HOSTILE_WORDS } from './report/hostile-words.js';

type Reply = (words: string) => {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** Places of an answer where a target may put what it likes; a string body goes out as it is. */
const PLACES: Readonly<Record<string, Reply>> = {
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
  'the totals': (words) => ({ body: { data: [], meta: { total: words, limit: words, offset: words } } }),
  'a plain error': (words) => ({ status: 401, body: { error: words, message: words } }),
  'a JSON:API error': (words) => ({ status: 404, body: { errors: [{ title: words, detail: words, status: words }] } }),
  'a token': (words) => ({ body: { access_token: words, token_type: words, expires_in: words } }),
  'an entity and its cursor': (words) => ({
    body: { Entities: [{ id: words }], meta: { cursor: { current: words, next: words } } },
  }),
  'a header': (words) => ({
    body: [],
    headers: { 'X-Words': headerSafe(words), Location: headerSafe(words), 'Set-Cookie': headerSafe(words) },
  }),
};

const headerSafe = (words: string): string => words.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?').slice(0, 2000);

const replying =
  (reply: ReturnType<Reply>): RequestListener =>
  (_, to) => {
    const text =
      typeof reply.body === 'string' || Buffer.isBuffer(reply.body) ? reply.body : JSON.stringify(reply.body);
    to.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', ...reply.headers }).end(text);
  };

async function judge(handle: RequestListener) {
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

/** What a page or a token that is the same to every question holds by its looks; nothing that forbids is among it. */
const LOOKS = /^(EXP-ROUTE-[12]|EXP-AUTH-5|EXP-NEG-[14]|EXP-LIST-[125]|ETM-AUTH-1)$/;

const SHAPED = new Set(['a value of a record', 'the name of a column', 'a token']);

/** Must clauses that any answer may keep: what they forbid is not in it. */
const HARMLESS = /^(EXP-ROOT-\d|TOK-RE[QS]-[12]|HND-AUTH-[12])$/;

/** Every kind of words in two places of its own, every place with a fifth of the kinds; in the others in turn below. */
const placesFor = (kind: string): readonly [string, Reply][] =>
  Object.entries(PLACES).filter((_, place) => (place + Object.keys(HOSTILE_WORDS).indexOf(kind)) % 5 === 0);

describe.each(Object.entries(HOSTILE_WORDS))('a target that sends %s', (kind, all) => {
  const words = kind === 'five megabytes' ? all.slice(0, 200_000) : all;
  it.each(placesFor(kind))('as %s is judged, breaks no report and passes nothing', async (place, reply) => {
    const ledger = await judge(replying(reply(words)));
    const report = runReport(ledger);
    const passed = report.clauses.filter(
      ({ id, level, verdict }) =>
        level === 'must' && verdict === 'passed' && !HARMLESS.test(id) && !(SHAPED.has(place) && LOOKS.test(id)),
    );
    expect(passed.map(({ id }) => id)).toEqual([]);
    for (const { make } of Object.values(reporters)) expect(make(report, ledger).length).toBeGreaterThan(0);
    expect(terminalReport(report, { colours: false })).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  });

  it('as each of these in turn is judged, breaks no report and passes nothing', async () => {
    const replies = Object.values(PLACES).map((reply) => replying(reply(words)));
    let turn = 0;
    const ledger = await judge((asked, to) => replies[turn++ % replies.length]?.(asked, to));
    const report = runReport(ledger);
    const passed = report.clauses.filter(
      ({ id, level, verdict }) => level === 'must' && verdict === 'passed' && !HARMLESS.test(id),
    );
    expect(passed.map(({ id }) => id)).toEqual([]);
    for (const { make } of Object.values(reporters)) expect(make(report, ledger).length).toBeGreaterThan(0);
  });
});

/** Runs over one body, with what an answer of it cost on the average: time of the processor, whatever else it does. */
async function cost(body: string | Buffer) {
  const [begun, before] = [process.cpuUsage(), process.memoryUsage().rss];
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const ledger = await judge(replying({ body }));
  const report = runReport(ledger);
  for (const { make } of Object.values(reporters)) expect(make(report, ledger).length).toBeGreaterThan(0);
  clearInterval(watching);
  const answers = Math.max(1, ledger.exchanges.size);
  const { user, system } = process.cpuUsage(begun);
  return { report, msEach: (user + system) / 1000 / answers, megabytes: (most - before) / 1024 / 1024 };
}

/** What any answer of status 200 keeps, and what forbids something that is not in it. */
const TAKES_ANYTHING = /^(EXP-ROOT-\d|HND-AUTH-[12])$/;

it.each(Object.entries(NO_RECORDS))('%s pass for no records', async (_, body) => {
  const { report } = await cost(body);
  const passed = report.clauses.filter(
    ({ id, level, verdict }) => level === 'must' && verdict === 'passed' && !TAKES_ANYTHING.test(id),
  );
  expect(passed.map(({ id }) => id)).toEqual([]);
});

it.each(Object.entries(LARGE_BODIES))(
  '%s cost no more than they weigh',
  async (_, make) => {
    const { msEach, megabytes } = await cost(make());
    expect(msEach).toBeLessThan(2000);
    expect(megabytes).toBeLessThan(900);
  },
  60_000,
);
