import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sampleEvents } from '../../../tests/report/sample-ledger.js';
import { foldLedger, type VerdictEvent } from '../../ledger/index.js';
import { runReport } from '../index.js';
import { terminalReport } from './terminal.js';

describe('the terminal', () => {
  const down = (verdict: VerdictEvent): VerdictEvent => {
    const { witness: _, ...rest } = verdict;
    return { ...rest, verdict: 'inconclusive', reason: 'reset: nobody listens' };
  };
  const report = runReport(foldLedger(sampleEvents({ change: down })));

  it('prints the reason of several inconclusive checks once, with their number', () => {
    const text = terminalReport(report, { colours: false });
    expect(text).toContain('4 checks inconclusive, such as export.root.status');
    expect(text.match(/nobody listens/g)?.length).toBeLessThan(6);
    expect(terminalReport(report, { colours: false, verbose: true })).not.toContain('4 checks');
  });

  it('wraps lines that are wider than the terminal, except commands', () => {
    const lines = terminalReport(runReport(foldLedger(sampleEvents())), {
      colours: true,
      width: 40,
    }).split('\n');
    const long = lines.filter((line) => stripVTControlCharacters(line).length > 40);
    expect(long.filter((line) => !/^ {6}(reproduce|re-run| {9}) /.test(line))).toEqual([]);
    expect(lines.some((line) => /^ {16}\S/.test(line))).toBe(true);
  });

  it('prints a re-run command as the user calls Assay, and names the report file', () => {
    const options = { colours: false, command: 'node main.js', file: 'reports/report.html' };
    const text = terminalReport(runReport(foldLedger(sampleEvents())), options);
    expect(text).toContain('re-run    node main.js run --check export.root.greeting');
    expect(text).toContain('\nReport       reports/report.html\n');
  });

  it('prints four findings with their evidence, and the others in one line each', () => {
    const one = runReport(foldLedger(sampleEvents()));
    const failed = one.findings.find(({ missing }) => missing === undefined);
    if (failed === undefined) throw new Error('no finding');
    const many = { ...one, findings: Array.from({ length: 7 }, () => failed) };
    const clauses = (text: string): number => text.match(/^ {6}clause /gm)?.length ?? 0;
    const text = terminalReport(many, { colours: false });
    expect(clauses(text)).toBe(4);
    expect(text).toContain('The evidence of the last 3 findings is in the report');
    const whole = terminalReport(many, { colours: false, verbose: true });
    expect(clauses(whole)).toBe(7);
    expect(whole).not.toContain('The evidence of');
  });

  it('prints only numbers with `quiet`', () => {
    const text = terminalReport(report, { colours: false, quiet: true });
    expect(text).not.toContain('nobody listens');
    expect(text).toContain('Coverage');
  });
});
