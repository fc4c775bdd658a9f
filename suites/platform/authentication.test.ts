import { expect, it } from 'vitest';
import { exchangeOf, pageOf } from '../../tests/platform/exchange-of.js';
import { authentication } from './authentication.js';

const { odd } = authentication['PLT-AUTH-1'].checks['platform.auth.anonymous'];

it('PLT-AUTH-1 is a warning where entities are returned without authentication', () => {
  expect(odd(pageOf({ anonymous: true }, [1, 2]))).toBe('gives 2 entities');
});

it('PLT-AUTH-1 is a warning for a status of 500', () => {
  const failing = exchangeOf({ anonymous: true }, 'out', { status: 500 });
  expect(odd(failing)).toBe('returns 500 application/json out');
});

it('PLT-AUTH-1 is no warning for a refusal or an empty page', () => {
  expect(odd(exchangeOf({ anonymous: true }, {}, { status: 401 }))).toBeUndefined();
  expect(odd(pageOf({ anonymous: true }, []))).toBeUndefined();
});
