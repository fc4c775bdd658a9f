import { foldLedger, type LedgerEvent } from '../../src/ledger/index.js';
import { livePage, loadReportHtml, shownOf } from '../../src/load/report/html/page.js';
import { compareRuns } from '../../src/report/comparison/compare-runs.js';
import { comparisonHtml } from '../../src/report/comparison/comparison-html.js';
import { historyHtml } from '../../src/report/history/history-html.js';
import { htmlReport } from '../../src/report/html/page.js';
import { historyOf, matrixOf, runReport } from '../../src/report/index.js';
import { matrixHtml } from '../../src/report/matrix/matrix-html.js';
import type { NamedRun } from '../../src/report/named-run.js';
import { vendorHtml } from '../../src/report/vendor/html.js';
import type { LoadReport } from '../../src/schema/types.js';
import { sampleReport } from '../load/sample-report.js';
import { madeFindings } from '../report/made-findings.js';
import { sampleEvents } from '../report/sample-ledger.js';

const UNBROKEN = `https://export.example.com/${'0123456789abcdef'.repeat(12)}`;

/** A run with a budget that was used up: most of its checks were skipped. */
function budgetRun(): LedgerEvent[] {
  return madeFindings(3).map((event): LedgerEvent => {
    if (event.type !== 'verdict' || event.verdict !== 'passed') return event;
    const { witness: _, ...rest } = event;
    const reason = 'needs 2 requests; the budget is used up';
    return { ...rest, verdict: 'skipped', cause: 'budget', reason, requests: 0, exchanges: [] };
  });
}

const htmlOf = (events: readonly LedgerEvent[], make = htmlReport): string => {
  const ledger = foldLedger([...events]);
  return make(runReport(ledger), ledger);
};

const runOf = (name: string, events: readonly LedgerEvent[], startedAt: string): NamedRun => ({
  run: `reports/${name}/${startedAt.replace(/[:.]/g, '-')}`,
  report: { ...runReport(foldLedger([...events])), startedAt },
});

/** A load report with everything that a page shows: errors, limits near each other, long names. */
function loadReport(model: 'open' | 'closed'): LoadReport {
  const slowest = (second: number): number => 40_000 + 15_000 * Math.sin(second);
  const report = sampleReport({
    scenario: `walk ${UNBROKEN.slice(0, 60)}`,
    problem: UNBROKEN,
    slowest,
  });
  const [line] = report.requests;
  const limit = { metric: 'response.p95', held: false, observed: 54_000 };
  return {
    ...report,
    profile: { ...report.profile, model, description: 'Everything that a page can show.' },
    requests: line ? [line, { ...line, title: `GET /${'segment/'.repeat(12)}` }] : [],
    thresholds: [
      { ...limit, max: 50_000 },
      { ...limit, metric: 'response.p99', max: 50_500 },
      { ...limit, metric: 'response.p50', max: 51_000, scenario: UNBROKEN.slice(0, 60) },
      { metric: 'errors', held: true, observed: 0, max: 0.01 },
    ],
    series: {
      ...report.series,
      points: report.series.points.map((point, at) => ({
        ...point,
        errors: at % 3,
        failures: { ECONNRESET: at % 2 },
      })),
    },
    trustworthy: false,
    doubts: ['In 40 % of the time starts were released more than 10 ms late, up to 30 ms.'],
  };
}

/** Runs of one target, two of them on one day, one of another version. */
const past = [
  ['2026-01-01T04:17:00.000Z', 5],
  ['2026-01-02T04:17:00.000Z', 4],
  ['2026-01-02T09:30:00.000Z', 6],
  ['2026-01-02T16:45:00.000Z', 2],
] as const;

const sides = ['alpha', 'beta', 'gamma', 'delta'].map((target, at) =>
  runOf(
    target,
    madeFindings(8 + at, { target: `${target} of the north` }),
    '2026-01-02T03:04:05.000Z',
  ),
);

/** Every page, by name. */
export async function samplePages(): Promise<Readonly<Record<string, string>>> {
  const { main, data } = shownOf(loadReport('open'));
  const live = await livePage('Load on staging');
  return {
    report: htmlOf(sampleEvents()),
    'report with findings': htmlOf(madeFindings(12)),
    'report with a budget': htmlOf(budgetRun()),
    'report of unbroken words': htmlOf(madeFindings(5, { words: UNBROKEN })),
    'load report': await loadReportHtml(loadReport('open')),
    'load report of users': await loadReportHtml(loadReport('closed')),
    live: live.replace(
      /<main>.*<\/main>\n<script type="application\/json" id="chart-data">.*?<\/script>/s,
      () =>
        `<main>${main}</main>\n<script type="application/json" id="chart-data">${JSON.stringify(data)}</script>`,
    ),
    letter: htmlOf(madeFindings(5), vendorHtml),
    'letter of unbroken words': htmlOf(madeFindings(3, { words: UNBROKEN }), vendorHtml),
    history: historyHtml(
      historyOf(past.map(([at, findings]) => runOf('staging', madeFindings(findings), at))),
    ),
    matrix: matrixHtml(matrixOf(sides)),
    comparison: comparisonHtml(
      compareRuns(foldLedger(madeFindings(4)), foldLedger(madeFindings(6))),
      'before',
      'after',
    ),
  };
}
