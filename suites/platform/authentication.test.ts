import { expect, it } from 'vitest';
import { exchangeOf, pageOf } from '../../tests/platform/exchange-of.js';
import { authentication } from './authentication.js';

const { rule: challenged } = authentication['PLT-AUTH-2'];
const { warning } = authentication['PLT-AUTH-1'].checks['platform.auth.anonymous'].observes;

it('PLT-AUTH-1 is a warning if entities are returned without authentication', () => {
  expect(warning(pageOf({ anonymous: true }, [1, 2]))).toBe('returns 2 entities');
});

it('PLT-AUTH-1 is a warning for a status of 500', () => {
  const failing = exchangeOf({ anonymous: true }, 'out', { status: 500 });
  expect(warning(failing)).toBe('returns 500 application/json out');
});

it('PLT-AUTH-1 is no warning for a refusal or an empty page', () => {
  expect(warning(exchangeOf({ anonymous: true }, {}, { status: 401 }))).toBeUndefined();
  expect(warning(pageOf({ anonymous: true }, []))).toBeUndefined();
});

it('PLT-AUTH-2 holds for a 401 with WWW-Authenticate, and is violated without', () => {
  const headers = [['WWW-Authenticate', 'X-Auth-Token']] as const;
  expect(challenged(exchangeOf({ anonymous: true }, {}, { status: 401, headers }))).toBe('holds');
  expect(challenged(exchangeOf({ anonymous: true }, {}, { status: 401 }))).toEqual({
    expected: 'WWW-Authenticate',
    actual: 'none',
  });
  expect(challenged(exchangeOf({ anonymous: true }, {}, { status: 403 }))).toBeUndefined();
});
