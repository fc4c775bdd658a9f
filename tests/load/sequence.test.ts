import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkSchema } from '../../src/schema/validate.js';
import { UsageError } from '../../src/settings/index.js';
import { loadInFolder } from './load-command.js';
import { type Shop, shopSteps, startShop } from './shop-server.js';

const { load, report, write, inFolder } = loadInFolder();

let shop: Shop;
beforeEach(async () => {
  shop = await startShop({ mark: 'one' });
  await write('target.json', {
    name: 'shop',
    allow: { unsafeMethods: true },
    platform: { baseUrl: shop.url },
  });
});
afterEach(() => shop.close());

const options = { target: 'target.json' };
const profile = {
  model: 'open',
  stages: [{ duration: '500ms', rate: 60 }],
  scenarios: [{ flow: 'steps', name: 'buy', steps: shopSteps }],
  thresholds: [
    { metric: 'errors', max: 0, tags: { kind: 'write' } },
    { metric: 'response.p95', max: '5s', tags: { kind: 'read' } },
    { metric: 'captured.size.max', max: 5 },
    { metric: 'captured.size.mean', min: 2.9, max: 3.1, scenario: 'buy' },
    { metric: 'checks', min: 1 },
  ],
  sample: 1,
  drain: '30s',
};

it('sends the steps in order, with what earlier ones captured in path, query, header and body', async () => {
  const { code, out } = await load(profile, { options });
  expect(out).toContain('✓ captured.size.max ≤ 5  5');
  expect(code).toBe(0);
  expect(Object.fromEntries(shop.seen)).toEqual({
    'POST /login': 30,
    'GET /carts': 30,
    'POST /carts/ID/lines': 60,
  });
  const written = await report();
  expect(checkSchema('load-report', written)).toHaveProperty('value');
  expect(written.scenarios).toEqual([{ name: 'buy', started: 30, completed: 30, abandoned: 0 }]);
  expect(
    written.requests.map(({ title, tally, tags }: Record<string, { answered?: number }>) => [
      title,
      tally?.answered,
      tags,
    ]),
  ).toEqual([
    ['log in', 30, { kind: 'write' }],
    ['carts', 30, { kind: 'read' }],
    ['add a line', 60, { kind: 'write' }],
  ]);
  expect(out).toContain('✓ errors of kind=write ≤ 0 %  0 %');
  // Numbers are exact: as many of each size.
  expect(written.captured).toMatchObject([
    {
      scenario: 'buy',
      title: 'carts',
      name: 'size',
      counts: [1, 2, 3, 4, 5].map((one) => [one, 6]),
    },
  ]);
  expect(JSON.stringify(written)).not.toContain('one-token');
});

it('ends a sequence at a response that has not what is captured, and counts it as incorrect', async () => {
  const [login, carts, lines] = shopSteps;
  const steps = [login, { ...carts, capture: { cart: '$.data[0].key' } }, lines];
  const lost = { ...profile, scenarios: [{ flow: 'steps', name: 'buy', steps }], thresholds: [] };
  await expect(load(lost, { options })).rejects.toThrow(/uses \{\{from\}\}, which is not defined/);
  const some = { ...lost, scenarios: [{ flow: 'steps', steps: steps.slice(0, 2) }] };
  for (const sample of [0, 1]) {
    const { out } = await load({ ...some, sample }, { options });
    expect(out).toContain('cart was not captured: no text or number at $.data[0].key');
    const { scenarios, totals } = await report();
    expect(scenarios[0]).toMatchObject({ started: 30, completed: 0, abandoned: 30 });
    expect(totals.wrong).toBe(30);
  }
});

it('runs scenarios by schedules of their own, in both models', async () => {
  const read = [shopSteps[0], shopSteps[1]];
  const { code } = await load(
    {
      model: 'open',
      scenarios: [
        { flow: 'steps', name: 'early', steps: read, stages: [{ duration: '300ms', rate: 50 }] },
        {
          flow: 'steps',
          name: 'late',
          steps: [shopSteps[0]],
          start: '300ms',
          stages: [{ name: 'up', duration: '400ms', rate: 0, rampTo: 100 }],
        },
        {
          flow: 'steps',
          name: 'users',
          model: 'closed',
          steps: [shopSteps[0]],
          think: { mean: '100ms', distribution: 'constant' },
          stages: [{ duration: '500ms', users: 3 }],
        },
      ],
      thresholds: [{ metric: 'errors', max: 0, scenario: 'late' }],
      drain: '30s',
    },
    { options },
  );
  expect(code).toBe(0);
  const { scenarios, stages, profile: run } = await report();
  expect(scenarios.slice(0, 2)).toEqual([
    { name: 'early', started: 15, completed: 15, abandoned: 0 },
    { name: 'late', started: 20, completed: 20, abandoned: 0 },
  ]);
  expect(scenarios[2].started).toBeGreaterThanOrEqual(3);
  expect(shop.seen.get('POST /login')).toBe(35 + scenarios[2].started);
  expect(run.model).toBe('mixed');
  expect(
    stages.map(({ scenario, startMs }: Record<string, unknown>) => [scenario, startMs]),
  ).toEqual([
    ['early', 0],
    ['late', 300],
    ['users', 0],
  ]);
  expect(stages[1].tally.offered).toBe(20);
});

it('takes rate, users, duration and stages from the command line', async () => {
  const bare = { ...profile, thresholds: [] };
  await load(bare, { options: { ...options, rate: 20, duration: '500ms' } });
  expect((await report()).scenarios[0].started).toBe(10);
  await load(bare, { options: { ...options, stages: '400ms:50,200ms:50' } });
  expect((await report()).scenarios[0].started).toBe(20);
  await load(bare, { options: { ...options, users: 2, duration: '300ms' } });
  expect((await report()).profile.model).toBe('closed');
  const refused = (more: object) =>
    expect(load(bare, { options: { ...options, ...more } })).rejects;
  await refused({ rate: 1, users: 1 }).toThrow(UsageError);
  await refused({ rate: 1, stages: '1s:1' }).toThrow(/Leave out --rate/);
  await refused({ duration: 'long' }).toThrow(/--duration is long. Give a duration/);
  await refused({ stages: '1s' }).toThrow(/of which 1s is not a stage/);
});

it('shows what would be sent, and sends nothing', async () => {
  const { code, out } = await load(profile, { options: { ...options, dryRun: true } });
  expect(code).toBe(0);
  expect(out).toContain('mine against shop: nothing was sent');
  expect(out).toContain('requests  up to 120');
  expect(out).toContain('buy  30 starts');
  expect(out).toContain(`  1. POST ${shop.url}/login, captures token`);
  expect(out).toContain('3. POST');
  expect(shop.seen.size).toBe(0);
});

it('prints a profile to edit, with the load of the command line', async () => {
  const { out } = await load(profile, { options: { print: true, rate: 7, duration: '1min' } });
  const printed = JSON.parse(out);
  expect(printed.stages).toEqual([{ name: 'constant', duration: '1min', rate: 7 }]);
  expect(printed.scenarios).toEqual(profile.scenarios);
  expect(await readFile(inFolder(printed.$schema), 'utf8')).toContain('LoadProfile');
});

it.each([
  [
    { capture: { token: 'access_token' } },
    /steps\[0\]\.capture\.token: is "access_token", which is not a JSONPath .*Give one such as "\$\.access_token"/,
  ],
  [
    {
      request: { interface: 'platform', path: '/x', expect: { checks: { good: '@.a >' } } },
    },
    /expect\.checks\.good: is "@\.a >", which is not a condition/,
  ],
  [{ data: 'rows' }, /steps\[0\]\.data: unknown data feeder "rows"/],
])('refuses a wrong step by its place', async (wrong, message) => {
  const scenarios = [{ flow: 'steps', steps: [{ ...shopSteps[0], ...wrong }] }];
  await expect(load({ ...profile, thresholds: [], scenarios }, { options })).rejects.toThrow(
    message,
  );
});

it.each([
  [{ metric: 'captured.sise.p95', max: 1 }, /unknown captured value "sise". Did you mean "size"/],
  [
    { metric: 'errors', max: 0, tags: { kind: 'red' } },
    /no request has the tags kind=red. Known: kind=write, kind=read/,
  ],
  [{ metric: 'captured.size.p95', max: '1s' }, /captured.size.p95 is a number/],
])('refuses a wrong threshold by its place', async (threshold, message) => {
  await expect(load({ ...profile, thresholds: [threshold] }, { options })).rejects.toThrow(message);
});
