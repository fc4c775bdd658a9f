import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.js';
import {
  type CertificateAuthority,
  makeCertificateAuthority,
} from '../../src/clients/certificate-authority.js';
import { type Reference, startReference } from '../../src/reference/index.js';
import { virtualClock } from '../../src/selftest/virtual-clock.js';
import { type TunnelProxy, tunnelProxy } from '../http/tunnel-proxy.js';

const PASSPHRASE = 'a-passphrase-of-the-key';
const ME = `Basic ${Buffer.from('me:a-proxy-password').toString('base64')}`;

/** General settings by their places, with the variable and the value of each. */
const SETTINGS = {
  pace: ['ASSAY_PACE', '90/min'],
  concurrency: ['ASSAY_CONCURRENCY', '1'],
  timeout: ['ASSAY_TIMEOUT', '20s'],
  patience: ['ASSAY_PATIENCE', '3s'],
  headers: ['ASSAY_HEADERS', 'X-Matrix: seen'],
  proxy: ['ASSAY_PROXY', ''],
  noProxy: ['ASSAY_NO_PROXY', 'localhost'],
  'tls.ca': ['ASSAY_CA', 'ca.pem'],
  'tls.cert': ['ASSAY_CERT', 'cert.pem'],
  'tls.key': ['ASSAY_KEY', 'key.pem'],
  'tls.passphrase': ['ASSAY_KEY_PASSPHRASE', PASSPHRASE],
} as const;
type Setting = keyof typeof SETTINGS;
const settings = Object.keys(SETTINGS) as Setting[];

const SOURCES = ['the environment', '.env', '--env', 'the target file'] as const;
const COMMANDS = ['run', 'doctor', 'load', 'judge', 'proxy', 'client'] as const;
type Source = (typeof SOURCES)[number];
type Command = (typeof COMMANDS)[number];

/** What a command did with its settings. */
interface Outcome {
  readonly code: number;
  readonly err: string;
  /** Requests that reached the target, and when, in milliseconds. */
  readonly seen: readonly { readonly request: IncomingMessage; readonly at: number }[];
  /** Most requests under way at once. */
  readonly most: number;
  readonly tunnelled: number;
  /** Milliseconds of the clock of the command. */
  readonly lasted: number;
}

describe('every general setting is used, or named as unused', () => {
  let reference: Reference;
  let authority: CertificateAuthority;
  let tunnels: TunnelProxy;
  let server: Server;
  let baseUrl = '';
  let key = '';
  let seen: { request: IncomingMessage; at: number }[] = [];
  let underWay = 0;
  let most = 0;

  /** The reference server behind TLS, for clients that show a certificate. */
  beforeAll(async () => {
    reference = await startReference();
    authority = await makeCertificateAuthority('localhost');
    tunnels = await tunnelProxy(ME);
    const ca = readFileSync(authority.file, 'utf8');
    const encrypted = {
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: PASSPHRASE,
    } as const;
    key = String(createPrivateKey(authority.key).export(encrypted));
    const options = {
      key: authority.key,
      cert: authority.cert,
      ca,
      requestCert: true,
      rejectUnauthorized: true,
    };
    server = createServer(options, (request, response) => {
      seen.push({ request, at: performance.now() });
      underWay += 1;
      most = Math.max(most, underWay);
      const { hostname, port } = new URL(reference.target.export?.baseUrl ?? '');
      const { method, url, rawHeaders } = request;
      const onward = requestHttp({
        hostname,
        port,
        method,
        path: url,
        headers: rawHeaders,
        agent: false,
      });
      onward.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
        response.on('close', () => {
          underWay -= 1;
        });
      });
      request.pipe(onward);
    });
    server.listen(0, 'localhost');
    await once(server, 'listening');
    const { pathname } = new URL(reference.target.export?.baseUrl ?? '');
    baseUrl = `https://localhost:${(server.address() as AddressInfo).port}${pathname}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    tunnels.close();
    authority.remove();
    await reference.close();
  });

  const given = (setting: Setting): string =>
    setting === 'proxy'
      ? tunnels.origin.replace('//', '//me:a-proxy-password@')
      : SETTINGS[setting][1];

  /** The settings as a target file has them. */
  function inFile(chosen: readonly Setting[], value: (setting: Setting) => string): object {
    const file: Record<string, unknown> = {};
    const tls: Record<string, string> = {};
    for (const setting of chosen) {
      const [, member] = setting.split('.');
      if (member !== undefined) tls[member] = value(setting);
      else if (setting === 'headers') file.headers = { 'X-Matrix': 'seen' };
      else if (setting === 'noProxy') file.noProxy = [value(setting)];
      else file[setting] = setting === 'concurrency' ? 1 : value(setting);
    }
    return { ...file, ...(Object.keys(tls).length === 0 ? {} : { tls }) };
  }

  async function outcomeOf(
    command: Command,
    source: Source,
    chosen: readonly Setting[],
    value: (setting: Setting) => string = given,
  ): Promise<Outcome> {
    const cwd = mkdtempSync(path.join(tmpdir(), 'assay-matrix-'));
    const isFile = source === 'the target file';
    const variables = Object.fromEntries(
      chosen.map((setting) => [SETTINGS[setting][0], value(setting)]),
    );
    const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
    const files = {
      'ca.pem': readFileSync(authority.file),
      'cert.pem': authority.cert,
      'key.pem': key,
      'assay.target.json': JSON.stringify({
        export: { ...reference.target.export, baseUrl },
        ...(isFile ? inFile(chosen, value) : {}),
      }),
      'traffic.ndjson':
        '{"request": {"url": "https://elsewhere.test/"}, "response": {"status": 200}}\n',
      'profile.json': JSON.stringify({
        model: 'open',
        stages: [{ duration: '100ms', rate: 30 }],
        scenarios: [{ flow: 'first-page' }],
      }),
      ...(source === '.env' ? { '.env': lines.join('\n') } : {}),
      ...(source === '--env' ? { 'own.env': lines.join('\n') } : {}),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(cwd, name), text);
    const env = source === '--env' ? ['--env', 'own.env'] : [];
    const target = ['--target', 'assay.target.json', ...env];
    const words: Readonly<Record<Command, readonly string[]>> = {
      run: ['run', '--check', 'export.root.*', '--out', 'out', '--quiet', ...target],
      doctor: ['doctor', ...target],
      load: ['load', 'profile.json', '--out', 'out', '--quiet', ...target],
      judge: ['judge', 'traffic.ndjson', '--out', 'out', ...target],
      proxy: ['proxy', '--out', 'out', '--reporter', 'json', ...target],
      client: [
        'client',
        ...env,
        '--scenario',
        'clients.export.headers-legacy',
        '--out',
        'out',
        '--',
        process.execPath,
        '-e',
        '',
      ],
    };
    return ran(words[command], cwd, source === 'the environment' ? variables : {});
  }

  /** Runs a command; one that serves is sent one request, and stopped. */
  async function ran(
    argv: readonly string[],
    cwd: string,
    environment: Readonly<Record<string, string>>,
  ) {
    seen = [];
    [underWay, most] = [0, 0];
    tunnels.asked.splice(0);
    const stop = new AbortController();
    const clock = virtualClock();
    const begun = clock.now();
    let err = '';
    const out = (text: string): void => {
      const [, address] = /^EXPORT_BASE_URL=(\S+)/.exec(text) ?? [];
      if (address !== undefined) void fetch(`${address}/`).then(() => stop.abort());
    };
    const code = await runProgram(argv, {
      environment,
      cwd,
      out,
      err: (text) => {
        err += text;
      },
      terminal: { out: false, err: false },
      signal: stop.signal,
      clock,
    });
    return { code, err, seen, most, tunnelled: tunnels.asked.length, lasted: clock.now() - begun };
  }

  /** Settings whose effect shows in what the target, the proxy and the clock saw. */
  function effective(
    command: Command,
    { seen: requests, most: together, tunnelled, lasted }: Outcome,
  ): Set<Setting> {
    const found = new Set<Setting>();
    const [first, second] = requests;
    if (first === undefined) return found;
    // The server accepts no other client, and its authority is not known to Node.
    for (const setting of ['tls.ca', 'tls.cert', 'tls.key', 'tls.passphrase'] as const)
      found.add(setting);
    if (requests.every(({ request }) => request.headers['x-matrix'] === 'seen'))
      found.add('headers');
    if (tunnelled > 0) found.add('proxy');
    if (together === 1 && command !== 'load' && command !== 'proxy') found.add('concurrency');
    // A load run takes real time. It begins with requests at the pace of the target: four of them
    // take two seconds, and a busy machine may delay the first.
    const isSpaced =
      command === 'load'
        ? (requests[3]?.at ?? 0) - first.at >= 1000
        : lasted >= (requests.length - 1) * 667;
    if (isSpaced && second !== undefined && command !== 'proxy') found.add('pace');
    return found;
  }

  /** Whether a message names a setting, by its variable or by its place. */
  const isNamed = (setting: Setting, err: string): boolean =>
    err.includes(SETTINGS[setting][0]) ||
    new RegExp(`\\b${setting.replace('.', '\\.')}\\b`).test(err);

  const cells = COMMANDS.flatMap((command) => SOURCES.map((source) => [command, source] as const));

  it.each(cells)(
    '%s, settings in %s',
    async (command, source) => {
      const chosen = settings.filter((setting) => setting !== 'noProxy');
      const outcome = await outcomeOf(command, source, chosen);
      // It has no option for files of settings, and says so.
      if (command === 'client' && source === '--env') {
        expect(outcome).toMatchObject({
          code: 2,
          err: expect.stringContaining("unknown option '--env'"),
        });
        return;
      }
      const used = effective(command, outcome);
      for (const setting of chosen) {
        if (setting === 'timeout' || setting === 'patience') continue;
        expect([setting, used.has(setting) || isNamed(setting, outcome.err)]).toEqual([
          setting,
          true,
        ]);
      }
      const sends = command !== 'judge' && command !== 'client';
      if (sends)
        expect([...used]).toEqual(
          expect.arrayContaining(['tls.ca', 'tls.passphrase', 'headers', 'proxy']),
        );
      if (!sends) expect(outcome.seen).toEqual([]);

      // Without the proxy for this host, it is not used.
      const direct = await outcomeOf(command, source, settings);
      expect(direct.tunnelled).toBe(0);
      expect(sends ? direct.seen.length > 0 : isNamed('noProxy', direct.err)).toBe(true);
    },
    60_000,
  );

  it.each(cells)(
    '%s, a wrong duration in %s',
    async (command, source) => {
      for (const setting of ['timeout', 'patience'] as const) {
        const { code, err } = await outcomeOf(command, source, [setting], () => 'soon');
        const isTold =
          isNamed(setting, err) || (command === 'client' && err.includes("unknown option '--env'"));
        expect([setting, isTold]).toEqual([setting, true]);
        if (command !== 'client') expect(code).toBe(2);
      }
    },
    60_000,
  );
});
