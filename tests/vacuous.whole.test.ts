import { expect, it } from 'vitest';
import { type Check, runSuites } from '../src/harness/index.js';
import type { Transport } from '../src/http/index.js';
import type { VerdictEvent } from '../src/ledger/index.js';
import { percentDecoded } from '../src/percent-decoded.js';
import { products } from '../src/reference/dataset/index.js';
import { openReference } from '../src/reference/index.js';
import type { ReferenceOptions } from '../src/reference/options.js';
import { virtualClock } from '../src/selftest/virtual-clock.js';
import { type TargetFile, targetFrom } from '../src/settings/index.js';
import { suites } from '../suites/index.js';

/*
 * Servers that do not implement what is requested. Every check is run on each of them alone: none
 * may pass that has nothing to do with what is there, and none may fail by a clause that the answer
 * does not break.
 */

/** What is judged, and how it is called. */
interface Vacuous {
  readonly file: TargetFile;
  readonly send: Transport['send'];
}

type Response = Awaited<ReturnType<Transport['send']>>;

const says =
  (status: number, body: string, type = 'application/json') =>
  (): Response => ({
    status,
    headers: type === '' ? [] : [['Content-Type', type]],
    body: Buffer.from(body),
  });

/** A target of all interfaces at one server that answers everything in the same way. */
function everywhere(answer: () => Response): Vacuous {
  const baseUrl = 'http://vacuous.test';
  const client = (id: string) => ({ id, secret: `secret-of-${id}` });
  const file: TargetFile = {
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
    platform: {
      baseUrl,
      collections: ['projects', 'sites'],
      headers: { 'X-Auth-Token': 'platform-token' },
    },
    handover: { baseUrl, token: 'handover-token' },
  };
  return { file, send: async () => answer() };
}

/**
 * The embedded server with the export API changed: what a request is answered, or undefined for "no
 * such route".
 */
function changed(
  change: (url: string) => string | undefined,
  {
    settings = {},
    renamed = false,
    ...options
  }: { settings?: object; renamed?: boolean } & ReferenceOptions = {},
): Vacuous {
  const server = openReference({ records: products(60, 7), ...options });
  const { target } = server;
  return {
    file: { ...target, export: { ...target.export, ...settings } } as TargetFile,
    async send(request) {
      const url = change(request.url);
      if (url === undefined)
        return says(404, '{"error":"Requested route was not found: \\"/\\""}')();
      const answer = await server.call({ ...request, url });
      return renamed
        ? { ...answer, body: Buffer.from(String(answer.body).replace('"error":', '"fault":')) }
        : answer;
    },
  };
}

const withoutFilters = (url: string): string => {
  const [path = '', search = ''] = url.split('?');
  const kept = search.split('&').filter((pair) => !/^(?:filters|mode)/.test(percentDecoded(pair)));
  return kept.join('') === '' ? path : `${path}?${kept.join('&')}`;
};

/** What every check of some interfaces comes to alone. */
async function alone(
  { file, send }: Vacuous,
  interfaces: readonly string[],
): Promise<ReadonlyMap<string, VerdictEvent>> {
  const target = targetFrom({ ...file, concurrency: 4 }, 'file');
  const verdicts = new Map<string, VerdictEvent>();
  const checks: readonly Check[] = suites.flatMap((suite) =>
    interfaces.includes(suite.interface) ? suite.checks : [],
  );
  for (const { id } of checks)
    await runSuites(suites, target, {
      clock: virtualClock(),
      transport: { send, close: async () => undefined },
      toolVersion: 'test',
      recordExchanges: false,
      maxRequests: 40,
      wanted: (check) => check.id === id,
      record: (event) => event.type === 'verdict' && verdicts.set(event.check, event),
    });
  return verdicts;
}

const of = (
  verdicts: ReadonlyMap<string, VerdictEvent>,
  ...wanted: readonly string[]
): string[] => [
  ...new Set(
    [...verdicts.values()].flatMap(({ verdict, clauses }) =>
      wanted.includes(verdict) ? clauses.slice(0, 1) : [],
    ),
  ),
];

const ALL = ['export', 'templates', 'platform', 'handover'];

it.each<[string, () => Response, failed: string[], passed: string[]]>([
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
    [
      'EXP-ROOT-2',
      'EXP-LIST-1',
      'TOK-REQ-1',
      'TOK-REQ-2',
      'TOK-RES-1',
      'TOK-DISC-1',
      'PLT-PAGE-1',
      'HND-AUTH-1',
    ],
    ['EXP-ROOT-1', 'EXP-ROOT-3'],
  ],
  // It returns an empty list for every request, whatever the token.
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
    [
      'EXP-ROUTE-1',
      'TOK-REQ-1',
      'TOK-REQ-2',
      'TOK-RES-1',
      'TOK-DISC-1',
      'PLT-PAGE-1',
      'HND-AUTH-1',
    ],
    ['EXP-ROOT-1', 'EXP-ROOT-2', 'EXP-ROOT-3'],
  ],
])(
  '%s everywhere passes nothing that is not there',
  async (_, answers, failed, passed) => {
    const verdicts = await alone(everywhere(answers), ALL);
    expect(new Set(of(verdicts, 'passed'))).toEqual(new Set(passed));
    expect(new Set(of(verdicts, 'failed'))).toEqual(new Set(failed));
  },
  300_000,
);

const CHANGED: readonly [string, () => Vacuous, failed: string[]][] = [
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
    [
      'EXP-ROUTE-2',
      'EXP-ROUTE-3',
      'EXP-ROUTE-4',
      'EXP-AUTH-8',
      'EXP-ERR-3',
      'EXP-ERR-5',
      'EXP-ROUTE-7',
    ],
  ],
  ['one channel too many', () => changed((url) => url, { settings: { channelId: 4567 } }), []],
  ['the key of errors renamed', () => changed((url) => url, { renamed: true }), ['EXP-ERR-1']],
];

/** `ASSAY_NIGHTLY=1` takes all. */
it.each(process.env.ASSAY_NIGHTLY === undefined ? CHANGED.slice(1, 2) : CHANGED)(
  '%s fails what it breaks, and passes nothing of it',
  async (_, target, failed) => {
    const verdicts = await alone(target(), ['export']);
    expect(new Set(of(verdicts, 'failed'))).toEqual(new Set(failed));
  },
  300_000,
);

it('passes nothing of products where there are none', async () => {
  const verdicts = await alone(
    changed((url) => url, { records: [] }),
    ['export'],
  );
  expect(of(verdicts, 'failed', 'warning', 'inconclusive')).toEqual([]);
  expect(
    of(verdicts, 'passed').filter((clause) =>
      /FILT|SORT|GROUP|DATA|EXP-ROUTE-[34567]/.test(clause),
    ),
  ).toEqual([]);
});
