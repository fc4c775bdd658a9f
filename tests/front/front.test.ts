import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSuspicious } from '../../src/http/suspicious.js';
import { type Reference, startReference } from '../../src/reference/index.js';
import type { TargetFile } from '../../src/settings/index.js';
import { assay } from '../gate/assay.js';
import { type Blocked, startFirewall } from '../http/firewall.js';

let reference: Reference;
let target: TargetFile;
beforeAll(async () => {
  reference = await startReference();
  const { export: products } = reference.target;
  target = products === undefined ? {} : { export: products };
});
afterAll(() => reference.close());

/** A run of the export API through a firewall with this rule. */
async function runBehind(
  rule: (request: IncomingMessage) => Blocked | undefined,
  words: readonly string[],
  more: Partial<TargetFile> = {},
) {
  const firewall = await startFirewall(target, rule);
  const { cwd } = await assay(['list', 'profiles']);
  writeFileSync(path.join(cwd, 'target.json'), JSON.stringify({ ...firewall.target, ...more }));
  const isRun = words[0] === 'run';
  const told = await assay(
    [...words, '--target', 'target.json', ...(isRun ? ['--out', 'out'] : [])],
    { cwd },
  );
  await firewall.close();
  return {
    ...told,
    blocked: firewall.blocked.length,
    seen: firewall.seen,
    report: () => JSON.parse(readFileSync(path.join(cwd, 'out/report.json'), 'utf8')),
  };
}

const query = ({ url = '' }: IncomingMessage): string =>
  decodeURIComponent(url.replaceAll('+', ' '));
let serial = 0;
/** A page of a firewall, with another id each time. */
function page(status: number, server = 'cloudflare'): Blocked {
  serial += 7919;
  const id = serial.toString(16);
  const head = '<html><head><title>x</title></head>';
  return {
    status,
    headers: { 'Content-Type': 'text/html', Server: server },
    body: `${head}<body><h1>Request blocked.</h1><p>Ray ID: ${id}</p></body></html>`,
  };
}
const ATTACK = /['"]\s*(\)|;|or\b)|union select|--|or 1=1/i;
const FILTERS = ['run', '--check', 'export.filter.*', '--min-coverage', '0'];

describe('a firewall that refuses some values', () => {
  it.each([403, 406, 500])(
    'is named with its first line, and accuses the target of nothing (%s)',
    async (status) => {
      const { out, report, blocked } = await runBehind(
        (request) => (ATTACK.test(query(request)) ? page(status) : undefined),
        FILTERS,
      );
      expect(blocked).toBeGreaterThan(0);
      const { verdicts, inFront, requests, checks } = report();
      expect(verdicts.failed).toBe(0);
      expect(verdicts.warning).toBe(0);
      expect(inFront).toEqual([
        expect.stringMatching(
          new RegExp(
            `^in front of the target: ${status} "Request blocked\\." \\(\\d+ responses?\\)$`,
          ),
        ),
      ]);
      expect(requests.troubles['in-front']).toBeGreaterThan(0);
      expect(out).toMatch(
        /In front .*from a system in front of the target, not tested: \d+ "Request blocked\."/,
      );
      expect(checks.some(({ leftOut }: { leftOut?: number }) => (leftOut ?? 0) > 0)).toBe(true);
    },
    60_000,
  );

  it('is not met where suspicious values are not sent, and their number is reported', async () => {
    const { report, blocked, seen } = await runBehind(
      (request) => (ATTACK.test(query(request)) ? page(403) : undefined),
      FILTERS,
      { allow: { suspiciousValues: false } },
    );
    expect(blocked).toBe(0);
    expect(seen.length).toBeGreaterThan(10);
    const { verdicts, requests } = report();
    expect(verdicts.failed).toBe(0);
    expect(requests.troubles.withheld).toBeGreaterThan(0);
  }, 60_000);
});

describe('a firewall that refuses every request', () => {
  const FORBIDDEN = page(403, 'cloudfront');

  it('is named by doctor instead of the token', async () => {
    const { code, out } = await runBehind(() => FORBIDDEN, ['doctor']);
    expect(code).toBe(3);
    expect(out).toContain(
      'in front of the target: 403 "Request blocked.", with and without credentials',
    );
    expect(out).toContain('ASSAY_HEADERS');
    expect(out).not.toContain('refuses EXPORT_TOKEN');
  });

  it('is named if it asks for a login', async () => {
    const login = {
      status: 401,
      headers: { 'WWW-Authenticate': 'Basic realm="staging"' },
      body: 'Staging only',
    };
    const { code, out } = await runBehind(() => login, ['doctor']);
    expect(code).toBe(3);
    expect(out).toContain('in front of the target: 401 "Staging only"');
  });
});

describe('the target itself', () => {
  it('is named where its own response differs without a token', async () => {
    const { report } = await runBehind(
      (request) =>
        request.headers['x-ea-auth-token'] !== undefined && /LIKE/.test(query(request))
          ? {
              status: 403,
              headers: { 'Content-Type': 'text/html' },
              body: '<h1>LIKE is not supported</h1>',
            }
          : undefined,
      ['run', '--check', 'export.filter.like*', '--min-coverage', '0'],
    );
    const { inFront, verdicts } = report();
    expect(inFront).toBeUndefined();
    expect(verdicts.failed).toBeGreaterThan(0);
  }, 60_000);

  it('is named where it refuses a wrong token with a page of its own', async () => {
    const own = (request: IncomingMessage): Blocked | undefined =>
      request.headers['x-ea-auth-token'] === target.export?.destination?.token ||
      /\/$/.test(request.url ?? '')
        ? undefined
        : { status: 403, headers: { 'Content-Type': 'text/html' }, body: '<h1>Forbidden</h1>' };
    const { report } = await runBehind(own, [
      'run',
      '--check',
      'export.auth.token-near',
      '--min-coverage',
      '0',
    ]);
    const { inFront, verdicts } = report();
    expect(inFront).toBeUndefined();
    expect(verdicts.failed).toBeGreaterThan(0);
  }, 60_000);

  it('is named as refusing the token where its error is the documented one', async () => {
    const refusal = {
      status: 403,
      headers: { 'Content-Type': 'application/json' },
      body: '{"error":"Token is not authorized for this destination"}',
    };
    const { out } = await runBehind(() => refusal, ['doctor']);
    expect(out).toContain('refuses EXPORT_TOKEN');
  });
});

it.each<readonly [string, boolean]>([
  ["' OR '1'='1", true],
  ["'); DROP TABLE products", true],
  ["x' UNION SELECT NULL --", true],
  ['1 OR 1=1', true],
  ['/* comment */', true],
  ['<script>alert(1)</script>', true],
  ['../../etc/passwd', true],
  ["O'Brien", false],
  ['50 % wool', false],
  ['red-blue', false],
  ['a&b=c', false],
  ['2024-01-31', false],
])('%s is a suspicious value: %s', (value, expected) => {
  const filter = new URLSearchParams({ 'filters[0][criteria][0][value]': value });
  expect(isSuspicious({ interface: 'export', url: `https://a.example/products?${filter}` })).toBe(
    expected,
  );
});

it.each([
  ['cloudflare', true],
  ['Apache', false],
])('leaves out of recorded traffic a page of the server %s: %s', async (server, isLeftOut) => {
  const { cwd } = await assay(['list', 'profiles']);
  const base = 'https://export.example.com';
  writeFileSync(
    path.join(cwd, 'target.json'),
    JSON.stringify({ export: { baseUrl: base, siteId: 1, channelId: 2 } }),
  );
  const exchange = {
    request: {
      url: `${base}/sites/1/channels/2/destinations/3/products`,
      headers: { 'X-EA-Auth-Token': 'a-token-1' },
    },
    response: {
      status: 403,
      headers: { 'Content-Type': 'text/html', Server: server },
      body: '<h1>Forbidden by somebody</h1>',
    },
  };
  writeFileSync(path.join(cwd, 'traffic.ndjson'), `${JSON.stringify(exchange)}\n`);
  const { err } = await assay(
    ['judge', 'traffic.ndjson', '--target', 'target.json', '--out', 'out'],
    { cwd },
  );
  expect(err.includes('Left out: in front of the target: 403 "Forbidden by somebody" (1 ×)')).toBe(
    isLeftOut,
  );
});

it('names an unknown content coding in doctor', async () => {
  const { code, out } = await runBehind(
    ({ url = '' }) =>
      /products/.test(url)
        ? {
            status: 200,
            headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'zstd' },
            body: '(/..',
          }
        : undefined,
    ['doctor'],
  );
  expect(code).toBe(3);
  expect(out).toContain('the content coding zstd, which was not requested, is not one of gzip');
});
