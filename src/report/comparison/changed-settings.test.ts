import { expect, it } from 'vitest';
import { changedSettings } from './changed-settings.js';

it('returns the path and both values of each different setting', () => {
  const before = { name: 'a', pace: '60/min', export: { baseUrl: 'https://a.test', siteId: 1 } };
  const after = { name: 'b', export: { baseUrl: 'https://b.test', siteId: 2 }, concurrency: 4 };
  expect(changedSettings(before, after)).toEqual({
    concurrency: { from: 'not set', to: '4' },
    'export.siteId': { from: '1', to: '2' },
    pace: { from: '60/min', to: 'not set' },
  });
  expect(changedSettings(before, before)).toEqual({});
});
