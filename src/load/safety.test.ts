import { expect, it } from 'vitest';
import { isLoopback, targetFrom, UsageError } from '../settings/index.js';
import { profileFrom } from './profile/read.js';
import { expectPermitted, permittedRate } from './safety.js';
import type { FlowData } from './scenario/data.js';

const plan = profileFrom(
  { model: 'open', stages: [{ duration: '1s', rate: 40 }], scenarios: [{ flow: 'cursor-walk' }] },
  'test',
);
const walk = (baseUrl: string): readonly FlowData[] => [
  {
    kind: 'walk',
    address: { baseUrl, collections: ['projects'], headers: {} },
    collection: 'projects',
    limit: 5,
    pages: 2,
    entities: { idMember: 'id', dialect: {} },
    next: 'last-of-page',
  },
];
const target = (maxRate?: string) =>
  targetFrom({
    ...(maxRate === undefined ? {} : { allow: { load: { maxRate } } }),
    export: { baseUrl: 'https://x.test' },
  });

it('recognizes only the names and addresses of this machine as local', () => {
  expect(['http://127.0.0.1:1/', 'http://localhost:1/', 'http://[::1]:1/'].every(isLoopback)).toBe(
    true,
  );
  expect(
    [
      'http://10.0.0.1/',
      'http://localhost.example.com/',
      'https://127.0.0.1.nip.io/',
      'http://0.0.0.0/',
      'http://[::]/',
      'http://[::ffff:127.0.0.1]/',
    ].some(isLoopback),
  ).toBe(false);
});

it('permits any load of this machine', () => {
  expect(permittedRate(target(), plan, walk('http://127.0.0.1:1/x'))).toBeUndefined();
});

it('rejects load of another machine without permission', () => {
  expect(() => permittedRate(target(), plan, walk('https://x.test/y'))).toThrow(UsageError);
});

it('rejects a profile that could exceed the permitted rate of requests', () => {
  expect(() => permittedRate(target('50/s'), plan, walk('https://x.test/y'))).toThrow(
    /scenarios at 40\/s .* 2 requests each/,
  );
  expect(permittedRate(target('80/s'), plan, walk('https://x.test/y'))).toBe(80);
});

it('rejects a host without permission before it sends requests', () => {
  const at = (baseUrl: string) =>
    targetFrom({
      platform: { baseUrl, collections: ['projects'] },
      export: { baseUrl: 'https://x.test' },
    });
  for (const foreign of ['http://0.0.0.0:1', 'http://[::ffff:127.0.0.1]:1'])
    expect(() => expectPermitted(at(foreign), plan)).toThrow(/does not permit load on/);
  // The export interface is on another machine, but no scenario of the plan uses it.
  expect(() => expectPermitted(at('http://127.0.0.1:1'), plan)).not.toThrow();
});
