import { validate as validateCtrf } from 'ctrf';
import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../../tests/load/sample-report.js';
import { xmlFault } from '../../../tests/report/well-formed-xml.js';
import type { LoadReport } from '../../schema/types.js';
import { loadCtrf } from './ctrf.js';
import { chartData } from './html/chart-data.js';
import { loadJunit } from './junit.js';
import { loadMarkdown } from './markdown.js';
import { breakpointSentence } from './words.js';

const hostile = `<b>&"']]>\u0000 | \`x\` [a](javascript:1)`;
const report = sampleReport();
const ratio = {
  metric: 'response.p95',
  baseline: 10,
  current: 12,
  ratio: 1.2,
  low: 1.15,
  high: 1.25,
};
const comparedReport: LoadReport = {
  ...report,
  target: { ...report.target, name: hostile },
  comparison: {
    baseline: 'before.json',
    ratios: [
      { ...ratio, samples: [5, 5], basis: 'runs', verdict: 'higher', maxRatio: 1.1, held: false },
    ],
  },
};
const unreliableReport = { ...report, trustworthy: false, doubts: ['The generator was late.'] };

describe('JUnit', () => {
  it('has a test case for each threshold and each limit of the comparison', () => {
    const xml = loadJunit(comparedReport);
    expect(xmlFault(xml)).toBeUndefined();
    expect(xml).toContain('tests="4" failures="2" errors="0"');
    expect(xml).toMatch(
      /name="response.p95 ≤ 50 ms".*>\s*<failure type="failed" message="100 ms">/,
    );
    expect(xml).toMatch(
      /name="response.p95 against before.json".*>\s*<failure type="failed" message="× 1.200 \(1.150 to 1.250\) {2}higher">/,
    );
  });

  it('reports thresholds on times as errors if the load generator was late', () => {
    expect(loadJunit(unreliableReport)).toContain('tests="3" failures="0" errors="2"');
  });
});

it('writes CTRF that matches its schema', () => {
  const ctrf = JSON.parse(loadCtrf(comparedReport));
  expect(validateCtrf(ctrf)).toMatchObject({ valid: true });
  expect(ctrf.results.summary).toMatchObject({ tests: 4, passed: 2, failed: 2, other: 0 });
  expect(JSON.parse(loadCtrf(unreliableReport)).results.summary).toMatchObject({
    passed: 1,
    failed: 0,
    other: 2,
  });
});

it('escapes names from outside in Markdown', () => {
  const text = loadMarkdown(comparedReport);
  expect(text).toContain(
    '**1 of 2 thresholds missed; 1 of 1 limit of the comparison with before.json missed ',
  );
  expect(text).toContain('| ❌ | response.p95 ≤ 50 ms | 100 ms |');
  expect(text).toContain('| ❌ | response.p95 against before.json |');
  expect(text).not.toContain('<b>');
  expect(text).not.toContain('[a]');
});

it.each([
  [
    { highest: 340, brokenAt: 360, reason: 'response.p95 ≤ 1 s was missed: 1.2 s', steps: [] },
    'Holds 340/s; at 360/s response.p95 ≤ 1 s was missed: 1.2 s.',
  ],
  [
    { highest: 400, steps: [] },
    'Holds 400/s, the highest rate tried: the breakpoint was not reached.',
  ],
  [
    { brokenAt: 10, reason: 'errors ≤ 1 % was missed: 9 %', steps: [] },
    'No tested rate met the thresholds; at 10/s errors ≤ 1 % was missed: 9 %.',
  ],
])('describes the breakpoint in one sentence', (breakpoint, sentence) => {
  expect(breakpointSentence(breakpoint)).toBe(sentence);
});

describe('the charts', () => {
  it('end with the run, and are logarithmic if the maximum is far above p99', () => {
    const spiky = { ...report, response: { ...report.response, p99: 100, max: 5000 } };
    expect(chartData(report).end).toBe(10);
    const response = (of: typeof report) =>
      chartData(of).charts.find(({ id }) => id === 'response');
    expect(response(report)?.logarithmic).toBe(false);
    expect(response(spiky)?.logarithmic).toBe(true);
  });

  it('show each kind of error over time', () => {
    const points = report.series.points.map((point, at) =>
      at === 3 ? { ...point, errors: 2, failures: { ECONNRESET: 1 } } : point,
    );
    const errors = chartData({ ...report, series: { ...report.series, points } }).charts.find(
      ({ id }) => id === 'errors',
    );
    expect(errors?.lines.map(({ name, values }) => [name, values[3], values[2]])).toEqual([
      ['unexpected status', 2, 0],
      ['ECONNRESET', 1, 0],
    ]);
  });
});
