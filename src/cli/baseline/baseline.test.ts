import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sampleEvents } from '../../../tests/report/sample-ledger.js';
import { foldLedger, type LedgerEvent } from '../../ledger/index.js';
import { runReport } from '../../report/index.js';
import { acceptBy, updateBaseline, withReason, writtenInWords } from './baseline.js';

const GREETING = 'export.root.greeting';
const TODAY = '2026-01-01';
const reportOf = (events: readonly LedgerEvent[]) => runReport(foldLedger(events));
const withStatus = (status: number) => (event: LedgerEvent) =>
  event.type === 'exchange' && event.answer !== undefined
    ? { ...event, answer: { ...event.answer, status } }
    : event;

it('accepts a failure of a check with the accepted symptom only', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'assay-baseline-')), 'baseline.json');
  const before = reportOf(sampleEvents().map(withStatus(200)));
  const written = updateBaseline(file, before);
  const accepted = written.accepted.map((entry) => ({ ...entry, reason: 'known' }));
  writeFileSync(file, JSON.stringify({ accepted }));
  expect(acceptBy({ accepted }, before, TODAY)).toEqual({
    accepted: new Set([GREETING]),
    complaints: [],
  });

  const now = reportOf(sampleEvents().map(withStatus(500)));
  const { accepted: none, complaints } = acceptBy({ accepted }, now, TODAY);
  expect(none.size).toBe(0);
  expect(complaints).toEqual([
    expect.stringMatching(
      /fails differently from .* "answered 500: .*" instead of "answered 200: /,
    ),
  ]);
  const header = foldLedger(
    sampleEvents()
      .map(withStatus(500))
      .map((event) => (event.type === 'header' ? { ...event, accepted } : event)),
  );
  expect(runReport(header).accepted).toBe(0);

  expect(withReason(updateBaseline(file, before))).toHaveLength(1);
  expect(withReason(updateBaseline(file, now))).toHaveLength(0);
});

it('accepts any failure of a check if the entry names no symptom', () => {
  const entry = { check: GREETING, reason: 'known' };
  for (const status of [200, 500])
    expect(
      acceptBy({ accepted: [entry] }, reportOf(sampleEvents().map(withStatus(status))), TODAY)
        .accepted.size,
    ).toBe(1);
});

it('writes the same reason to the entries of all checks of a finding', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'assay-baseline-')), 'baseline.json');
  const report = reportOf(sampleEvents());
  const { accepted } = updateBaseline(file, report, { reason: 'tracked as SHOP-7' });
  expect(accepted.length).toBeGreaterThan(0);
  for (const { check, finding, reason } of accepted) {
    expect(reason).toBe('tracked as SHOP-7');
    expect(finding).toBe(report.findings.find(({ checks }) => checks.includes(check))?.title);
  }
  expect(withReason({ accepted })).toEqual(accepted);
});

it('writes a reason into entries without one, and changes no other reason', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'assay-baseline-')), 'baseline.json');
  const report = reportOf(sampleEvents());
  expect(withReason(updateBaseline(file, report))).toEqual([]);
  const explained = updateBaseline(file, report, { reason: 'tracked as SHOP-7' });
  expect(withReason(explained)).toEqual(explained.accepted);
  expect(updateBaseline(file, report, { reason: 'another' })).toEqual(explained);
});

it('says what was written', () => {
  const entry = (check: string) => ({ check, reason: 'known' });
  const written = { accepted: [entry('a'), entry('b')] };
  expect(writtenInWords('known.json', written, undefined)).toBe(
    'Wrote known.json: 2 entries, 2 new, 0 removed.',
  );
  expect(writtenInWords('known.json', { accepted: [entry('a')] }, written)).toBe(
    'Wrote known.json: 1 entry, 0 new, 1 removed.',
  );
});
