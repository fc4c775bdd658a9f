import { describe, expect, it } from 'vitest';
import { recorded, recordingOf } from '../../tests/clients/recording-of.js';
import { exportHeaders } from './export-headers.js';

const { scenarios, traffic } = exportHeaders['CLI-EXP-1'];
const V2 = '/sites/1/channels/2/destinations/3/products';
const exported = (target: string, headers: Readonly<Record<string, string>>) =>
  recorded({ host: 'export', target, headers });
const token = { 'X-EA-Auth-Token': 'export-token' };

describe('CLI-EXP-1', () => {
  const { rule, tests } = traffic['clients.traffic.headers'];

  it('holds for the token, and for the destination on legacy routes', () => {
    const legacy = exported('/1/2', { ...token, 'X-Destination-Id': '3' });
    const filtered = exported('/1/2/color/red', { ...token, 'X-Destination-Id': '3' });
    expect(rule(recordingOf([exported(V2, token), legacy, filtered]))).toBeUndefined();
    expect(rule(recordingOf([exported('/', {})]))).toBeUndefined();
  });

  it.each([
    ['no token', V2, {}, `X-EA-Auth-Token on ${V2}`, 'none'],
    [
      'another token',
      V2,
      { 'X-EA-Auth-Token': 'x' },
      `X-EA-Auth-Token on ${V2}`,
      'another value, x',
    ],
    ['no destination', '/1/2', token, 'X-Destination-Id on /1/2', 'none'],
    ['ids of two digits', '/10/20', token, 'X-Destination-Id on /10/20', 'none'],
  ])('is violated by %s', (_, target, headers, expected, actual) => {
    expect(rule(recordingOf([exported(target, headers)]))).toMatchObject({ expected, actual });
  });

  it('allows any value in recorded traffic, and tests documented routes only', () => {
    const other = exported(V2, { 'X-EA-Auth-Token': 'x' });
    expect(rule(recordingOf([other], { isTraffic: true }))).toBeUndefined();
    const elsewhere = exported('/health', {});
    expect(rule(recordingOf([elsewhere], { isTraffic: true }))).toBeUndefined();
    expect(tests(recordingOf([other, elsewhere]))).toHaveLength(1);
  });

  it('returns nothing for calls of another API', () => {
    const calls = [V2, '/1/2'].map((target) => recorded({ host: 'platform', target }));
    expect(rule(recordingOf(calls))).toBeUndefined();
    expect(rule(recordingOf(calls, { isTraffic: true }))).toBeUndefined();
    const own = exported(V2, token);
    expect(tests(recordingOf([...calls, own]))).toEqual([own]);
  });
});

it('CLI-EXP-1 needs a call of the route of the task', () => {
  const isMade = scenarios['clients.export.headers-legacy'].rules[1];
  expect(isMade?.(recordingOf([exported('/1/2', token)]))).toBeUndefined();
  const first = exported('/', {});
  expect(isMade?.(recordingOf([first, exported('/1/2', token)]))).toBeUndefined();
  const missing = { expected: 'a call of /1/2', actual: 'none: exit code 0' };
  expect(isMade?.(recordingOf([exported(V2, token)]))).toMatchObject(missing);
  const elsewhere = recorded({ host: 'platform', target: '/1/2' });
  expect(isMade?.(recordingOf([elsewhere]))).toMatchObject(missing);
  const isMadeInV2 = scenarios['clients.export.headers-products'].rules[1];
  expect(isMadeInV2?.(recordingOf([exported(V2, token)]))).toBeUndefined();
});
