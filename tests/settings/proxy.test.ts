import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Reference, startReference } from '../../src/reference/index.js';
import { targetFrom } from '../../src/settings/index.js';
import { goesThrough } from '../../src/settings/proxy.js';
import { assay } from '../gate/assay.js';
import { type TunnelProxy, tunnelProxy } from '../http/tunnel-proxy.js';

let reference: Reference;
let tunnels: TunnelProxy;
const ME = `Basic ${Buffer.from('me:a-proxy-password').toString('base64')}`;
/** The address of the proxy, with its credentials. */
let address = '';
beforeAll(async () => {
  reference = await startReference();
  tunnels = await tunnelProxy(ME);
  address = tunnels.origin.replace('//', '//me:a-proxy-password@');
});
beforeEach(() => void tunnels.asked.splice(0));
afterAll(async () => {
  tunnels.close();
  await reference.close();
});

/** A run of one check of two interfaces, with these settings and this environment. */
async function run(
  settings: object,
  environment: Readonly<Record<string, string>>,
  command = 'run',
) {
  const { cwd } = await assay(['list', 'profiles']);
  const { export: products, platform } = reference.target;
  writeFileSync(
    path.join(cwd, 'target.json'),
    JSON.stringify({ export: products, platform, ...settings }),
  );
  const checks = [
    '--check',
    'export.root.*,platform.page.shape',
    '--out',
    'out',
    '--min-coverage',
    '0',
  ];
  const words = command === 'run' ? ['run', ...checks] : [command];
  const told = await assay([...words, '--target', 'target.json'], { cwd, environment });
  return {
    ...told,
    report: () => JSON.parse(readFileSync(path.join(cwd, 'out/report.json'), 'utf8')),
  };
}

const hostOf = (name: 'export' | 'platform'): string =>
  new URL(reference.target[name]?.baseUrl ?? '').host;

describe('a report', () => {
  it('names no proxy where HTTPS_PROXY is set and the target is reached with http', async () => {
    const { out, report } = await run({}, { HTTPS_PROXY: address });
    expect(tunnels.asked).toEqual([]);
    expect(out).not.toContain('went through');
    expect(report().target.proxy).toBeUndefined();
  });

  it('names the proxy that requests went through', async () => {
    const { report, out } = await run({ proxy: address }, {});
    expect(tunnels.asked.length).toBeGreaterThan(0);
    expect(report().target).toMatchObject({ proxy: tunnels.origin });
    expect(out).toContain(`requests went through ${tunnels.origin}`);
  });

  it('names no proxy where NO_PROXY covers every host, and says that the setting is not used', async () => {
    const { err, out, report } = await run({ proxy: address, noProxy: ['127.0.0.0/8'] }, {});
    expect(tunnels.asked).toEqual([]);
    expect(out).not.toContain('went through');
    expect(report().target.proxy).toBeUndefined();
    expect(err).toContain('The proxy is not used: noProxy');
  });

  it('names the hosts that were reached directly besides', async () => {
    if (hostOf('export') === hostOf('platform')) return expect(hostOf('export')).not.toBe('');
    const { out, report } = await run({ proxy: address, noProxy: [hostOf('platform')] }, {});
    expect(report().target).toMatchObject({ proxy: tunnels.origin, direct: [hostOf('platform')] });
    expect(out).toContain(`except those to ${hostOf('platform')}`);
  });
});

describe('the address of a proxy', () => {
  it('may leave out its scheme, which is then http', async () => {
    const { code } = await run({ proxy: address.slice('http://'.length) }, {});
    expect(code).toBe(0);
    expect(tunnels.asked.length).toBeGreaterThan(0);
    const { connection } = targetFrom({
      export: { baseUrl: 'https://a.example' },
      proxy: 'proxy.corp:3128',
    });
    expect(connection?.proxy?.origin).toBe('http://proxy.corp:3128');
  });

  it('that cannot be used is an error where a request would go through it', async () => {
    const { code, err } = await run({ proxy: 'socks5://proxy.corp:1080' }, {}, 'doctor');
    expect(code).toBe(2);
    expect(err).toBe(
      'The target file target.json: proxy must be the address of a proxy, such as http://proxy.example.com:3128.\n',
    );
  });

  it.each([
    [{}, { HTTPS_PROXY: 'socks5://proxy.corp:1080' }],
    [{ noProxy: ['127.0.0.1', 'localhost'] }, { ASSAY_PROXY: 'socks5://proxy.corp:1080' }],
  ])('that cannot be used is no error where none does: %j, %j', async (settings, environment) => {
    expect((await run(settings, environment, 'doctor')).code).toBe(0);
  });
});

it.each<readonly [string, string, boolean]>([
  ['https://10.1.2.3/', '10.0.0.0/8', false],
  ['https://11.1.2.3/', '10.0.0.0/8', true],
  ['https://[fd00::1]/', 'fd00::/8', false],
  ['https://a.corp.example/', '.corp.example', false],
  ['https://corp.example/', '*.corp.example', false],
  ['https://corp.example:8443/', 'corp.example:443', true],
  ['https://notcorp.example/', 'corp.example', true],
  ['https://any.example/', '*', false],
  ['https://[::1]:8443/', '::1', false],
  ['https://[::1]:8443/', '[::1]', false],
  ['https://[::1]:8443/', '[::1]:8443', false],
  ['https://[::1]:8443/', '[::1]:443', true],
  ['https://[2001:db8::1]/', '2001:DB8:0::1', false],
  ['https://[2001:db8::1]/', '2001:db8::2', true],
])('%s with NO_PROXY=%s goes through the proxy: %s', (url, entry, through) => {
  expect(goesThrough({ setting: 'HTTPS_PROXY', except: [entry] }, new URL(url))).toBe(through);
});
