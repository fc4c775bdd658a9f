import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../random.js';
import { profileFrom } from './read.js';
import { poisson, schedule } from './schedule.js';
import { pauseMs } from './think.js';

const folder = mkdtempSync(path.join(tmpdir(), 'assay-profile-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'mine.json');
const put = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);

const good = {
  model: 'open',
  stages: [{ duration: '10s', rate: 10 }],
  scenarios: [{ flow: 'first-page' }],
};
const mistakes = (profile: object): string[] => {
  try {
    profileFrom(profile, 'mine', { file });
    return [];
  } catch (error) {
    return String(error)
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
};

describe('random arrivals', () => {
  const stages = [{ name: 's', startMs: 0, durationMs: 100_000, from: 20, to: 20, warmUp: false }];
  const arrivals = (seed: number): number[] => {
    const { dueAt } = schedule(stages, poisson(randomFrom(seed)));
    const all: number[] = [];
    for (let k = 0, at = dueAt(0); at < Number.POSITIVE_INFINITY; k += 1, at = dueAt(k))
      all.push(at);
    return all;
  };

  it('have the expected number, and gaps whose deviation is their mean', () => {
    const all = arrivals(1);
    // The expected number is 2000, with a standard deviation of 45.
    expect(Math.abs(all.length - 2000)).toBeLessThan(135);
    const gaps = all.slice(1).map((at, index) => at - (all[index] ?? 0));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const deviation = Math.sqrt(
      gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length,
    );
    expect(deviation / mean).toBeGreaterThan(0.9);
    expect(deviation / mean).toBeLessThan(1.1);
  });

  it('are the same for the same seed, so that several generators can share them', () => {
    expect(arrivals(7)).toEqual(arrivals(7));
    expect(arrivals(7)).not.toEqual(arrivals(8));
  });
});

it.each([
  ['constant', 100, 0],
  ['uniform', 100, 29],
  ['exponential', 100, 100],
] as const)(
  'draws %s pauses with the correct mean and deviation',
  (distribution, meanMs, spread) => {
    const random = randomFrom(3);
    const pauses = Array.from({ length: 20_000 }, () => pauseMs({ distribution, meanMs }, random));
    const mean = pauses.reduce((sum, ms) => sum + ms, 0) / pauses.length;
    expect(mean).toBeGreaterThan(97);
    expect(mean).toBeLessThan(103);
    const deviation = Math.sqrt(
      pauses.reduce((sum, ms) => sum + (ms - mean) ** 2, 0) / pauses.length,
    );
    expect(Math.abs(deviation - spread)).toBeLessThan(3);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0);
  },
);

describe('a data feeder', () => {
  const profileWithFeeder = (name: string) => ({
    ...good,
    data: { rows: { file: name } },
    scenarios: [
      { flow: 'request', data: 'rows', request: { interface: 'export', path: '/p/{{sku}}' } },
    ],
  });

  it('reads CSV and NDJSON', () => {
    put('rows.csv', 'sku,name\r\nA-1,"a ""quoted"", name"\r\nA-2,b\r\n');
    put('rows.ndjson', '{"sku":"A-1","name":"x"}\n{"sku":2,"name":"y"}\n');
    const rows = (name: string) =>
      profileFrom(profileWithFeeder(name), 'mine', { file }).scenarios[0]?.feeder?.rows;
    expect(rows('rows.csv')?.[0]).toEqual({ sku: 'A-1', name: 'a "quoted", name' });
    expect(rows('rows.ndjson')?.[1]).toEqual({ sku: '2', name: 'y' });
  });

  it('is rejected if its file is missing, invalid, empty or lacks a used column', () => {
    put('empty.csv', 'sku\n');
    put('broken.ndjson', '{"sku":\n');
    put('other.csv', 'name\nx\n');
    expect(mistakes(profileWithFeeder('none.csv'))[0]).toMatch(
      /data\.rows\.file: .*none\.csv cannot be read\./,
    );
    expect(mistakes(profileWithFeeder('empty.csv'))[0]).toMatch(
      /has no rows\. Add at least one row/,
    );
    expect(mistakes(profileWithFeeder('broken.ndjson'))[0]).toMatch(
      /cannot be parsed: .* CSV with a header line/,
    );
    put('semicolons.csv', 'sku;name\nA-1;b\n');
    expect(mistakes(profileWithFeeder('semicolons.csv'))[0]).toMatch(
      /semicolons\.csv has the single column "sku;name": its columns are separated by semicolons\. Separate the columns by commas\./,
    );
    put('padded.csv', 'name, sku\nx,A-1\n');
    expect(mistakes(profileWithFeeder('padded.csv'))[0]).toMatch(
      /padded\.csv has the column " sku", whose name has leading or trailing whitespace\. Remove/,
    );
    expect(mistakes(profileWithFeeder('other.csv'))[0]).toMatch(
      /uses \{\{sku\}\}, which is not defined\. Defined: .*name/,
    );
  });
});

it('reports all schema mistakes at once, and otherwise all unknown names', () => {
  const scenarios = [
    { flow: 'first-pages' },
    { flow: 'request', data: 'none', request: { interface: 'export', path: '/x' } },
  ];
  const thresholds = [{ metric: 'p95', max: '1s' }];
  const places = (profile: object): (string | undefined)[] =>
    mistakes(profile).map((line) => line.split(':')[0]);
  const stages = [{ duration: 'long', rate: 10 }];
  expect(places({ ...good, stages, scenarois: [], thresholds })).toEqual([
    'scenarois',
    'stages[0].duration',
  ]);
  const unknownNames = ['scenarios[0].flow', 'scenarios[1].data', 'thresholds[0].metric'];
  expect(places({ ...good, scenarios, thresholds })).toEqual(unknownNames);
});
