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

const withSettings = (
  event: LedgerEvent,
  settings: Readonly<Record<string, unknown>>,
): LedgerEvent =>
  event.type === 'header' ? { ...event, target: { ...event.target, settings } } : event;

describe('assay compare', () => {
  it('has the exit code 0 for two equal runs', () => {
    const { code, text } = compare(sampleEvents(), sampleEvents());
    expect(code).toBe(0);
    expect(text).toBe(
      [
        'Same tool, document, plan, target, settings, dialect and seed.',
        '',
        '· 2 findings still there',
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
            request: 'GET /?q=Welcome (Accept: Welcome)',
            before: { exchange: 1, status: 200, body: 'Welcome' },
            after: { exchange: 1, status: 500, body: 'Welcome? No' },
          },
        },
      ],
    });
  });

  it('has the exit code 0 if a failure is gone, and if the earlier run did not judge the check', () => {
    const without = sampleEvents().filter(
      (event) => event.type !== 'verdict' || event.verdict !== 'failed',
    );
    expect(compare(sampleEvents({ change: broken }), sampleEvents()).code).toBe(0);
    expect(compare(sampleEvents(), without)).toMatchObject({ code: 0 });
    const { code, text } = compare(without, sampleEvents());
    expect(code).toBe(0);
    expect(text).toContain('· 1 finding judged only now (EXP-ROOT-2)');
    expect(text).toContain('· other checks: 1 not run → failed');
  });

  it('lists the titles of new findings and of findings that are gone', () => {
    const after = sampleEvents({ change: broken }).map(answering500);
    const { text } = compare(sampleEvents(), after);
    expect(text).toMatch(
      /^✗ new finding {2}EXP-ROOT-1 {2}it answered 500[^✗✓]*· 2 findings still there/m,
    );
    expect(compare(after, sampleEvents()).text).toMatch(/^✓ finding gone {2}EXP-ROOT-1 {2}/m);
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

  it('names a newly configured schema as a setting, and does not count its failures', () => {
    const configured = sampleEvents({
      change: (verdict) =>
        verdict.verdict === 'failed'
          ? { ...verdict, check: 'export.own.records', clauses: ['OWN-EXP-1'] }
          : verdict,
    }).map((event) => withSettings(event, { export: { recordSchema: 'own.json' } }));
    const before = sampleEvents()
      .filter((event) => event.type !== 'verdict' || event.verdict !== 'failed')
      .map((event) => withSettings(event, { export: {} }));
    const { code, text } = compare(before, configured);
    expect(code).toBe(0);
    expect(text).toMatch(/export\.recordSchema +not set → own\.json/);
    expect(text).toContain('judged only now');
    expect(text).not.toMatch(/^[✗✓]/m);
  });

  it('compares only responses to the same request, header fields included', () => {
    const withToken = (token: string, status: number) => (event: LedgerEvent) =>
      event.type === 'exchange' && event.answer !== undefined
        ? {
            ...event,
            request: { ...event.request, headers: [['Authorization', token] as [string, string]] },
            answer: { ...event.answer, status },
          }
        : event;
    const before = sampleEvents().map(withToken('Bearer ${ACCESS_TOKEN_1}', 200));
    const failing = sampleEvents({ change: broken });
    const same = compare(before, failing.map(withToken('Bearer ${ACCESS_TOKEN_7}', 500)));
    expect(same.text).toContain('(Authorization: Bearer ${ACCESS_TOKEN})');
    const other = compare(before, failing.map(withToken('Bearer ${CDE_TOKEN}', 500)));
    expect(other.text).not.toContain('    request');
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
