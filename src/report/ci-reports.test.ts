import { describe, expect, it } from 'vitest';
import { make } from '../../tests/report/made-reports.js';
import { sampleEvents } from '../../tests/report/sample-ledger.js';
import { foldLedger } from '../ledger/index.js';
import { githubReport } from './github.js';
import { runReport, terminalReport } from './index.js';

describe('CTRF', () => {
  it('reports no warning, observation or skip as passed', () => {
    const { results } = JSON.parse(make('ctrf'));
    expect(results.summary).toMatchObject({
      tests: 6,
      passed: 1,
      failed: 1,
      skipped: 1,
      other: 3,
      pending: 0,
    });
    expect(results.tests.map((test: { rawStatus: string }) => test.rawStatus)).toContain('warning');
  });
});

describe('JUnit', () => {
  it('names target and interface, so that suites of several targets differ', () => {
    const text = make('junit', { words: '2.0' });
    expect(text).toContain('<testsuite name="staging 2.0 export"');
    expect(text).toContain('classname="staging 2_0.export" name="export.root.greeting: ');
  });

  it('reports only skipped checks as skipped, and not observations', () => {
    const text = make('junit');
    expect(text.match(/<skipped /g)).toHaveLength(1);
    expect(text).toContain('<system-out>observed: as seen: Welcome</system-out>');
    expect(text).toMatch(
      /name="staging Welcome export" tests="4" failures="1" errors="0" skipped="0"/,
    );
  });

  it('divides the duration of the run between its suites', () => {
    const sumOf = (element: string): number =>
      [...make('junit').matchAll(new RegExp(`<${element} .* time="([\\d.]+)"`, 'g'))].reduce(
        (sum, [, time]) => sum + Number(time),
        0,
      );
    expect(sumOf('testsuite')).toBeCloseTo(0.04, 2);
    expect(sumOf('testcase')).toBeCloseTo(0.04, 2);
  });
});

describe('SARIF', () => {
  it('has a rule for each clause, and an exchange for each failure and warning', () => {
    const [run] = JSON.parse(make('sarif')).runs;
    expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toContain('EXP-ROOT-2');
    expect(run.results).toHaveLength(2);
    const [failed] = run.results;
    expect(run.tool.driver.rules[failed.ruleIndex].id).toBe('EXP-ROOT-2');
    expect(failed).toMatchObject({ level: 'error', webResponse: { statusCode: 200 } });
    expect(run.invocations[0].toolExecutionNotifications).toHaveLength(1);
  });

  it('does not repeat a text, and gives a finding the same fingerprint in the next run', () => {
    const [first] = JSON.parse(make('sarif')).runs;
    const [second] = JSON.parse(make('sarif', { interrupted: true })).runs;
    const [other] = JSON.parse(make('sarif', { words: 'other' })).runs;
    const print = (run: typeof first): string =>
      run.results[0].partialFingerprints.primaryLocationLineHash;
    expect(print(second)).toBe(print(first));
    expect(print(other)).not.toBe(print(first));
    const rule = first.tool.driver.rules[0];
    expect(rule.help.text).not.toContain(rule.shortDescription.text);
  });

  it('escapes braces and brackets, which have a meaning in SARIF messages', () => {
    const [run] = JSON.parse(make('sarif', { words: '{0} [a](b)' })).runs;
    expect(run.results[0].message.text).toContain('{{0}} \\[a\\](b)');
  });
});

describe('the annotations for GitHub', () => {
  it('escape characters that would start another property or another line', () => {
    const lines = make('github', { words: 'a\n::error::b %' }).split('\n');
    expect(lines[0]).toBe(
      '::error title=failed%3A EXP-ROOT-2 export.root.greeting::the media type is a%0A::error::b %25; it must be text/html%0A' +
        'expected: media type text/html%0Agot: media type a%0A::error::b %25%0A' +
        'response: sent 2026-01-02T03:04:05Z; 200 a%0A::error::b %25%0Are-run: npx --no -- assay run --check export.root.greeting --seed 1',
    );
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(1);
  });
});

it('GitHub receives ten annotations of many failures, and the number of the others', () => {
  const report = runReport(foldLedger(sampleEvents()));
  const failed = report.checks.filter(({ verdict }) => verdict === 'failed');
  const many = Array.from({ length: 13 }, (_, at) =>
    failed.slice(0, 1).map((check) => ({ ...check, id: `${check.id}-${at}` })),
  ).flat();
  const text = githubReport({ ...report, findings: [], checks: many });
  expect(text.match(/^::error /gm)).toHaveLength(10);
  expect(text).toContain('3 more, see report.html');
  const warnings = many.slice(0, 8).map((check) => ({ ...check, verdict: 'warning' as const }));
  const mixed = githubReport({ ...report, findings: [], checks: [...many, ...warnings] });
  expect(mixed.match(/^::warning /gm)).toHaveLength(8);
  expect(mixed).toContain('3 more, see report.html');
});

it('the sentence of a finding is the same in every report', () => {
  const sentence = 'the media type is Welcome; it must be text/html';
  const report = runReport(foldLedger(sampleEvents()));
  expect(terminalReport(report, { colours: false })).toContain(sentence);
  for (const name of ['html', 'junit', 'ctrf', 'sarif', 'vendor', 'vendor-html', 'github'])
    expect([name, make(name).includes(sentence)]).toEqual([name, true]);
});
