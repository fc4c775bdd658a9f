import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assay } from '../gate/assay.js';
import { type TunnelProxy, tunnelProxy } from '../http/tunnel-proxy.js';
import { type BehindTls, ONE, startBehindTls } from './behind-tls.js';

const PASSWORD = 'a-password-of-the-proxy';
const ME = `Basic ${Buffer.from(`me:${PASSWORD}`).toString('base64')}`;

describe('a target behind a proxy', () => {
  let target: BehindTls;
  let tunnels: TunnelProxy;
  let address = '';

  beforeAll(async () => {
    target = await startBehindTls();
    tunnels = await tunnelProxy(ME);
    address = tunnels.origin.replace('//', `//me:${PASSWORD}@`);
  });
  beforeEach(() => void tunnels.asked.splice(0));
  afterAll(async () => {
    tunnels.close();
    await target.close();
  });

  it('is asked through the proxy, whose credentials stand in no report', async () => {
    for (const from of ['proxy', 'HTTPS_PROXY']) {
      tunnels.asked.splice(0);
      const [settings, environment] =
        from === 'proxy' ? [{ proxy: address }, {}] : [{}, { HTTPS_PROXY: address }];
      const { code, out, err, files } = await target.judge(
        target.plain,
        { tls: { ca: 'ca.pem' }, ...settings },
        [],
        environment,
      );
      expect(code).toBe(0);
      expect(tunnels.asked[0]).toBe(`${new URL(target.plain).host} ${ME}`);
      expect(out).toContain(`requests went through ${tunnels.origin}`);
      const told = [out, err, ...Object.values(files)].join();
      for (const secret of [PASSWORD, ME.slice(6)]) expect(told).not.toContain(secret);
    }
  });

  it('is asked through a tunnel without TLS too, where the target file names the proxy', async () => {
    const { baseUrl = '' } = target.reference.target.platform ?? {};
    expect(await target.judge(baseUrl, { proxy: address })).toMatchObject({ code: 0 });
    expect(tunnels.asked[0]).toBe(`${new URL(baseUrl).host} ${ME}`);
    tunnels.asked.splice(0);
    const except = { proxy: address, noProxy: [new URL(baseUrl).host] };
    expect(await target.judge(baseUrl, except)).toMatchObject({ code: 0 });
    expect(tunnels.asked).toEqual([]);
  });

  it('is asked directly where the proxy is not for it', async () => {
    const tls = { ca: 'ca.pem' };
    expect(
      await target.judge(target.plain, { tls, proxy: address, noProxy: ['localhost'] }),
    ).toMatchObject({
      code: 0,
    });
    const environment = { HTTPS_PROXY: address, NO_PROXY: 'example.com, *.localhost' };
    expect(await target.judge(target.plain, { tls }, [], environment)).toMatchObject({ code: 0 });
    const insecure = target.reference.target.platform?.baseUrl ?? '';
    expect(await target.judge(insecure, {}, [], { HTTPS_PROXY: address })).toMatchObject({
      code: 0,
    });
    expect(tunnels.asked).toEqual([]);
  });

  it('is not judged where the proxy refuses, is down or speaks no CONNECT, and is told so', async () => {
    const refused = await target.judge(target.plain, {
      proxy: address.replace(PASSWORD, 'another-password'),
    });
    expect(refused.code).toBe(3);
    expect(refused.err).toMatch(
      /the proxy http:\S+ \(proxy\) returns 407 for CONNECT .*correct its credentials/,
    );
    expect(refused.err).not.toContain('another-password');
    expect((await target.judge(target.plain, { proxy: 'http://localhost:1' })).err).toMatch(
      /cannot be reached \(ECONNREFUSED\)/,
    );
  });

  it('is refused with the setting and the remedy, and no credential', async () => {
    const { code, err } = await target.judge(target.plain, { proxy: `ftp://me:${PASSWORD}@x` });
    const message = /target file .*: proxy must be the address of a proxy, such as/;
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
    expect(err).not.toContain(PASSWORD);
  });

  it('takes the same from the environment', async () => {
    const cwd = mkdtempSync(path.join(tmpdir(), 'assay-connection-'));
    writeFileSync(path.join(cwd, 'ca.pem'), readFileSync(target.authority.file));
    const environment = {
      ...target.reference.environment(),
      PLATFORM_BASE_URL: target.plain,
      ASSAY_CA: 'ca.pem',
      ASSAY_PROXY: address,
      ASSAY_NO_PROXY: 'other.example, localhost',
    };
    expect(await assay(['run', ...ONE], { cwd, environment })).toMatchObject({ code: 0 });
  });
});
