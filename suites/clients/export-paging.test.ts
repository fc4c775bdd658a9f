import { describe, expect, it } from 'vitest';
import { recorded, recordingOf } from '../../tests/clients/recording-of.js';
import { exportPaging } from './export-paging.js';
import type { Recording } from './recording.js';

const { scenarios } = exportPaging['CLI-EXP-2'];
const page = (offset: number, json: unknown = {}, limit = 5) =>
  recorded({
    host: 'export',
    target: `/sites/1/channels/2/destinations/3/products?limit=${limit}&offset=${offset}`,
    json,
    at: offset,
    answeredAt: offset + 1,
  });
const ids = [10_001, 10_002, 10_003, 10_004, 10_005, 10_006, 10_007];

function recordingWith(offsets: readonly number[], printed = ids, of = ids): Recording {
  const recording = recordingOf(offsets.map((offset) => page(offset)));
  const stdout = printed.join('\n');
  return { ...recording, given: { ...recording.given, ids: of }, stdout };
}

describe('CLI-EXP-2', () => {
  const [rule] = scenarios['clients.export.paging-short-last-page'].rules;

  it('holds for every record once, with or without a page after the last', () => {
    expect(rule?.(recordingWith([0, 5]))).toBeUndefined();
    expect(rule?.(recordingWith([0, 5, 10]))).toBeUndefined();
  });

  it('is violated by a second page after the last', () => {
    expect(rule?.(recordingWith([0, 5, 10, 15]))).toMatchObject({
      expected: 'requests after the last page: at most 1',
      actual: '2 requests after the last page',
    });
    const full = ids.slice(0, 5);
    expect(rule?.(recordingWith([0, 5], full, full))).toBeUndefined();
    expect(rule?.(recordingWith([0, 5, 10], full, full))).toMatchObject({
      actual: '2 requests after the last page',
    });
  });

  it('allows two pages after the last for each concurrent request', () => {
    const atOnce = (offset: number) => ({ ...page(offset), atMs: 0, answeredMs: 9 });
    const inTurn = (offset: number) => ({ ...page(offset), atMs: offset, answeredMs: offset });
    const walked = (...offsets: readonly number[]) => {
      const requests = [atOnce(0), atOnce(5), ...offsets.map(inTurn)];
      return rule?.({ ...recordingWith([]), requests });
    };
    expect(walked(10, 15, 20, 25)).toBeUndefined();
    expect(walked(10, 15, 20, 25, 30)).toMatchObject({ actual: '5 requests after the last page' });
  });

  it('is violated by a record on two pages', () => {
    expect(rule?.(recordingWith([0, 4]))).toMatchObject({
      expected: 'every record fetched once',
      actual: 'record 4 fetched twice, at offset 0 and at offset 4',
    });
  });

  it('is violated by a missing, a repeated and an unknown id', () => {
    expect(rule?.(recordingWith([0, 5], ids.slice(1)))).toMatchObject({
      expected: 'all 7 ids',
      actual: '6; missing 10001: exit code 0',
    });
    expect(rule?.(recordingWith([0, 5], [...ids, 10_001]))).toMatchObject({
      actual: '10001: printed more than once',
    });
    expect(rule?.(recordingWith([0, 5], [...ids, 99_999]))).toMatchObject({
      actual: '99999, which the server did not send',
    });
  });

  it('is inconclusive with another limit, and if ids are not on separate lines', () => {
    const recording = recordingOf([page(0, {}, 100)]);
    expect(rule?.(recording)).toMatchObject({ kind: 'inconclusive' });
    const joined = { ...recordingWith([0, 5]), stdout: ids.join(', ') };
    expect(rule?.(joined)).toMatchObject({ kind: 'inconclusive' });
  });

  it('allows pages up to the total of the first page', () => {
    const [shrinking] = scenarios['clients.export.paging-shrinking'].rules;
    expect(shrinking?.(recordingWith([0, 5, 10, 15, 20]))).toBeUndefined();
  });
});

describe('CLI-EXP-2 if pages are smaller than requested', () => {
  const [rule] = scenarios['clients.export.paging-fewer'].rules;
  const given = { ...recordingOf([]).given, ids };

  it('holds for all records', () => {
    const all = recordingOf([page(0), page(3), page(6)], { given, stdout: ids.join('\n') });
    expect(rule?.(all)).toBeUndefined();
  });

  it('is a warning for lost records, and only observed in the legacy format', () => {
    const lost = { given, stdout: '10001\n10002' };
    const enveloped = recordingOf([page(0, { data: [] }), page(5, { data: [] })], lost);
    expect(rule?.(enveloped)).toMatchObject({
      atMost: 'warning',
      expected: 'all 7 records, according to meta.total and meta.limit',
      actual: '5 records fewer: the client increased the offset by the requested limit',
    });
    const mixed = recordingOf([page(0, []), page(5, { data: [] })], lost);
    expect(rule?.(mixed)).toMatchObject({ atMost: 'warning' });
    const plain = recordingOf([page(0, []), page(5, [])], lost);
    expect(rule?.(plain)).toEqual({
      kind: 'observed',
      reason: 'the client treats a plain array that is not full as the last page',
    });
  });
});
