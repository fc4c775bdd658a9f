import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playK6 } from '../../../tests/load/k6-stand-in.js';
import { type Reference, startReference } from '../../reference/index.js';
import { packageRoot } from '../../schema/validate.js';
import { targetFrom, UsageError } from '../../settings/index.js';
import { type Prepared, prepare } from '../load.js';
import { profileFrom } from '../profile/index.js';
import { k6Script } from './script.js';

const profile = {
  model: 'open',
  warmUp: { duration: '2s', rate: 5 },
  stages: [
    { name: 'steady', duration: '10s', rate: 20 },
    { name: 'up', duration: '5s', rate: 30, rampTo: 60 },
  ],
  scenarios: [
    { flow: 'first-page', weight: 2, think: '1s' },
    { flow: 'template-list' },
    { flow: 'cursor-walk', pages: 2 },
    {
      flow: 'request',
      name: 'mine',
      request: { interface: 'export', path: '/sites/{{siteId}}/x', expect: { status: 404 } },
    },
  ],
  thresholds: [
    { metric: 'response.p95', max: '250ms', abort: false },
    { metric: 'errors', max: 0.01, scenario: 'template-list' },
    { metric: 'lag.p99', max: '10ms' },
  ],
};

let reference: Reference;
let ready: Prepared;
let script = '';
beforeAll(async () => {
  reference = await startReference();
  ready = await prepare(profileFrom(profile, 'exported'), targetFrom(reference.target, 'reference'));
  ({ script } = k6Script(ready));
});
afterAll(() => reference.close());

const environment = (): Record<string, string> =>
  Object.fromEntries(ready.target.secrets.map(({ name, value }) => [name, value]));

describe('the k6 script', () => {
  it('has the arrivals of the schedule, shared by weight, and the thresholds', () => {
    const { options } = playK6(script, { only: 'none' });
    const first = options.scenarios?.['first-page_1'];
    expect(first).toMatchObject({
      executor: 'ramping-arrival-rate',
      // 20/s × 2 of 5, as 40 starts in 5 s.
      startRate: 40,
      timeUnit: '5s',
      startTime: '2000ms',
      stages: [
        { target: 40, duration: '10000ms' },
        { target: 60, duration: '0s' },
        { target: 120, duration: '5000ms' },
      ],
      tags: { counted: 'yes' },
    });
    expect(options.scenarios?.['warm-up_first-page_1']).toMatchObject({ executor: 'constant-arrival-rate', rate: 10 });
    expect(options.thresholds).toEqual({
      'http_req_duration{counted:yes}': ['p(95)<=250'],
      'assay_errors{counted:yes,scenario:template-list_2}': ['rate<=0.01'],
    });
    expect(k6Script(ready).notes[0]).toMatch(/cannot hold the threshold on lag.p99/);
  });

  it('asks what we ask, with credentials from the environment', () => {
    const { asked, checks, slept } = playK6(script, { only: 'first-page', times: 2, environment: environment() });
    const { export: products } = ready.target;
    expect(asked.map(({ headers }) => headers['X-EA-Auth-Token'])).toEqual([
      products?.destination?.token,
      products?.otherDestination?.token,
    ]);
    expect(asked[0]?.url).toContain('/products?limit=100');
    expect(checks.every(([, held]) => held)).toBe(true);
    expect(slept.every((seconds) => seconds >= 0.5 && seconds <= 1.5)).toBe(true);
    const mine = playK6(script, { only: 'mine', answers: [{ status: 404 }], environment: environment() });
    expect(mine.asked[0]?.url).toMatch(/\/sites\/\d+\/x$/);
    expect(mine.rates.assay_errors).toEqual([false]);
  });

  it('keeps a token, and gets another when it is refused', () => {
    const token = (value: string) => ({ status: 200, body: { access_token: value, expires_in: 300 } });
    const answers = [token('a'), { status: 401 }, token('b'), { status: 200, body: [] }, { status: 200, body: [] }];
    const { asked } = playK6(script, { only: 'template-list', answers, environment: environment() });
    expect(asked.map(({ method, headers }) => [method, headers.Authorization])).toEqual([
      ['POST', undefined],
      ['GET', 'Bearer a'],
      ['POST', undefined],
      ['GET', 'Bearer b'],
    ]);
  });

  it('waits for as long as a 429 asks, and walks by the cursor', () => {
    const page = (next: number) => ({ status: 200, body: { Entities: [{ id: next }], meta: { cursor: { next } } } });
    const answers = [{ status: 429, headers: { 'Retry-After': '7' } }, page(5), page(9)];
    const { asked, slept, rates } = playK6(script, { only: 'cursor-walk', answers, environment: environment() });
    expect(asked.map(({ url }) => new URL(url).searchParams.get('cursor'))).toEqual(['0', '0', '5']);
    expect(slept).toEqual([7]);
    expect(rates.assay_throttled).toEqual([true, false, false]);
  });

  it('holds no secret, and names the variables that it needs', () => {
    for (const { value } of ready.target.secrets) expect(script).not.toContain(value);
    expect(k6Script(ready).variables).toEqual(expect.arrayContaining(['EXPORT_TOKEN', 'ETM_CLIENT_SECRET']));
  });

  it('keeps to the types of k6', async () => {
    const folder = await mkdtemp(path.join(packageRoot, 'node_modules', '.k6-'));
    try {
      await writeFile(path.join(folder, 'script.js'), script);
      const words = ['--noEmit', '--checkJs', '--allowJs', '--target', 'es2022', '--module', 'esnext'];
      const more = ['--moduleResolution', 'bundler', '--types', 'k6', '--skipLibCheck', '--ignoreConfig'];
      const tsc = path.join(packageRoot, 'node_modules', '.bin', 'tsc');
      const { stdout } = spawnSync(tsc, [...words, ...more, 'script.js'], { cwd: folder, encoding: 'utf8' });
      // Its parameters have no types: what is asked of k6 is looked at.
      expect(
        stdout
          .split('\n')
          .filter((line) => /k6|has no exported member|does not exist on type '(import|typeof)/.test(line)),
      ).toEqual([]);
      expect(stdout).not.toMatch(/TS(2305|2307|2554|2614)/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('says what it cannot express', () => {
    const closed = profileFrom(
      { ...profile, warmUp: undefined, model: 'closed', stages: [{ duration: '1s', users: 1 }] },
      'closed',
    );
    expect(() => k6Script({ ...ready, plan: closed })).toThrow(UsageError);
  });

  const k6 = process.env.ASSAY_K6 ?? '';
  it.skipIf(!existsSync(k6))('is taken by k6 itself (needs ASSAY_K6, the path of a k6)', async () => {
    const folder = await mkdtemp(path.join(packageRoot, 'node_modules', '.k6-'));
    const file = path.join(folder, 'script.js');
    await writeFile(file, script);
    const inspected = JSON.parse(execFileSync(k6, ['inspect', file], { encoding: 'utf8' }));
    await rm(folder, { recursive: true });
    expect(Object.keys(inspected.scenarios)).toHaveLength(8);
  });
});
