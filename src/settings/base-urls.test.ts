import { expect, it } from 'vitest';
import { addedHeadersAt } from './added-headers.js';
import { baseUrlOf, interfaceOf } from './base-urls.js';
import { targetFrom } from './load.js';

const target = targetFrom({
  export: { baseUrl: 'https://h.test/api', headers: { 'X-Export': 'secret-of-export' } },
  templates: { baseUrl: 'https://h.test/api/templates', authUrl: 'https://auth.test' },
});

it.each([
  ['https://h.test/api', 'export'],
  ['https://h.test/api/sites', 'export'],
  ['https://h.test/api?limit=1', 'export'],
  ['https://h.test/api/templates/1', 'templates'],
  ['https://auth.test/realms', 'templates'],
  ['https://h.test/api2', undefined],
  ['https://h.test/api.test', undefined],
  ['https://auth.test.other', undefined],
])('finds the interface of %s: %s', (url, name) => {
  expect(interfaceOf(url, target)).toBe(name);
});

it('names the server that issues tokens', () => {
  expect(baseUrlOf('https://auth.test/realms', target)).toEqual({
    name: 'authentication',
    interface: 'templates',
    setting: 'AUTH_URL',
    address: 'https://auth.test',
  });
});

it('adds the header fields of an interface only to its own URLs', () => {
  expect(addedHeadersAt(target, 'https://h.test/api/sites')).toHaveProperty('X-Export');
  expect(addedHeadersAt(target, 'https://h.test/api2')).not.toHaveProperty('X-Export');
});
