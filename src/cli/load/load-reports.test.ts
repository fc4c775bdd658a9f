import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sampleReport } from '../../../tests/load/sample-report.js';
import { systemClock } from '../../http/index.js';
import { IN_TABLES } from '../../load/percentiles.js';
import type { LoadReport } from '../../schema/types.js';
import { compareLoadReportsCommand, loadReportCommand } from './load-reports.js';

const cwd = mkdtempSync(path.join(tmpdir(), 'assay-load-reports-'));
const write = (name: string, content: object): string => {
  writeFileSync(path.join(cwd, name), JSON.stringify(content));
  return name;
};

function ioOf() {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    environment: {},
    cwd,
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    terminal: { out: false, err: false },
    signal: new AbortController().signal,
    clock: systemClock,
  };
  return { io, out, err };
}

const scenarios = [{ flow: 'first-page' }];
const base = { model: 'open', stages: [{ duration: '40s', rate: 10 }], scenarios };
const doubts = ['The generator was late.'];

async function compared(before: LoadReport, after: LoadReport, html?: string) {
  const compare = [{ metric: 'response.p95', maxRatio: 1.1 }];
  const { io, out } = ioOf();
  const code = await compareLoadReportsCommand(
    write('before.json', before),
    write('after.json', after),
    { profile: write('p.json', { ...base, compare }), ...(html === undefined ? {} : { html }) },
    io,
  );
  return { code, out: out.join('') };
}

it('gives no verdict on unreliable times, and names the report that has them', async () => {
  const slow = sampleReport({ slowest: () => 200 });
  const fast = sampleReport({ slowest: () => 100 });
  expect((await compared(fast, slow)).code).toBe(1);
  const { code, out } = await compared({ ...fast, trustworthy: false, doubts }, slow, 'c.html');
  expect(code).toBe(3);
  expect(out).toMatch(/^ {2}\? response\.p95 × 2\.000 .* not judged$/m);
  expect(out).toContain(
    'The times of before.json are unreliable, and not judged. The generator was late.\n',
  );
  expect(readFileSync(path.join(cwd, 'c.html'), 'utf8')).toContain(
    'The times of before.json are unreliable',
  );
  expect((await compared(slow, { ...fast, trustworthy: false, doubts })).out).not.toMatch(
    /lower$/m,
  );
});

it('does not judge a limit if a report has too few values of its metric', async () => {
  const sample = sampleReport();
  const { code, out } = await compared(sampleReport({ seconds: 2 }), sample, 'few.html');
  expect(code).toBe(3);
  expect(out).toContain(
    'The limit of response.p95 is not judged: a report has too few values of it.',
  );
  expect(readFileSync(path.join(cwd, 'few.html'), 'utf8')).toContain(
    'The limit of response.p95 is not judged',
  );
});

it('names a limited metric for which the baseline has too few values', async () => {
  const from = write('result.json', artilleryResult());
  const profile = write('p.json', { ...base, compare: [{ metric: 'response.p95', maxRatio: 2 }] });
  const baseline = write('short.json', sampleReport({ seconds: 2 }));
  const { io, out } = ioOf();
  expect(await loadReportCommand(undefined, { from, profile, baseline }, io)).toBe(3);
  expect(out.join('')).toContain(
    'not judged: too few values of response.p95 for the comparison with short.json',
  );
});

/** The result of `artillery run` for 40 s with 400 requests, in four periods. */
function artilleryResult(): object {
  const period = (first: number, last: number, requests: number) => ({
    counters: {
      'http.requests': requests,
      'http.responses': requests,
      'http.codes.200': requests,
      'vusers.created': requests,
      'vusers.completed': requests,
    },
    summaries: {
      'http.response_time': { count: requests, mean: 5, p50: 5, p95: 9, p99: 10, max: 11 },
    },
    firstMetricAt: first,
    lastMetricAt: last,
  });
  const intermediate = [0, 1, 2, 3].map((at) => period(at * 10_000 + 1, at * 10_000 + 9_990, 100));
  return { aggregate: period(1, 39_990, 400), intermediate };
}

it('leaves out thresholds for which an Artillery result has no figure', async () => {
  const steps = [
    {
      name: 'list',
      tags: { kind: 'read' },
      request: { interface: 'export', path: '/' },
      capture: { total: '$.meta.total' },
    },
  ];
  const thresholds = [
    { metric: 'response.p95', max: '1s' },
    { metric: 'captured.total.max', max: 10 },
    { metric: 'errors', max: 0, tags: { kind: 'read' } },
    { metric: 'errors', max: 0, request: 'list' },
    { metric: 'checks', min: 1 },
  ];
  const profile = write('own.json', { ...base, scenarios: [{ flow: 'steps', steps }], thresholds });
  const from = write('result.json', artilleryResult());
  const { io, out } = ioOf();
  expect(await loadReportCommand(undefined, { from, profile }, io)).toBe(0);
  expect(out.join('').split('\n')[0]).toContain('1 of 1 thresholds met');
  expect(out.join('')).toContain(
    'The threshold captured.total.max ≤ 10: the result of Artillery has no figure for it.',
  );
  // Artillery reports no other percentiles, such as p90.
  const reported: Readonly<Record<string, string>> = { p50: '5 ms', p95: '9 ms', p99: '10 ms' };
  const cells = ['5 ms', ...IN_TABLES.map(({ name }) => reported[name] ?? '–'), '11 ms'];
  expect(out.join('')).toMatch(new RegExp(`first byte.* +${cells.join(' +')}`));
  const none = write('none.json', { ...base, thresholds: thresholds.slice(-1) });
  const unjudged = ioOf();
  expect(await loadReportCommand(undefined, { from, profile: none }, unjudged.io)).toBe(3);
  expect(unjudged.out.join('')).toContain('not judged: no threshold could be evaluated');
});

it('compares an Artillery result with a report whose intervals are shorter, or says why not', async () => {
  const from = write('result.json', artilleryResult());
  const profile = write('p.json', base);
  const against = async (baseline: LoadReport) => {
    const { io, out } = ioOf();
    await loadReportCommand(undefined, { from, profile, baseline: write('b.json', baseline) }, io);
    return out.join('');
  };
  expect(await against(sampleReport({ seconds: 40 }))).toMatch(
    /Against b\.json\n {4}response\.p50 × 0\.\d+/,
  );
  expect(await against(sampleReport({ seconds: 2 }))).toContain(
    'Comparison with b.json\n  No metric can be compared',
  );
});
