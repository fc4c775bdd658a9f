import { expect, it } from 'vitest';
import { exchangeOf, pageOf, UNKNOWN } from '../../tests/platform/exchange-of.js';
import { methods } from './methods.js';

const { rule, checks } = methods['PLT-PAGE-10'];

it('PLT-PAGE-10 holds if another method returns no page', () => {
  expect(rule(exchangeOf({ method: 'POST' }, {}, { status: 405 }))).toBe('holds');
});

it('PLT-PAGE-10 is violated by a page', () => {
  expect(rule(pageOf({ method: 'DELETE' }, [1]))).toMatchObject({
    expected: 'no page for DELETE',
    sentence: 'a page came for DELETE; none must come',
  });
});

it('PLT-PAGE-10 returns nothing for GET', () => {
  expect(rule(pageOf({}, [1]))).toBeUndefined();
});

it('platform.page.methods sends a POST and a DELETE to the first collection', () => {
  const settings = { baseUrl: 'http://h.test', collections: ['projects', 'sites'], headers: {} };
  expect(checks['platform.page.methods'].asks({ facts: UNKNOWN, settings })).toEqual([
    { collection: 'projects', method: 'POST' },
    { collection: 'projects', method: 'DELETE' },
  ]);
});
