import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readBaseline } from './baseline.js';

it('reads entries of checks that have a successor, and names it in a line each', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'assay-baseline-')), 'baseline.json');
  const accepted = [
    { check: 'export.interaction.ilike', reason: 'known' },
    { check: 'platform.page.count', reason: 'known' },
  ];
  writeFileSync(file, JSON.stringify({ accepted }));
  const told: string[] = [];
  expect(readBaseline(file, undefined, (line) => void told.push(line)).accepted.map(({ check }) => check)).toEqual([
    'export.filter.ilike',
    'platform.page.count',
  ]);
  expect(told).toEqual([
    `The baseline ${file} names export.interaction.ilike, which is export.filter.ilike now.`,
    expect.stringContaining('run once with --update-baseline to renew them'),
  ]);
});
