import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sampleEvents } from '../../../tests/report/sample-ledger.js';
import { foldLedger, type LedgerEvent } from '../../ledger/index.js';
import { runReport } from '../../report/index.js';
import { acceptBy, explained, readBaseline, updateBaseline } from './baseline.js';

it('reads entries of checks that have a successor, and names it in a line each', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'assay-baseline-')), 'baseline.json');
  const accepted = [
    { check: 'export.interaction.ilike', reason: 'known' },
    { check: 'platform.page.count', reason: 'known' },
  ];
  writeFileSync(file, JSON.stringify({ accepted }));
  const told: string[] = [];
  expect(
    readBaseline(file, undefined, (line) => void told.push(line)).accepted.map(
      ({ check }) => check,
    ),
  ).toEqual(['export.filter.ilike', 'platform.page.count']);
  expect(told).toEqual([
    `The baseline ${file} names export.interaction.ilike, which was replaced by export.filter.ilike.`,
    expect.stringContaining('renew them with --update-baseline'),
  ]);
});

const GREETING = 'export.root.greeting';
const TODAY = '2026-01-01';
const reportOf = (events: readonly LedgerEvent[]) => runReport(foldLedger(events));
const answering = (status: number) => (event: LedgerEvent) =>
  event.type === 'exchange' && event.answer !== undefined
    ? { ...event, answer: { ...event.answer, status } }
    : event;

it('accepts a failure by its symptom, and takes one that fails in another way for new', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'assay-baseline-')), 'baseline.json');
  const before = reportOf(sampleEvents().map(answering(200)));
  const written = updateBaseline(file, before);
  const accepted = written.accepted.map((entry) => ({ ...entry, reason: 'known' }));
  writeFileSync(file, JSON.stringify({ accepted }));
  expect(acceptBy({ accepted }, before, TODAY)).toEqual({
    accepted: new Set([GREETING]),
    complaints: [],
  });

  const now = reportOf(sampleEvents().map(answering(500)));
  const { accepted: none, complaints } = acceptBy({ accepted }, now, TODAY);
  expect(none.size).toBe(0);
  expect(complaints).toEqual([
    expect.stringMatching(
      /fails differently from .* "answered 500: .*" instead of "answered 200: /,
    ),
  ]);
  const header = foldLedger(
    sampleEvents()
      .map(answering(500))
      .map((event) => (event.type === 'header' ? { ...event, accepted } : event)),
  );
  expect(runReport(header).accepted).toBe(0);

  expect(explained(updateBaseline(file, before))).toHaveLength(1);
  expect(explained(updateBaseline(file, now))).toHaveLength(0);
});

it('accepts whatever a check fails of where an entry of an earlier version names no symptom', () => {
  const entry = { check: GREETING, reason: 'known' };
  for (const status of [200, 500])
    expect(
      acceptBy({ accepted: [entry] }, reportOf(sampleEvents().map(answering(status))), TODAY)
        .accepted.size,
    ).toBe(1);
});
