import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { loadInFolder, profile } from '../../../tests/load/load-command.js';
import { sampleReport } from '../../../tests/load/sample-report.js';
import { summary } from '../../load/index.js';
import { startReference } from '../../reference/index.js';
import type { LoadReport } from '../../schema/types.js';
import { checkSchema } from '../../schema/validate.js';
import { UsageError } from '../../settings/index.js';
import { loadExit } from './load.js';
import { profileFile } from './load-options.js';

const { load, report, inFolder } = loadInFolder();

it('has the exit code 3 if the generator was late, whatever the thresholds say', () => {
  const missed = sampleReport();
  const thresholds = missed.thresholds.map((threshold) => ({ ...threshold, held: true }));
  const held = { ...missed, outcome: 'held', thresholds } as const;
  expect(loadExit(held)).toBe(0);
  expect(loadExit({ ...held, trustworthy: false })).toBe(3);
  expect(loadExit({ ...missed, trustworthy: false })).toBe(3);
});

it('still tests thresholds that do not depend on time if the load generator was late', () => {
  const { thresholds, ...report } = sampleReport();
  const errors = thresholds.filter(({ metric }) => metric === 'errors');
  const late = { ...report, outcome: 'held', trustworthy: false, thresholds: errors } as const;
  expect(loadExit(late)).toBe(0);
  const doubts = ['The generator was late.'];
  expect(summary({ ...late, doubts })).toMatch(
    /1 of 1 thresholds met[\s\S]*Times are unreliable; no threshold depends on them\n {2}The generator/,
  );
  const broken = errors.map((threshold) => ({ ...threshold, held: false }));
  expect(loadExit({ ...late, outcome: 'missed', thresholds: broken })).toBe(1);
});

it('names the missed limit of a comparison, and has the exit code 1', () => {
  const { thresholds, ...report } = sampleReport();
  const ratio = { metric: 'response.p95', baseline: 1, current: 2, ratio: 2, low: 1.9, high: 2.1 };
  const limited = { samples: [5, 5], basis: 'runs', verdict: 'higher', maxRatio: 1.5 } as const;
  const comparison = {
    baseline: 'before.json',
    ratios: [{ ...ratio, ...limited, samples: [5, 5], held: false }],
  };
  const met = thresholds.filter(({ held: isMet }) => isMet);
  const slower = { ...report, outcome: 'held', thresholds: met, comparison } as LoadReport;
  expect(loadExit(slower)).toBe(1);
  expect(summary(slower).split('\n')[0]).toBe(
    'sample against reference: 1 of 1 limit of the comparison with before.json missed (response.p95 × 2.000, limit 1.5); 1 of 1 thresholds met',
  );
});

it('prefers a bundled profile to a folder of the same name', async () => {
  await mkdir(inFolder('ramp'));
  expect(profileFile('ramp', inFolder())).toMatch(/suites.load.ramp\.json$/);
});

describe('assay load', () => {
  it('puts the reference server under load with --reference, and writes reports', async () => {
    const { code, out, err } = await load(profile);
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toBe('mine against reference: 1 of 1 thresholds met');
    expect(err).toMatch(/1\/1 s {2}stage 1 {2}planned 90\/s/);
    const written = await report();
    expect(checkSchema('load-report', written)).toHaveProperty('value');
    expect(written.totals).toMatchObject({ offered: 36, answered: 36, checked: 36, wrong: 0 });
    expect(await readFile(inFolder('reports', 'load-report.html'), 'utf8')).toContain(
      '<!doctype html>',
    );
  });

  it('writes no secret', async () => {
    await load({ ...profile, scenarios: [{ flow: 'first-page' }, { flow: 'template-list' }] });
    const server = await startReference();
    const files = ['load-report.json', 'load-report.html'];
    const text = (
      await Promise.all(files.map((file) => readFile(inFolder('reports', file), 'utf8')))
    ).join('');
    const { export: products, templates } = server.target;
    await server.close();
    for (const secret of [
      products?.destination?.token,
      products?.otherDestination?.token,
      templates?.client?.secret,
    ]) {
      expect(secret).toBeDefined();
      expect(text).not.toContain(secret);
    }
  });

  it('has the exit code 1 for a missed threshold', async () => {
    const { code, out } = await load({
      ...profile,
      thresholds: [{ metric: 'response.p50', max: '0.001ms' }],
    });
    expect(code).toBe(1);
    expect(out).toContain('✗ response.p50 ≤ 0.001 ms');
  });

  it('rejects an invalid profile or option', async () => {
    await expect(load({ ...profile, stages: [{ duration: '1s', rate: -1 }] })).rejects.toThrow(
      UsageError,
    );
    await expect(load('{')).rejects.toThrow(/is not valid JSON/);
    await expect(load(profile, { options: { workers: 0 } })).rejects.toThrow(/--workers is 0/);
  });

  it('runs the handover only if profile, target and command line allow it', async () => {
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

  it('has the exit code 3 if the target cannot be reached', async () => {
    const target = {
      export: {
        baseUrl: 'http://127.0.0.1:9',
        siteId: 1,
        channelId: 1,
        destination: { id: 1, token: 'abc-def' },
      },
    };
    await writeFile(inFolder('dead.json'), JSON.stringify(target));
    const { code, err } = await load(profile, { options: { target: 'dead.json' } });
    expect(code).toBe(3);
    expect(err).toMatch(/could not be tested/);
  });

  it('has the exit code 130 when it is interrupted, and still writes a report', async () => {
    const stop = new AbortController();
    const running = load(
      { ...profile, stages: [{ duration: '10min', rate: 30 }] },
      { signal: stop.signal },
    );
    const abort = setInterval(() => stop.abort(), 700);
    const { code } = await running;
    clearInterval(abort);
    expect(code).toBe(130);
    const { totals, outcome } = await report();
    expect(outcome).toBe('interrupted');
    expect(totals.offered).toBe(totals.answered + totals.timedOut + totals.failed + totals.dropped);
  });

  it('writes the live page, every output and every report', async () => {
    const output = ['ndjson=samples.ndjson', 'csv=samples.csv'];
    const { err } = await load(profile, { options: { output, live: true } });
    expect(err).toMatch(/^Live: http:\/\/127\.0\.0\.1:\d+\/$/m);
    expect((await readFile(inFolder('samples.ndjson'), 'utf8')).trim().split('\n')).toHaveLength(
      36,
    );
    const written = await readdir(inFolder('reports'));
    expect(written.sort()).toEqual([
      'ctrf.json',
      'junit.xml',
      'load-report.html',
      'load-report.json',
      'summary.md',
    ]);
  });

  it('keeps its exit code if a collector cannot be reached, and says why', async () => {
    const closed = await startReference();
    await closed.close();
    const { origin } = new URL(closed.baseUrls.export);
    const output = [`otlp=${origin}`];
    const { code, err } = await load(profile, { options: { output } });
    expect(code).toBe(0);
    expect(err).toContain(
      `The output ${origin}/v1/metrics is not complete: the collector cannot be reached: connection refused\n`,
    );
  });

  it('says that tokens expire at once', async () => {
    const scenarios = [{ flow: 'template-list' }];
    const stages = [{ duration: '300ms', rate: 20 }];
    const { out } = await load(
      { ...profile, scenarios, stages },
      { reference: { defects: ['tokens.lifetime-zero'] } },
    );
    expect(out).toContain(
      'Target\n  The token server issued tokens without a positive "expires_in"',
    );
    expect((await report()).remarks).toHaveLength(1);
  });

  it('with `adapt`, runs the flows that have settings, and names the others', async () => {
    const { target, close } = await startReference();
    const { export: products } = target;
    await writeFile(inFolder('part.json'), JSON.stringify({ export: products }));
    const scenarios = [
      { flow: 'first-page', weight: 3 },
      { flow: 'token' },
      { flow: 'cursor-walk' },
    ];
    const options = { target: 'part.json' };
    await expect(load({ ...profile, scenarios }, { options })).rejects.toThrow(
      /templates.authUrl \(AUTH_URL\).*\n.*platform.baseUrl \(PLATFORM_BASE_URL\)/,
    );
    const { code, err, out } = await load({ ...profile, adapt: true, scenarios }, { options });
    await close();
    expect(code).toBe(0);
    expect(err).toMatch(
      /^Left out: The scenario token, because templates.authUrl \(AUTH_URL\) is not configured.$/m,
    );
    expect(out).toContain('Left out\n  The scenario token');
    expect((await report()).totals.answered).toBe(36);
  });

  it('writes an Artillery script instead of running', async () => {
    const { code, err } = await load(profile, { options: { export: 'artillery', out: 'there' } });
    expect(code).toBe(0);
    expect(err).toMatch(/Environment variables that the script needs: EXPORT_TOKEN/);
    const script = JSON.parse(await readFile(inFolder('there', 'mine.artillery.json'), 'utf8'));
    expect(script.config.phases).toHaveLength(1);
    await expect(load(profile, { options: { export: 'k6' } })).rejects.toThrow(
      /--export k6 is not known. Known: artillery/,
    );
  });
});
