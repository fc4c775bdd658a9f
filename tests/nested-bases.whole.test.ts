/** Targets in which one base URL is the beginning of another. */

import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proxyCommand } from '../src/cli/traffic/proxy.js';
import type { HarEntry } from '../src/formats/har.js';
import { systemClock } from '../src/http/index.js';
import { readLedger } from '../src/ledger/index.js';
import { profileOfHar } from '../src/load/har/profile.js';
import { type Reference, startReference } from '../src/reference/index.js';
import type { LoadReport, TargetFile } from '../src/schema/types.js';
import { targetFrom } from '../src/settings/index.js';
import { assay } from './gate/assay.js';
import { failuresIn, judgedAsOthers } from './traffic/judged.js';

type Mount = keyof Reference['baseUrls'];

/** The paths of the base URLs below the front. The first of each pair is the beginning of the second. */
const ARRANGEMENTS: readonly (readonly [what: string, Readonly<Record<Mount, string>>])[] = [
  [
    'all beside each other',
    { export: '/e', templates: '/etm', auth: '/login', platform: '/core', handover: '/cde' },
  ],
  [
    'export above templates',
    { export: '', templates: '/etm', auth: '/login', platform: '/core', handover: '/cde' },
  ],
  [
    'templates above export',
    { templates: '', export: '/api', auth: '/login', platform: '/core', handover: '/cde' },
  ],
  [
    'the token server above templates and export',
    { auth: '', templates: '/etm', export: '/etm/api', platform: '/core', handover: '/cde' },
  ],
  [
    'platform above handover, and templates above the token server',
    { platform: '', handover: '/cde', templates: '/etm', auth: '/etm/login', export: '/core/api' },
  ],
];

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

/** A front that offers the interfaces of the reference server below other paths. */
async function startFront(paths: Readonly<Record<Mount, string>>) {
  const mounts = Object.entries(paths)
    .map(([name, prefix]) => ({ prefix, base: reference.baseUrls[name as Mount] }))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  const server = createServer((incoming, response) => {
    const { method, headers, url = '' } = incoming;
    const mount = mounts.find(
      ({ prefix }) => /^(?:[/?]|$)/.test(url.slice(prefix.length)) && url.startsWith(prefix),
    );
    const { base = '', prefix = '' } = mount ?? {};
    const on = forward(`${base}${url.slice(prefix.length)}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    on.on('error', () => response.destroy());
    incoming.pipe(on);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { target } = reference;
  const { export: products, templates, platform, handover } = target;
  if (!products || !templates || !platform || !handover) throw new Error('not configured');
  const at = (mount: Mount): string => `${origin}${paths[mount]}`;
  const file: TargetFile = {
    ...target,
    export: { ...products, baseUrl: at('export') },
    templates: { ...templates, baseUrl: at('templates'), authUrl: at('auth') },
    platform: { ...platform, baseUrl: at('platform') },
    handover: { ...handover, baseUrl: at('handover') },
  };
  return {
    file,
    products: `${at('export')}/sites/123/channels/456/destinations/789/products?limit=3`,
    projects: `${at('platform')}/platform/v2/projects?limit=2&cursor=0`,
    templates: `${at('templates')}/V1/export-templates`,
    handover: `${at('handover')}/handover`,
    token: `${at('auth')}/realms/External-Applications/protocol/openid-connect/token`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Front = Awaited<ReturnType<typeof startFront>>;
interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
type Sent = readonly [url: string, init: Init];

/** A request to each interface, with valid credentials. `at` replaces the address of the target. */
async function sendAll(
  front: Front,
  at: (url: string) => string,
  see: (sent: Sent, response: Response, body: string) => void,
) {
  const { export: products, platform, handover, templates } = front.file;
  const send = async (url: string, init: Init = {}): Promise<string> => {
    const response = await fetch(at(url), init);
    const body = await response.text();
    see([url, init], response, body);
    return body;
  };
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: templates?.client?.id ?? '',
    client_secret: templates?.client?.secret ?? '',
  });
  const token = await send(front.token, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  const bearer = `Bearer ${JSON.parse(token).access_token}`;
  await send(front.templates, { headers: { Authorization: bearer, Accept: 'application/json' } });
  await send(front.products, {
    headers: {
      'X-EA-Auth-Token': products?.destination?.token ?? '',
      Accept: 'application/vnd.api+json',
    },
  });
  await send(front.projects, {
    headers: { ...platform?.headers, Accept: 'application/json' },
  });
  await send(front.handover, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${handover?.token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
    },
    body: JSON.stringify({ from: handover?.from, to: handover?.to }),
  });
}

const newFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'assay-nested-'));

describe.each(ARRANGEMENTS)('%s', (_, paths) => {
  let front: Front;
  beforeAll(async () => {
    front = await startFront(paths);
  });
  afterAll(() => front.close());

  it('tests the responses of each load flow by the rules of its interface', async () => {
    const cwd = await newFolder();
    const flows = [
      'first-page',
      'filtered-page',
      'legacy-route',
      'token',
      'template-list',
      'cursor-walk',
    ];
    const profile = {
      model: 'open',
      stages: [{ duration: '1s', rate: 30 }],
      scenarios: flows.map((flow) => ({ flow })),
      thresholds: [{ metric: 'errors', max: 0 }],
      sample: 1,
    };
    await writeFile(path.join(cwd, 'p.json'), JSON.stringify(profile));
    await writeFile(path.join(cwd, 't.json'), JSON.stringify(front.file));
    const { out } = await assay(['load', 'p.json', '--target', 't.json', '--json', '--quiet'], {
      cwd,
      clock: systemClock,
    });
    const report: LoadReport = JSON.parse(out);
    expect(report.problems).toEqual([]);
    expect(report.totals.errors).toBe(0);
    expect(report.totals.checked).toBeGreaterThanOrEqual(30);
    expect(report.scenarios.map(({ completed }) => completed)).toEqual(flows.map(() => 5));
  });

  it('imports a recording as requests of the right interfaces', async () => {
    const entries: object[] = [];
    await sendAll(
      front,
      (url) => url,
      ([url, { method = 'GET', headers = {}, body: sent }], response, body) =>
        entries.push({
          startedDateTime: new Date(1_700_000_000_000 + entries.length * 100).toISOString(),
          time: 5,
          request: {
            method,
            url,
            headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
            ...(sent === undefined ? {} : { postData: { mimeType: 'text/plain', text: sent } }),
          },
          response: {
            status: response.status,
            headers: [...response.headers].map(([name, value]) => ({ name, value })),
            content: { mimeType: 'application/json', text: body },
          },
        }),
    );
    const file = path.join(await newFolder(), 'recorded.har');
    await writeFile(file, JSON.stringify({ log: { version: '1.2', entries } }));
    const { profile, notes } = await profileOfHar(file, targetFrom(front.file));
    const [scenario] = Object(profile).scenarios;
    const requests: { interface: string; path: string }[] = scenario.steps.map(
      (step: { request: object }) => step.request,
    );
    expect(requests.map((one) => [one.interface, one.path])).toEqual([
      ['auth', '/realms/External-Applications/protocol/openid-connect/token'],
      ['templates', '/V1/export-templates'],
      [
        'export',
        '/sites/{{siteId}}/channels/{{channelId}}/destinations/{{destinationId}}/products',
      ],
      ['platform', '/platform/v2/projects'],
    ]);
    expect(notes).toEqual([
      'Left out: a request to CDE_BASE_URL, for which a profile has no requests (1 ×)',
    ]);
  });

  it('judges recorded exchanges by the rules of their interfaces', async () => {
    const entries: HarEntry[] = [];
    await sendAll(
      front,
      (url) => url,
      ([url, { method = 'GET', headers = {}, body: sent }], response, body) =>
        entries.push({
          method,
          url,
          headers: Object.entries(headers),
          ...(sent === undefined ? {} : { body: sent }),
          own: {},
          at: entries.length * 100,
          durationMs: 5,
          response: {
            status: response.status,
            headers: [...response.headers],
            body: Buffer.from(body),
          },
        }),
    );
    const report = await judgedAsOthers(entries, front.file);
    expect(failuresIn(report)).toEqual([]);
    const passed = report.clauses.filter(({ verdict }) => verdict === 'passed');
    for (const prefix of ['EXP-', 'ETM-', 'PLT-'])
      expect(
        passed.some(({ id }) => id.startsWith(prefix)),
        prefix,
      ).toBe(true);
  });

  it('records and judges the traffic of a client behind the proxy', async () => {
    const cwd = await newFolder();
    await writeFile(path.join(cwd, 't.json'), JSON.stringify(front.file));
    const stop = new AbortController();
    const addresses = new Map<string, string>();
    let forwarding = (): void => undefined;
    const ready = new Promise<void>((resolve) => {
      forwarding = resolve;
    });
    const ended = proxyCommand(
      { target: 't.json', out: 'out', reporter: ['json'] },
      {
        environment: {},
        cwd,
        terminal: { out: false, err: false },
        clock: systemClock,
        signal: stop.signal,
        out: (text) => {
          const [, setting = '', address = ''] = /^(\w+)=(\S+)/.exec(text) ?? [];
          addresses.set(setting, address);
        },
        err: (text) => void (text.startsWith('Forwarding') && forwarding()),
      },
      [],
    );
    await ready;
    const { file } = front;
    const proxied = new Map([
      [file.export?.baseUrl, 'EXPORT_BASE_URL'],
      [file.templates?.baseUrl, 'ETM_BASE_URL'],
      [file.templates?.authUrl, 'AUTH_URL'],
      [file.platform?.baseUrl, 'PLATFORM_BASE_URL'],
      [file.handover?.baseUrl, 'CDE_BASE_URL'],
    ]);
    const bases = [...proxied.keys()]
      .flatMap((base) => base ?? [])
      .sort((a, b) => b.length - a.length);
    const behind = (url: string): string => {
      const base = bases.find((one) => url.startsWith(`${one}/`)) ?? '';
      return `${addresses.get(proxied.get(base) ?? '')}${url.slice(base.length)}`;
    };
    const statuses: number[] = [];
    await sendAll(front, behind, (_sent, { status }) => statuses.push(status));
    stop.abort();
    const code = await ended;
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    const { exchanges } = readLedger(path.join(cwd, 'out', 'ledger.ndjson.gz'));
    expect([...exchanges.values()].map((one) => one.interface)).toEqual([
      'templates',
      'templates',
      'export',
      'platform',
      'handover',
    ]);
    const report = JSON.parse(await readFile(path.join(cwd, 'out', 'report.json'), 'utf8'));
    expect(failuresIn(report)).toEqual([]);
    expect(code).not.toBe(1);
  });
});
