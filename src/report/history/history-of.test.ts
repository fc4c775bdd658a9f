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

it('leaves interrupted runs out and says so, and calls nothing accepted without a baseline', () => {
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

it('lets a warning of an open clause break no strict gate', () => {
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
  const asIs = (one: VerdictEvent): VerdictEvent => one;
  const failing = (...changes: (typeof asIs)[]) =>
    historyOf(changes.map((change, index) => runOf(`${index}`, change)))
      .targets[0]?.findings.filter(({ checks }) => checks.includes('export.root.greeting'))
      .map(({ state, verdicts }) => [state, ...verdicts]);

  it('are one finding if they have a check in common', () => {
    expect(failing(asIs, asIs)).toEqual([['open', 'failed', 'failed']]);
  });

  it('are new, fixed or back by what the checks did before', () => {
    expect(failing(passing, asIs)).toEqual([['new', 'passed', 'failed']]);
    expect(failing(asIs, passing)).toEqual([['gone', 'failed', 'passed']]);
    expect(failing(asIs, passing, asIs)).toEqual([['back', 'failed', 'passed', 'failed']]);
  });

  it('are not fixed by a run that skipped their checks', () => {
    expect(failing(asIs, skipped)).toEqual([['unjudged', 'failed', 'unjudged']]);
  });
});
