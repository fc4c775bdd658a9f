import { spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Authority, makeAuthority } from '../src/clients/authority.js';
import { type Reference, startReference } from '../src/reference/index.js';
import { assay } from './gate/assay.js';

const PASSWORD = 'a-password-of-the-proxy';
const PASSPHRASE = 'what-opens-the-key';
const ONE = ['--check', 'platform.page.shape'];
const withoutOpenssl = spawnSync('openssl', ['version']).error !== undefined;

describe.skipIf(withoutOpenssl)('a target that is not reached the plain way (needs openssl)', () => {
  const open: Server[] = [];
  let reference: Reference;
  let authority: Authority;
  let ours: Authority;
  let plain = '';
  let demanding = '';
  /** What the proxy was asked for, and by whom. */
  let tunnels: string[] = [];
  let proxy = '';

  beforeAll(async () => {
    reference = await startReference();
    authority = makeAuthority('localhost');
    ours = makeAuthority('client');
    const { key, cert } = authority;
    const listen = async (server: Server): Promise<number> => {
      open.push(server);
      await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
      return (server.address() as AddressInfo).port;
    };
    const askForIt = { requestCert: true, rejectUnauthorized: true, ca: readFileSync(ours.file) };
    plain = `https://localhost:${await listen(createHttps({ key, cert }, passOn))}`;
    demanding = `https://localhost:${await listen(createHttps({ key, cert, ...askForIt }, passOn))}`;
    const tunnelling = createHttp().on('connect', (from, socket) => {
      tunnels.push(`${from.url} ${from.headers['proxy-authorization'] ?? 'nobody'}`);
      if (from.headers['proxy-authorization'] !== basic('me', PASSWORD))
        return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      const [host, port] = from.url?.split(':') ?? [];
      const onward = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      socket.on('error', () => onward.destroy());
      onward.on('error', () => socket.destroy());
    });
    proxy = `localhost:${await listen(tunnelling)}`;
  });
  afterAll(async () => {
    for (const server of open) server.close();
    await reference.close();
    authority.remove();
    ours.remove();
  });

  const basic = (user: string, password: string): string =>
    `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  /** The reference server behind TLS. */
  function passOn(from: IncomingMessage, to: ServerResponse): void {
    const { origin, pathname } = new URL(reference.target.platform?.baseUrl ?? '');
    const headers = { ...from.headers, host: new URL(origin).host };
    const onward = request(new URL(`${pathname}${from.url}`, origin), { headers, method: from.method }, (answer) => {
      to.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(to);
    });
    from.pipe(onward);
  }

  /** Judges one check of the server at `baseUrl` in a folder with the certificates, and answers all that was written too. */
  async function judge(
    baseUrl: string,
    settings: object,
    argv: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
  ) {
    const cwd = mkdtempSync(path.join(tmpdir(), 'assay-connection-'));
    const encrypted = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE } as const;
    const files: Readonly<Record<string, string | Buffer>> = {
      'ca.pem': readFileSync(authority.file),
      'cert.pem': ours.cert,
      'key.pem': ours.key,
      'locked.pem': createPrivateKey(ours.key).export(encrypted),
      'text.pem': 'no certificate',
      'assay.target.json': JSON.stringify({ platform: { ...reference.target.platform, baseUrl }, ...settings }),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(cwd, name), text);
    const ran = await assay(['run', ...ONE, '--out', 'out', ...argv], { cwd, environment });
    const out = path.join(cwd, 'out');
    const written =
      ran.code === 2 ? [] : readdirSync(out).map((name) => [name, readFileSync(path.join(out, name), 'utf8')]);
    return { ...ran, files: Object.fromEntries(written) as Record<string, string> };
  }

  it('is judged where its authority is named, and else is told which setting to use', async () => {
    expect(await judge(plain, { tls: { ca: 'ca.pem' } })).toMatchObject({ code: 0 });
    const { code, err } = await judge(plain, {});
    expect(code).toBe(3);
    expect(err).toMatch(/Not judged: .*an authority that is not known here: name it with tls\.ca \(ASSAY_CA\)/);
  });

  it('is shown our certificate where it asks for one, its key locked or not', async () => {
    const tls = { ca: 'ca.pem', cert: 'cert.pem', key: 'key.pem' };
    expect(await judge(demanding, { tls })).toMatchObject({ code: 0 });
    expect(await judge(demanding, { tls: { ca: 'ca.pem' } })).toMatchObject({ code: 3 });
    const locked = { tls: { ...tls, key: 'locked.pem', passphrase: '${ASSAY_KEY_PASSPHRASE}' } };
    const { code, files } = await judge(demanding, locked, [], { ASSAY_KEY_PASSPHRASE: PASSPHRASE });
    expect(code).toBe(0);
    expect(Object.values(files).join()).not.toContain(PASSPHRASE);
  });

  it('is told that it offers HTTP/2, and is asked over HTTP/1.1 all the same', async () => {
    const versions = new Set<string>();
    const { key, cert } = authority;
    const server = createSecureServer({ key, cert, allowHTTP1: true }, (from, to) => {
      versions.add(from.httpVersion);
      passOn(from as unknown as IncomingMessage, to as unknown as ServerResponse);
    });
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const both = `https://localhost:${(server.address() as AddressInfo).port}`;
    const { code, out, files } = await judge(both, { tls: { ca: 'ca.pem' } });
    expect(code).toBe(0);
    expect(out).toContain(`offered by ${both}; judged over HTTP/1.1`);
    expect(JSON.parse(files['report.json'] ?? '').http2).toEqual([both]);
    expect([...versions]).toEqual(['1.1']);
    expect((await judge(plain, { tls: { ca: 'ca.pem' } })).out).not.toContain('HTTP/2');
  });

  it('is judged unchecked with --insecure, and every report says so', async () => {
    const { code, out, files } = await judge(plain, {}, ['--insecure']);
    expect(code).toBe(0);
    const words = /certificates were not checked/;
    expect(out).toMatch(words);
    for (const name of ['report.html', 'summary.md', 'junit.xml', 'results.sarif', 'ctrf.json'])
      expect(files[name]).toMatch(words);
    for (const name of ['vendor.md', 'vendor.html']) expect(files[name]).toContain('without checking certificates');
    expect(JSON.parse(files['report.json'] ?? '').target.insecure).toBe(true);
    expect((await judge(plain, { tls: { insecure: true } })).files['summary.md']).toMatch(words);
  });

  it('is asked through the proxy, whose credentials stand in no report', async () => {
    for (const from of ['proxy', 'HTTPS_PROXY']) {
      tunnels = [];
      const address = `http://me:${PASSWORD}@${proxy}`;
      const [settings, environment] = from === 'proxy' ? [{ proxy: address }, {}] : [{}, { HTTPS_PROXY: address }];
      const { code, out, err, files } = await judge(plain, { tls: { ca: 'ca.pem' }, ...settings }, [], environment);
      expect(code).toBe(0);
      expect(tunnels[0]).toBe(`${new URL(plain).host} ${basic('me', PASSWORD)}`);
      expect(out).toContain(`requests went through http://${proxy}`);
      const told = [out, err, ...Object.values(files)].join();
      for (const secret of [PASSWORD, basic('me', PASSWORD).slice(6)]) expect(told).not.toContain(secret);
    }
  });

  it('is asked through a tunnel without TLS too, where the target file names the proxy', async () => {
    tunnels = [];
    const { baseUrl = '' } = reference.target.platform ?? {};
    expect(await judge(baseUrl, { proxy: `http://me:${PASSWORD}@${proxy}` })).toMatchObject({ code: 0 });
    expect(tunnels[0]).toBe(`${new URL(baseUrl).host} ${basic('me', PASSWORD)}`);
    tunnels = [];
    const except = { proxy: `http://me:${PASSWORD}@${proxy}`, noProxy: [new URL(baseUrl).host] };
    expect(await judge(baseUrl, except)).toMatchObject({ code: 0 });
    expect(tunnels).toEqual([]);
  });

  it('is asked directly where the proxy is not for it', async () => {
    tunnels = [];
    const address = `http://me:${PASSWORD}@${proxy}`;
    const tls = { ca: 'ca.pem' };
    expect(await judge(plain, { tls, proxy: address, noProxy: ['localhost'] })).toMatchObject({ code: 0 });
    const environment = { HTTPS_PROXY: address, NO_PROXY: 'example.com, *.localhost' };
    expect(await judge(plain, { tls }, [], environment)).toMatchObject({ code: 0 });
    const insecure = reference.target.platform?.baseUrl ?? '';
    expect(await judge(insecure, {}, [], { HTTPS_PROXY: address })).toMatchObject({ code: 0 });
    expect(tunnels).toEqual([]);
  });

  it('is not judged where the proxy refuses, is down or speaks no CONNECT, and is told so', async () => {
    const refused = await judge(plain, { proxy: `http://me:another-password@${proxy}` });
    expect(refused.code).toBe(3);
    expect(refused.err).toMatch(/the proxy http:\S+ \(proxy\) answers 407 to CONNECT .*right credentials/);
    expect(refused.err).not.toContain('another-password');
    expect((await judge(plain, { proxy: 'http://localhost:1' })).err).toMatch(/cannot be reached \(ECONNREFUSED\)/);
  });

  it.each([
    [{ proxy: `ftp://me:${PASSWORD}@x` }, /target file .*: proxy must be the address of a proxy, such as/],
    [{ tls: { ca: 'nope.pem' } }, /tls\.ca names nope\.pem, which cannot be read/],
    [{ tls: { ca: 'text.pem' } }, /tls\.ca names text\.pem, which holds no certificate/],
    [{ tls: { cert: 'cert.pem' } }, /tls\.cert needs tls\.key beside it/],
    [
      { tls: { cert: 'cert.pem', key: 'locked.pem' } },
      /tls\.key names locked\.pem, .*opened by another tls\.passphrase/,
    ],
    [{ tls: { cert: 'ca.pem', key: 'key.pem' } }, /tls\.key names key\.pem, which is not the key of the certificate/],
  ])('is refused with the setting and the remedy, and no credential: %j', async (settings, message) => {
    const { code, err } = await judge(plain, settings);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
    expect(err).not.toContain(PASSWORD);
  });

  it('takes the same from the environment', async () => {
    const cwd = mkdtempSync(path.join(tmpdir(), 'assay-connection-'));
    writeFileSync(path.join(cwd, 'ca.pem'), readFileSync(authority.file));
    const environment = {
      ...reference.environment(),
      PLATFORM_BASE_URL: plain,
      ASSAY_CA: 'ca.pem',
      ASSAY_PROXY: `http://me:${PASSWORD}@${proxy}`,
      ASSAY_NO_PROXY: 'other.example, localhost',
    };
    expect(await assay(['run', ...ONE], { cwd, environment })).toMatchObject({ code: 0 });
  });
});
