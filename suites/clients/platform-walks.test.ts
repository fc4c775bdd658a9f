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
    expect(walked([10_004, 10_008])).toMatchObject({
      expected: 'a walk from cursor 0',
      actual: 'cursor=10004, which leaves out entities up to id 10004',
      answers: [page(10_004).answer],
    });
  });

  it('is violated by more requests than the pages can need', () => {
    // 84 entities with a limit of 4 need 28 pages with 3 new entities each, and two further pages.
    const many = Array.from({ length: 31 }, () => 0);
    expect(walked(many)).toMatchObject({
      expected: 'at most 30 requests',
      actual: '31: exit code 0',
    });
    expect(walked(many.slice(1))).toBeUndefined();
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
  expect(rule?.(stopped)).toMatchObject({
    expected: 'the walk ends, with or without an error',
    actual: '3 requests until the client was stopped',
  });
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

  const two = { json: bodyOf([1, 2], 5) };
  const target = '/platform/v2/projects?cursor=5';

  it.each([
    ['the first page is not a success', { status: 500 }, {}],
    ['the first page is of a POST', { method: 'POST' }, {}],
    ['the first page is of another API', { host: 'export' as const }, {}],
    ['the next page is not a success', {}, { status: 500 }],
    ['the next page is of a POST', {}, { method: 'POST' }],
    ['the next page is of another API', {}, { host: 'export' as const }],
    ['the next page is of another collection', {}, { target: '/platform/v2/sites?cursor=5' }],
    ['the next page was requested before the first arrived', { answeredAt: 6 }, {}],
  ])('returns nothing if %s', (_, first, second) => {
    const requests = [
      recorded({ host: 'platform', target: '/platform/v2/projects', ...two, ...first }),
      recorded({ host: 'platform', target, at: 5, ...second }),
    ];
    expect(rule(recordingOf(requests))).toBeUndefined();
  });

  it('is violated by a next page that was requested when the first arrived', () => {
    const requests = [page(0, two), recorded({ host: 'platform', target })];
    expect(rule(recordingOf(requests))).toMatchObject({ actual: 'cursor=5' });
  });

  it('returns nothing after a page without next', () => {
    const last = page(0, { json: { ...two.json, meta: { cursor: { next: null } } } });
    expect(rule(recordingOf([last, page(5, { at: 5 })]))).toBeUndefined();
  });

  it('tests requests with a cursor', () => {
    const first = recorded({ host: 'platform', target: '/platform/v2/projects' });
    const posted = recorded({ host: 'platform', target, method: 'POST' });
    const other = recorded({ host: 'export', target });
    const second = page(2);
    expect(tests(recordingOf([first, posted, other, second]))).toEqual([second]);
  });
});
