import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleReport } from '../../tests/load/sample-report.js';
import { systemClock } from '../http/index.js';
import { type ReferenceOptions, startReference } from '../reference/index.js';
import { checkSchema } from '../schema/validate.js';
import { UsageError } from '../target/index.js';
import { type LoadCommandOptions, loadCommand, loadExit } from './load.js';
import { mergeLoadReportsCommand } from './load-reports.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-load-'));
});
afterEach(() => rm(folder, { recursive: true }));

const profile = {
  model: 'open',
  stages: [{ duration: '400ms', rate: 90 }],
  scenarios: [{ flow: 'first-page', limit: 5 }],
  thresholds: [{ metric: 'errors', max: 0 }],
  timeout: '2s',
  sample: 1,
};

interface World {
  readonly options?: LoadCommandOptions;
  readonly reference?: ReferenceOptions;
  readonly signal?: AbortSignal;
}

const ioOf = (out: string[], err: string[] = [], signal = new AbortController().signal) => ({
  environment: {},
  cwd: folder,
  out: (text: string) => void out.push(text),
  err: (text: string) => void err.push(text),
  terminal: { out: false, err: false },
  signal,
  clock: systemClock,
});

async function load(content: object | string, { options = {}, reference = {}, signal }: World = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const file = path.join(folder, 'mine.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  let requests: Readonly<Record<string, number>> = {};
  const io = ioOf(out, err, signal);
  const code = await loadCommand(file, { out: 'reports', ...options }, io, async () => {
    const server = await startReference(reference);
    requests = server.requests;
    return { target: server.target, close: server.close };
  });
  return { code, out: out.join(''), err: err.join(''), requests };
}

const report = async () => JSON.parse(await readFile(path.join(folder, 'reports', 'load-report.json'), 'utf8'));

it('takes no figures for a judgement that describe the generator', () => {
  const held = { ...sampleReport(), outcome: 'held' } as const;
  expect(loadExit(held)).toBe(0);
  expect(loadExit({ ...held, trustworthy: false })).toBe(3);
  expect(loadExit({ ...held, outcome: 'missed', trustworthy: false })).toBe(3);
});

describe('assay load', () => {
  it('puts the reference server under load where nothing is configured, and reports', async () => {
    const { code, out, err } = await load(profile);
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toBe('mine against reference: all 1 thresholds held');
    expect(err).toMatch(/1\/1 s {2}stage 1 {2}planned 90\/s/);
    const written = await report();
    expect(checkSchema('load-report', written)).toHaveProperty('value');
    expect(written.totals).toMatchObject({ offered: 36, answered: 36, checked: 36, wrong: 0 });
    expect(await readFile(path.join(folder, 'reports', 'load-report.html'), 'utf8')).toContain('<!doctype html>');
  });

  it('writes no secret', async () => {
    await load({ ...profile, scenarios: [{ flow: 'first-page' }, { flow: 'template-list' }] });
    const server = await startReference();
    const files = ['load-report.json', 'load-report.html'];
    const text = (await Promise.all(files.map((file) => readFile(path.join(folder, 'reports', file), 'utf8')))).join(
      '',
    );
    const { export: products, templates } = server.target;
    await server.close();
    for (const secret of [products?.destination?.token, products?.otherDestination?.token, templates?.client?.secret]) {
      expect(secret).toBeDefined();
      expect(text).not.toContain(secret);
    }
  });

  it('answers 1 for a missed threshold', async () => {
    const { code, out } = await load({ ...profile, thresholds: [{ metric: 'response.p50', max: '0.001ms' }] });
    expect(code).toBe(1);
    expect(out).toContain('✗ response.p50 ≤ 0.001 ms');
  });

  it('sends nothing for a wrong profile', async () => {
    await expect(load({ ...profile, stages: [{ duration: '1s', rate: -1 }] })).rejects.toThrow(UsageError);
    await expect(load('{')).rejects.toThrow(/is no JSON/);
    await expect(load(profile, { options: { workers: 0 } })).rejects.toThrow(/--workers is 0/);
  });

  it('hands nothing over unless the profile, the target and the command line all say so', async () => {
    const { target, close } = await startReference();
    await close();
    const users = { from: target.handover?.from, to: target.handover?.to };
    const handover = {
      ...profile,
      stages: [{ duration: '500ms', rate: 4 }],
      scenarios: [{ flow: 'handover', ...users }],
    };
    await expect(load(handover)).rejects.toThrow(/--allow-destructive/);
    const strangers = { ...handover, scenarios: [{ flow: 'handover', from: 'x', to: 'y' }] };
    await expect(load(strangers, { options: { allowDestructive: true } })).rejects.toThrow(
      /are not the expendable users/,
    );
    expect((await load(handover, { options: { allowDestructive: true } })).code).toBe(0);
  });

  it('answers 3 where the target is of no use', async () => {
    const target = {
      export: { baseUrl: 'http://127.0.0.1:9', siteId: 1, channelId: 1, destination: { id: 1, token: 'abc-def' } },
    };
    await writeFile(path.join(folder, 'dead.json'), JSON.stringify(target));
    const { code, err } = await load(profile, { options: { target: 'dead.json' } });
    expect(code).toBe(3);
    expect(err).toMatch(/could not be judged/);
  });

  it('answers 130 when it is interrupted, with a report of what ran', async () => {
    const stop = new AbortController();
    const running = load({ ...profile, stages: [{ duration: '10min', rate: 30 }] }, { signal: stop.signal });
    const abort = setInterval(() => stop.abort(), 700);
    const { code } = await running;
    clearInterval(abort);
    expect(code).toBe(130);
    const { totals, outcome } = await report();
    expect(outcome).toBe('interrupted');
    expect(totals.offered).toBe(totals.answered + totals.timedOut + totals.failed + totals.dropped);
  });

  it('compares with a stored report', async () => {
    await load(profile, { options: { out: 'before', repeat: 3 } });
    const { code, out } = await load(
      { ...profile, compare: [{ metric: 'response.p50', maxRatio: 50 }] },
      { options: { baseline: 'before/load-report.json', repeat: 3 } },
    );
    expect(code).toBe(0);
    expect(out).toMatch(/✓ response.p50 × /);
  });

  it('runs several times and adds the figures up', async () => {
    await load(profile, { options: { repeat: 3 } });
    const { runs, totals, samples } = await report();
    expect(runs).toBe(3);
    expect(totals.answered).toBe(108);
    expect(samples['response.p50']).toHaveLength(3);
  });

  it('finds the rate at which the target breaks', async () => {
    const { code, out } = await load(
      {
        model: 'open',
        breakpoint: { start: 10, step: 20, max: 50, hold: '1s', precision: 0.5 },
        scenarios: [{ flow: 'first-page', limit: 1 }],
        thresholds: [{ metric: 'throttled', max: 0 }],
        timeout: '1s',
        drain: '100ms',
      },
      { reference: { rateLimit: { requests: 25, perMs: 1000 } } },
    );
    const { breakpoint } = await report();
    expect(breakpoint.reason).toMatch(/throttled ≤ 0 % was missed/);
    expect(breakpoint.brokenAt).toBeGreaterThan(breakpoint.highest ?? 0);
    expect(code).toBe(breakpoint.highest === undefined ? 1 : 0);
    expect(out).toContain('Breakpoint');
  });

  it('takes its part of a schedule, and the parts together are the whole', async () => {
    const parts = ['1/2', '2/2'];
    const shared = { ...profile, thresholds: [...profile.thresholds, { metric: 'throughput', min: 80 }] };
    for (const share of parts) {
      expect((await load(shared, { options: { share, out: share.slice(0, 1), engine: 'undici' } })).code).toBe(0);
    }
    const out: string[] = [];
    const io = ioOf(out);
    const files = parts.map((share) => path.join(share.slice(0, 1), 'load-report.json'));
    expect(await mergeLoadReportsCommand(files, { out: 'reports', json: true }, io)).toBe(0);
    await expect(mergeLoadReportsCommand(files.slice(1), {}, io)).rejects.toThrow(/not the 2 parts .* look at 1\/2\./);
    const { totals, share, thresholds, profile: merged } = await report();
    expect(totals).toMatchObject({ offered: 36, answered: 36 });
    expect(share).toBeUndefined();
    expect(merged.engine).toBe('undici');
    expect(thresholds[1]).toMatchObject({ metric: 'throughput', held: true });
    const startAt = '2020-01-01T00:00:00Z';
    await expect(load(profile, { options: { startAt } })).rejects.toThrow(/Give a time of the next day with its zone/);
    await expect(load(profile, { options: { startAt: '12:00' } })).rejects.toThrow(/--start-at is 12:00\./);
    await expect(load(profile, { options: { startAt, repeat: 2 } })).rejects.toThrow(/is for one run/);
    await expect(load(profile, { options: { share: '3/2' } })).rejects.toThrow(/--share is 3\/2. Give which part/);
  });

  it('tells outputs of the run, and writes every report', async () => {
    const output = ['ndjson=samples.ndjson', 'hlog=response.hlog'];
    const { err } = await load(profile, { options: { output, live: true } });
    expect(err).toMatch(/^Live: http:\/\/127\.0\.0\.1:\d+\/$/m);
    expect((await readFile(path.join(folder, 'samples.ndjson'), 'utf8')).trim().split('\n')).toHaveLength(36);
    const written = await readdir(path.join(folder, 'reports'));
    expect(written.sort()).toEqual(['ctrf.json', 'junit.xml', 'load-report.html', 'load-report.json', 'summary.md']);
  });

  it('runs the flows that the target is configured for, and says what it left out', async () => {
    const { target, close } = await startReference();
    const { export: products } = target;
    await writeFile(path.join(folder, 'part.json'), JSON.stringify({ export: products }));
    const scenarios = [{ flow: 'first-page', weight: 3 }, { flow: 'token' }, { flow: 'cursor-walk' }];
    const options = { target: 'part.json' };
    await expect(load({ ...profile, scenarios }, { options })).rejects.toThrow(
      /templates.authUrl \(AUTH_URL\).*\n.*platform.baseUrl \(PLATFORM_BASE_URL\)/,
    );
    const { code, err, out } = await load({ ...profile, adapt: true, scenarios }, { options });
    await close();
    expect(code).toBe(0);
    expect(err).toMatch(/^Left out: The scenario token, for templates.authUrl \(AUTH_URL\) is not configured.$/m);
    expect(out).toContain('Left out\n  The scenario token');
    expect((await report()).totals.answered).toBe(36);
  });

  it('writes an Artillery script instead of running', async () => {
    const { code, err } = await load(profile, { options: { export: 'artillery', out: 'there' } });
    expect(code).toBe(0);
    expect(err).toMatch(/Set where it runs: EXPORT_TOKEN/);
    const script = JSON.parse(await readFile(path.join(folder, 'there', 'mine.artillery.json'), 'utf8'));
    expect(script.config.phases).toHaveLength(1);
    await expect(load(profile, { options: { export: 'k9' } })).rejects.toThrow(
      /--export k9 is not known. Did you mean k6/,
    );
    expect((await load(profile, { options: { export: 'k6', out: 'there' } })).err).toMatch(/Run it with: k6 run/);
  });
});
