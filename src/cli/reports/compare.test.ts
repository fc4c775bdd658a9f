import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleEvents } from '../../../tests/report/sample-ledger.js';
import { systemClock } from '../../http/index.js';
import type { LedgerEvent, VerdictEvent } from '../../ledger/index.js';
import { UsageError } from '../../settings/index.js';
import { compareCommand } from './compare.js';

const folder = mkdtempSync(path.join(tmpdir(), 'assay-compare-'));
afterAll(() => rmSync(folder, { recursive: true }));

function compare(before: readonly LedgerEvent[], after: readonly LedgerEvent[], json = false) {
  const write = (name: string, events: readonly LedgerEvent[]): void =>
    writeFileSync(
      path.join(folder, name),
      events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    );
  write('before.ndjson', before);
  // The second ledger is found by the name of its folder.
  write('ledger.ndjson.gz', after);
  const { code, text } = run('before.ndjson', '.', json);
  return { code, text };
}

function run(a: string, b: string, json: boolean) {
  const out: string[] = [];
  const code = compareCommand(
    a,
    b,
    { json },
    {
      environment: {},
      cwd: folder,
      out: (text) => void out.push(text),
      err: () => {},
      terminal: { out: false, err: false },
      signal: new AbortController().signal,
      clock: systemClock,
    },
  );
  return { code, text: out.join('') };
}

const broken = (verdict: VerdictEvent): VerdictEvent =>
  verdict.check === 'export.root.status'
    ? { ...verdict, verdict: 'failed', reason: 'it answered 500' }
    : verdict;
const answering500 = (event: LedgerEvent): LedgerEvent =>
  event.type === 'exchange' && event.answer !== undefined
    ? { ...event, id: 1, answer: { ...event.answer, status: 500, body: 'Welcome? No' } }
    : event;

describe('assay compare', () => {
  it('has the exit code 0 for two equal runs', () => {
    const { code, text } = compare(sampleEvents(), sampleEvents());
    expect(code).toBe(0);
    expect(text).toBe(
      [
        'Same tool, document, plan, target, settings, dialect and seed.',
        '',
        '· 2 findings still there',
        '',
        '0 verdicts changed, 0 regressions; 6 the same.',
        '',
      ].join('\n'),
    );
  });

  it('has the exit code 1 for a new failure, and shows the first different exchange', () => {
    const after = sampleEvents({ change: broken }).map(answering500);
    expect(compare(sampleEvents(), after).code).toBe(1);
    expect(JSON.parse(compare(sampleEvents(), after, true).text)).toMatchObject({
      circumstances: {},
      worse: 1,
      same: 5,
      verdicts: [
        {
          check: 'export.root.status',
          from: 'passed',
          to: 'failed',
          reason: 'it answered 500',
          worse: true,
          difference: {
            request: 'GET /?q=Welcome',
            before: { exchange: 1, status: 200, body: 'Welcome' },
            after: { exchange: 1, status: 500, body: 'Welcome? No' },
          },
        },
      ],
    });
  });

  it('has the exit code 0 if a failure is gone, and 1 for a new failure', () => {
    const without = sampleEvents().filter(
      (event) => event.type !== 'verdict' || event.verdict !== 'failed',
    );
    expect(compare(sampleEvents({ change: broken }), sampleEvents()).code).toBe(0);
    expect(compare(sampleEvents(), without)).toMatchObject({ code: 0 });
    const { code, text } = compare(without, sampleEvents());
    expect(code).toBe(1);
    expect(text).toContain('✗ not run → failed  EXP-ROOT-2');
  });

  it('lists the titles of new findings and of findings that are gone', () => {
    const after = sampleEvents({ change: broken }).map(answering500);
    const { text } = compare(sampleEvents(), after);
    expect(text).toMatch(
      /✗ 1 new finding\n {4}EXP-ROOT-1 {2}.* \(1 check\)\n· 2 findings still there/,
    );
    expect(compare(after, sampleEvents()).text).toMatch(/✓ 1 finding gone\n {4}EXP-ROOT-1 {2}/);
  });

  it('does not count a check that was skipped before as a regression', () => {
    const skipped = (verdict: VerdictEvent): VerdictEvent =>
      verdict.check === 'export.root.status'
        ? { ...verdict, verdict: 'skipped', cause: 'budget', reason: 'needs 1 request' }
        : verdict;
    const before = sampleEvents({ change: skipped });
    expect(compare(before, sampleEvents({ change: broken })).code).toBe(0);
  });

  it('counts a new warning as a regression with --strict', () => {
    const clean = sampleEvents({
      change: (verdict) =>
        verdict.verdict === 'warning' ? { ...verdict, verdict: 'passed' } : verdict,
    });
    const strict = sampleEvents().map((event) =>
      event.type === 'header' ? { ...event, strict: true } : event,
    );
    expect(compare(clean, sampleEvents()).code).toBe(0);
    expect(compare(clean, strict).code).toBe(1);
  });

  it('names differences between the runs that are not changes of the target', () => {
    const after = sampleEvents({ words: 'Hello' }).map((event) =>
      event.type === 'header'
        ? {
            ...event,
            document: 'other',
            plan: 'other',
            seed: 2,
            tool: { name: 'assay' as const, version: '0.2.0' },
          }
        : event,
    );
    const { circumstances } = JSON.parse(compare(sampleEvents(), after, true).text);
    expect(Object.keys(circumstances)).toEqual([
      'tool version',
      'document',
      'plan',
      'seed',
      'target',
      'dialect',
    ]);
    expect(circumstances.document).toEqual({ from: 'd0c', to: 'other' });
  });

  it('rejects a file that is not a ledger', () => {
    writeFileSync(path.join(folder, 'no.ndjson'), 'hello\n');
    expect(() => run('no.ndjson', '.', false)).toThrow(UsageError);
    expect(() => run('missing', '.', false)).toThrow('cannot be read');
  });
});
