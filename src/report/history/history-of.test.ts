import { describe, expect, it } from 'vitest';
import { sampleEvents } from '../../../tests/report/sample-ledger.js';
import { foldLedger, type VerdictEvent } from '../../ledger/index.js';
import { gateOf } from '../gate.js';
import { runReport } from '../run-report.js';
import { historyMarkdown } from './history-markdown.js';
import { historyOf } from './history-of.js';

const run = (name: string, interrupted = false) => ({
  run: name,
  report: runReport(foldLedger(sampleEvents({ interrupted }))),
});

it('leaves out interrupted runs and mentions them, and has no accepted findings without a baseline', () => {
  const history = historyOf([run('a'), run('b', true), run('c')]);
  expect(history.interrupted).toBe(1);
  expect(history.targets[0]?.runs.map(({ run }) => run)).toEqual(['a', 'c']);
  expect(history.targets[0]?.findings.map(({ state }) => state)).not.toContain('accepted');
  const text = historyMarkdown(history);
  expect(text).toContain('1 interrupted run is left out.');
  expect(text).not.toContain('| accepted by the baseline |');
});

const passing = (one: VerdictEvent): VerdictEvent =>
  one.verdict === 'failed' || one.verdict === 'warning' ? { ...one, verdict: 'passed' } : one;

it('ignores warnings of open clauses in a strict gate', () => {
  const open = foldLedger(
    sampleEvents({
      change: (one) => (one.level === 'open' ? { ...one, verdict: 'warning' } : passing(one)),
    }),
  );
  const strict = { ...open, header: { ...open.header, strict: true } };
  expect(gateOf(runReport(strict)).messages.join('\n')).not.toContain('failed or warned');
});

describe('findings of several runs', () => {
  const runOf = (name: string, change: (one: VerdictEvent) => VerdictEvent) => ({
    run: name,
    report: runReport(foldLedger(sampleEvents({ change }))),
  });
  const skipped = (one: VerdictEvent): VerdictEvent =>
    one.verdict === 'failed'
      ? { ...one, verdict: 'skipped', reason: 'prerequisite: the preflight failed' }
      : one;
  const unchanged = (one: VerdictEvent): VerdictEvent => one;
  const findingsOf = (...changes: (typeof unchanged)[]) =>
    historyOf(changes.map((change, index) => runOf(`${index}`, change)))
      .targets[0]?.findings.filter(({ checks }) => checks.includes('export.root.greeting'))
      .map(({ state, verdicts }) => [state, ...verdicts]);

  it('are one finding if they have a check in common', () => {
    expect(findingsOf(unchanged, unchanged)).toEqual([['open', 'failed', 'failed']]);
  });

  it('are new, gone or back, depending on earlier verdicts of their checks', () => {
    expect(findingsOf(passing, unchanged)).toEqual([['new', 'passed', 'failed']]);
    expect(findingsOf(unchanged, passing)).toEqual([['gone', 'failed', 'passed']]);
    expect(findingsOf(unchanged, passing, unchanged)).toEqual([
      ['back', 'failed', 'passed', 'failed'],
    ]);
  });

  it('are not gone after a run that skipped their checks', () => {
    expect(findingsOf(unchanged, skipped)).toEqual([['unjudged', 'failed', 'unjudged']]);
  });
});
