import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { virtualClock } from '../src/cli/selftest/virtual-clock.js';
import { type Check, runSuites } from '../src/harness/index.js';
import type { VerdictEvent } from '../src/ledger/index.js';
import { startReference } from '../src/reference/index.js';
import { type TargetFile, targetFrom } from '../src/settings/index.js';
import { suites } from '../suites/index.js';

/*
 * Servers that do not implement what is asked. Every check is put to each of them alone: none may pass that has nothing to
 * do with what is there, and none may fail by a clause that the answer does not break.
 */

const closing: (() => Promise<unknown> | unknown)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

type Answers = (request: IncomingMessage, response: ServerResponse) => void;

/** A target of all interfaces at one server that answers everything in the same way. */
async function everywhere(answers: Answers): Promise<TargetFile> {
  const server = createServer((request, response) => {
    request.resume();
    answers(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const client = (id: string) => ({ id, secret: `secret-of-${id}` });
  return {
    name: 'vacuous',
    allow: { unsafeMethods: true, secretsInUrls: true },
    export: {
      baseUrl,
      siteId: 1,
      channelId: 2,
      destination: { id: 3, token: 'token-of-three' },
      otherDestination: { id: 4, token: 'token-of-four' },
      emptyDestination: { id: 5, token: 'token-of-five' },
    },
    templates: {
      baseUrl,
      authUrl: baseUrl,
      client: client('client-one'),
      otherClient: client('client-two'),
      unsupportedClient: client('client-three'),
    },
    platform: { baseUrl, collections: ['projects', 'sites'], headers: { 'X-Auth-Token': 'platform-token' } },
    handover: { baseUrl, token: 'handover-token' },
  };
}

const says =
  (status: number, body: string, type = 'application/json'): Answers =>
  (_, response) =>
    void response.writeHead(status, { 'Content-Type': type }).end(body);

/** The embedded server with the export API changed: what a request is answered, or undefined for the server's own. */
async function changed(
  change: (url: string) => string | undefined,
  settings = {},
  renamed = false,
): Promise<TargetFile> {
  const server = await startReference();
  closing.push(() => server.close());
  const inner = new URL(server.target.export?.baseUrl ?? '');
  const proxy = createServer(async (request, response) => {
    const url = change(request.url ?? '');
    if (url === undefined) return says(404, '{"error":"Requested route was not found: \\"/\\""}')(request, response);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name)),
    ) as Record<string, string>;
    const answer = await fetch(`${inner.origin}${url}`, {
      method: request.method ?? 'GET',
      headers: { accept: '', ...headers },
      redirect: 'manual',
    });
    const body = await answer.text();
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, type === '' ? {} : { 'Content-Type': type });
    response.end(renamed ? body.replace('"error":', '"fault":') : body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}${inner.pathname}`;
  return { ...server.target, export: { ...server.target.export, baseUrl, ...settings } } as TargetFile;
}

const withoutFilters = (url: string): string => {
  const [path = '', search = ''] = url.split('?');
  const kept = search.split('&').filter((pair) => !/^(?:filters|mode)/.test(decodeURIComponent(pair)));
  return kept.join('') === '' ? path : `${path}?${kept.join('&')}`;
};

/** What every check of some interfaces comes to alone. */
async function alone(file: TargetFile, interfaces: readonly string[]): Promise<ReadonlyMap<string, VerdictEvent>> {
  const target = targetFrom({ ...file, concurrency: 4, timeout: '5s' }, 'file');
  const verdicts = new Map<string, VerdictEvent>();
  const checks: readonly Check[] = suites.flatMap((suite) =>
    interfaces.includes(suite.interface) ? suite.checks : [],
  );
  for (const { id } of checks)
    await runSuites(suites, target, {
      clock: virtualClock(),
      toolVersion: 'test',
      exchanges: false,
      maxRequests: 40,
      wanted: (check) => check.id === id,
      record: (event) => event.type === 'verdict' && verdicts.set(event.check, event),
    });
  return verdicts;
}

const of = (verdicts: ReadonlyMap<string, VerdictEvent>, ...wanted: readonly string[]): string[] => [
  ...new Set(
    [...verdicts.values()].flatMap(({ verdict, clauses }) => (wanted.includes(verdict) ? clauses.slice(0, 1) : [])),
  ),
];

const ALL = ['export', 'templates', 'platform', 'handover'];

it.each<[string, Answers, failed: string[], passed: string[]]>([
  [
    '404 with an error',
    says(404, '{"error":"Not here"}'),
    ['EXP-ROOT-1', 'EXP-ROUTE-1', 'TOK-REQ-1', 'TOK-REQ-2', 'TOK-DISC-1', 'PLT-PAGE-1'],
    [],
  ],
  // It does refuse a handover without authorization, in words and as JSON.
  [
    '401',
    says(401, '{"error":"Not you","message":"Not you"}'),
    ['EXP-ROOT-1', 'EXP-ROUTE-1', 'TOK-REQ-1', 'TOK-REQ-2', 'TOK-DISC-1', 'PLT-PAGE-1'],
    ['HND-AUTH-1', 'HND-AUTH-2', 'HND-BODY-2'],
  ],
  [
    '{}',
    says(200, '{}'),
    ['EXP-ROOT-2', 'EXP-LIST-1', 'TOK-REQ-1', 'TOK-REQ-2', 'TOK-RES-1', 'TOK-DISC-1', 'PLT-PAGE-1', 'HND-AUTH-1'],
    ['EXP-ROOT-1', 'EXP-ROOT-3'],
  ],
  // It gives an empty list to whoever asks, whatever the token.
  [
    '[]',
    says(200, '[]'),
    [
      'EXP-ROOT-2',
      'EXP-ROUTE-8',
      'EXP-AUTH-1',
      'EXP-AUTH-2',
      'EXP-AUTH-3',
      'EXP-AUTH-4',
      'EXP-AUTH-6',
      'EXP-AUTH-7',
      'EXP-AUTH-8',
      'EXP-AUTH-12',
      'EXP-ERR-5',
      'EXP-NEG-1',
      'TOK-REQ-1',
      'TOK-REQ-2',
      'TOK-RES-1',
      'TOK-DISC-1',
      'PLT-PAGE-1',
      'HND-AUTH-1',
    ],
    ['EXP-ROOT-1', 'EXP-ROOT-3'],
  ],
  [
    'HTML',
    says(200, '<p>Hello</p>', 'text/html'),
    ['EXP-ROUTE-1', 'TOK-REQ-1', 'TOK-REQ-2', 'TOK-RES-1', 'TOK-DISC-1', 'PLT-PAGE-1', 'HND-AUTH-1'],
    ['EXP-ROOT-1', 'EXP-ROOT-2', 'EXP-ROOT-3'],
  ],
])(
  '%s everywhere passes nothing that is not there',
  async (_, answers, failed, passed) => {
    const verdicts = await alone(await everywhere(answers), ALL);
    expect({ passed: of(verdicts, 'passed'), failed: of(verdicts, 'failed') }).toEqual({ passed, failed });
  },
  300_000,
);

it.each<[string, () => Promise<TargetFile>, failed: string[]]>([
  [
    'filters ignored',
    () => changed(withoutFilters),
    [
      'EXP-FILT-1',
      'EXP-FILT-2',
      'EXP-FILT-3',
      'EXP-FILT-5',
      'EXP-FILT-6',
      'EXP-FILT-7',
      'EXP-FILT-8',
      'EXP-FILT-9',
      'EXP-FILT-10',
      'EXP-FILT-11',
      'EXP-FILT-12',
      'EXP-ROUTE-7',
      'EXP-FILT-14',
      'EXP-FILT-13',
      'EXP-FILT-16',
      'EXP-FILT-17',
    ],
  ],
  [
    'no legacy routes',
    () => changed((url) => (/\/sites\/|\/$/.test(url) ? url : undefined)),
    ['EXP-ROUTE-2', 'EXP-ROUTE-3', 'EXP-ROUTE-4', 'EXP-AUTH-8', 'EXP-ERR-3', 'EXP-ERR-5', 'EXP-ROUTE-7'],
  ],
  ['one channel too many', () => changed((url) => url, { channelId: 4567 }), []],
  ['the key of errors renamed', () => changed((url) => url, {}, true), ['EXP-ERR-1']],
])(
  '%s fails what it breaks, and passes nothing of it',
  async (_, target, failed) => {
    const verdicts = await alone(await target(), ['export']);
    expect(of(verdicts, 'failed')).toEqual(failed);
  },
  300_000,
);
