import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolVersion } from '../../src/cli/version.js';
import { readLedger } from '../../src/ledger/index.js';
import { type Reference, startReference } from '../../src/reference/index.js';
import type { TargetFile } from '../../src/settings/index.js';
import { uncompressed } from '../../src/settings/index.js';
import { assay } from '../gate/assay.js';
import { type Firewall, startFirewall } from '../http/firewall.js';

const FORBIDDEN = {
  status: 403,
  headers: { 'Content-Type': 'text/html' },
  body: '<h1>Request blocked.</h1>',
};
const BYPASS = 'bypass-value-of-the-gateway';

let reference: Reference;
let target: TargetFile;
beforeAll(async () => {
  reference = await startReference();
  const { export: products, platform } = reference.target;
  target = { ...(products && { export: products }), ...(platform && { platform }) };
});
afterAll(() => reference.close());

/** Runs checks against a firewall, with a target file that has these settings besides. */
async function runThrough(
  firewall: Firewall,
  more: object,
  environment: Readonly<Record<string, string>> = {},
) {
  const { cwd } = await assay(['list', 'profiles']);
  writeFileSync(path.join(cwd, 'target.json'), JSON.stringify({ ...firewall.target, ...more }));
  const checks = 'export.root.*,export.filter.equal,platform.page.*,platform.auth.*,export.auth.*';
  const run = await assay(['run', '--target', 'target.json', '--check', checks, '--out', 'out'], {
    cwd,
    environment,
  });
  const read = (file: string): string =>
    uncompressed(readFileSync(path.join(cwd, 'out', file))).toString();
  return { ...run, read, ledger: () => readLedger(path.join(cwd, 'out/ledger.ndjson.gz')) };
}

it('identifies itself, so that a firewall that requires User-Agent lets every request pass', async () => {
  const firewall = await startFirewall(target, ({ headers }) =>
    headers['user-agent'] ? undefined : FORBIDDEN,
  );
  const { code, ledger } = await runThrough(firewall, {});
  expect(code).toBe(0);
  expect(firewall.blocked).toHaveLength(0);
  expect(new Set(firewall.seen.map(({ headers }) => headers['user-agent']))).toEqual(
    new Set([`assay/${toolVersion()}`]),
  );
  const [first] = ledger().exchanges.values();
  expect(first?.request.added).toEqual([['User-Agent', `assay/${toolVersion()}`]]);
  await firewall.close();
});

it('sends the headers of the target and of an interface, and shows no value that a variable fills', async () => {
  const firewall = await startFirewall(target, ({ headers }) =>
    headers['x-bypass'] === BYPASS ? undefined : FORBIDDEN,
  );
  const { code, read } = await runThrough(
    firewall,
    {
      headers: { 'X-Bypass': '${GATEWAY_BYPASS}', 'User-Agent': 'probe/1' },
      export: { ...firewall.target.export, headers: { 'X-Tenant': 'acme' } },
    },
    { GATEWAY_BYPASS: BYPASS },
  );
  expect(code).toBe(0);
  expect(firewall.blocked).toHaveLength(0);
  const tenants = new Set(
    firewall.seen.map(({ url = '', headers }) => `${/platform/.test(url)} ${headers['x-tenant']}`),
  );
  expect(tenants).toEqual(new Set(['false acme', 'true undefined']));
  expect(new Set(firewall.seen.map(({ headers }) => headers['user-agent']))).toEqual(
    new Set(['probe/1']),
  );
  for (const file of ['ledger.ndjson.gz', 'report.html', 'report.json'])
    expect(read(file)).not.toContain(BYPASS);
  expect(read('ledger.ndjson.gz')).toContain('["X-Bypass","${GATEWAY_BYPASS}"]');
  await firewall.close();
});

it('takes headers from the environment', async () => {
  const firewall = await startFirewall(target, ({ headers }) =>
    headers['x-bypass'] === BYPASS ? undefined : FORBIDDEN,
  );
  const { code, read } = await runThrough(
    firewall,
    {},
    { ASSAY_HEADERS: `X-Tenant: acme\nX-Bypass: ${BYPASS}` },
  );
  expect(code).toBe(0);
  expect(firewall.blocked).toHaveLength(0);
  expect(read('ledger.ndjson.gz')).not.toContain(BYPASS);
  await firewall.close();
});

it('shows neither Basic credentials nor their password', async () => {
  const basic = Buffer.from('staging:a-staging-password').toString('base64');
  const firewall = await startFirewall(target, ({ headers }) =>
    headers.authorization === `Basic ${basic}` ? undefined : { ...FORBIDDEN, status: 401 },
  );
  const { read, err } = await runThrough(
    firewall,
    { headers: { Authorization: 'Basic ${STAGING_LOGIN}' } },
    { STAGING_LOGIN: basic },
  );
  expect(err).not.toContain('Internal error');
  for (const file of ['ledger.ndjson.gz', 'report.html']) {
    expect(read(file)).not.toContain(basic);
    expect(read(file)).not.toContain('a-staging-password');
  }
  await firewall.close();
});

describe('a header that checks set themselves', () => {
  it.each([
    [
      {
        templates: {
          baseUrl: 'https://a.example',
          headers: { authorization: 'Basic YTpsb25nLXBhc3N3b3Jk' },
        },
      },
      'templates.headers',
    ],
    [
      { export: { baseUrl: 'https://a.example', headers: { 'X-EA-Auth-Token': 'abcdef' } } },
      'export.headers',
    ],
    [{ platform: { baseUrl: 'https://a.example' }, headers: { Accept: 'text/html' } }, 'headers'],
  ])('is refused in %j', async (file, place) => {
    const { cwd } = await assay(['list', 'profiles']);
    writeFileSync(path.join(cwd, 'target.json'), JSON.stringify(file));
    const { code, err } = await assay(['doctor', '--target', 'target.json'], { cwd });
    expect(code).toBe(2);
    expect(err).toMatch(
      new RegExp(
        `^The target file target.json: ${place} names the header \\S+, which the checks set`,
      ),
    );
  });

  it('is named where it is not sent to one of the interfaces', async () => {
    const { cwd } = await assay(['list', 'profiles']);
    const file = {
      headers: { Authorization: 'Basic ${LOGIN}' },
      export: { baseUrl: 'http://127.0.0.1:9' },
      handover: { baseUrl: 'http://127.0.0.1:9' },
    };
    writeFileSync(path.join(cwd, 'target.json'), JSON.stringify(file));
    const { err } = await assay(['run', '--dry-run', '--target', 'target.json'], {
      cwd,
      environment: { LOGIN: 'dXNlcjpsb25nLXBhc3N3b3Jk' },
    });
    expect(err).toContain(
      'headers.Authorization is not sent to handover, whose requests have their own Authorization.',
    );
  });
});
