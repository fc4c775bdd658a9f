import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../../src/protocol/export/question.js';
import { errorOf, listOf, RECORDS } from '../../../tests/export/exchange-of.js';
import { unknownRoutes } from './unknown.js';

describe('EXP-ROUTE-8', () => {
  const { rule } = unknownRoutes['EXP-ROUTE-8'];
  const unknown = { route: { path: '/no/such/route' }, accept: PLAIN };
  const text = 'Requested route was not found: "/no/such/route"';

  it('holds for 404', () => {
    expect(rule(errorOf(unknown, 404, text), undefined)).toBe('holds');
  });

  it('is violated by another status, or by products', () => {
    expect(rule(errorOf(unknown, 400, text), undefined)).toHaveProperty('expected');
    expect(rule(listOf(unknown, RECORDS), undefined)).toHaveProperty('expected');
  });

  it('is at most a warning for products at a path in capitals', () => {
    const path = '/SITES/1/CHANNELS/2/DESTINATIONS/3/PRODUCTS';
    const inCapitals = { route: { path }, accept: PLAIN };
    expect(rule(listOf(inCapitals, RECORDS), undefined)).toMatchObject({ atMost: 'warning' });
  });

  it('returns nothing without a destination if the response is 401, or for another route', () => {
    const nowhere = errorOf({ ...unknown, destinationId: null }, 401, 'Destination ID is required');
    expect(rule(nowhere, undefined)).toBeUndefined();
    expect(rule(listOf({}, RECORDS), undefined)).toBeUndefined();
  });
});
