import { describe, expect, it } from 'vitest';
import { recorded, recordingOf } from '../../tests/clients/recording-of.js';
import { platformWalks } from './platform-walks.js';

const { scenarios, traffic } = platformWalks['CLI-PLT-1'];
const ids = Array.from({ length: 12 }, (_, at) => 10_001 + at);
const given = { ...recordingOf([]).given, ids };
const page = (cursor: number, more: { readonly json?: unknown; readonly at?: number } = {}) =>
  recorded({
    host: 'platform',
    target: `/platform/v2/projects?limit=4&cursor=${cursor}`,
    ...more,
  });

describe('CLI-PLT-1', () => {
  const scenario = scenarios['clients.platform.many-pages'];
  const [rule] = scenario.rules;
  const walked = (cursors: readonly number[], printed = ids) =>
    rule?.(
      recordingOf(
        cursors.map((one) => page(one)),
        { given, stdout: printed.join('\n') },
      ),
    );

  it('holds for every entity once', () => {
    expect(walked([0, 10_004, 10_008, 10_012])).toBeUndefined();
  });

  it('is violated by a missing entity, and by a walk that does not begin at 0', () => {
    expect(walked([0, 10_005], ids.slice(1))).toMatchObject({ expected: 'all 12 ids' });
    expect(walked([10_004, 10_008])).toMatchObject({ expected: 'a walk from cursor 0' });
  });

  it('is violated by more requests than the pages can need', () => {
    // 84 entities with a limit of 4 need 28 pages with 3 new entities each, and two further pages.
    const many = Array.from({ length: 31 }, () => 0);
    expect(walked(many)).toMatchObject({ expected: 'at most 30 requests' });
  });

  it('has one scenario for each reading of next and each mark of the last page', () => {
    const titles = Object.values(scenarios).map(({ title }) => title);
    expect(new Set(titles).size).toBe(14);
  });
});

it('CLI-PLT-1 is violated by a client that does not give up an endless walk', () => {
  const [rule] = scenarios['clients.platform.endless'].rules;
  const three = [page(0), page(10_004), page(10_008)];
  expect(rule?.(recordingOf(three, { given }))).toBeUndefined();
  const stopped = recordingOf(three, { given, stopped: 'requests' });
  expect(rule?.(stopped)).toMatchObject({ actual: '3 requests until the client was stopped' });
  expect(rule?.(recordingOf([page(0)], { given }))).toMatchObject({ expected: '3 pages' });
});

describe('CLI-PLT-1 in recorded traffic', () => {
  const { rule, tests } = traffic['clients.traffic.walk'];
  const bodyOf = (ids: readonly number[], next: number) => ({
    success: true,
    Entities: ids.map((id) => ({ id })),
    meta: { cursor: { current: 0, prev: 0, next, count: ids.length } },
  });
  const walked = (next: number, cursor: number) =>
    rule(recordingOf([page(0, { json: bodyOf([1, 2], next) }), page(cursor, { at: 5 })]));

  it('holds for the last id of the page, and for the id before the next page', () => {
    expect(walked(2, 2)).toBeUndefined();
    expect(walked(5, 4)).toBeUndefined();
  });

  it('is violated if the first id of the next page becomes the cursor', () => {
    expect(walked(5, 5)).toMatchObject({
      expected: 'a cursor before 5, the first entity of the next page',
      actual: 'cursor=5',
    });
  });

  it('returns nothing for an empty page, which has no last id', () => {
    const empty = page(7, { json: bodyOf([], 7) });
    expect(rule(recordingOf([empty, page(7, { at: 5 })]))).toBeUndefined();
  });

  it('tests requests with a cursor', () => {
    const first = recorded({ host: 'platform', target: '/platform/v2/projects' });
    expect(tests(recordingOf([first, page(2)]))).toHaveLength(1);
  });
});
