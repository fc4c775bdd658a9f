import { describe, expect, it } from 'vitest';
import { bodyOf, exchangeOf, pageOf, UNKNOWN } from '../../tests/platform/exchange-of.js';
import { pageShape } from './page-shape.js';

describe('PLT-PAGE-1', () => {
  const { rule } = pageShape['PLT-PAGE-1'];

  it('holds for a page with all members', () => {
    expect(rule(pageOf({}, [1, 2]))).toBe('holds');
    expect(rule(pageOf({}, []))).toBe('holds');
  });

  it.each([
    ['a status other than 200', exchangeOf({}, {}, { status: 404 }), 'status 200'],
    ['a body that is not JSON', exchangeOf({}, '<html>'), 'a JSON body'],
    ['an array as body', exchangeOf({}, [1]), 'an object'],
    ['success as text', exchangeOf({}, { ...bodyOf([1]), success: 'yes' }), 'success boolean'],
    [
      'a cursor member as text',
      exchangeOf({}, bodyOf([1], { current: '0' })),
      'meta.cursor.current an integer',
    ],
    ['no cursor', exchangeOf({}, { ...bodyOf([1]), meta: {} }), 'meta.cursor an object'],
  ])('is violated by %s', (_, exchange, expected) => {
    expect(rule(exchange)).toMatchObject({ expected });
    expect(rule(exchange)).not.toHaveProperty('atMost');
  });

  it('names the array that contains the entities instead of Entities', () => {
    const { Entities, ...rest } = bodyOf([1]);
    expect(rule(exchangeOf({}, { ...rest, Projects: Entities }))).toEqual({
      expected: 'Entities an array of objects',
      actual: 'the array Projects',
    });
  });

  it('lists all violations of a page', () => {
    const body = { ...bodyOf([1], { current: '0' }), success: 'yes' };
    expect(rule(exchangeOf({}, body))).toEqual({
      expected: 'success boolean, meta.cursor.current an integer',
      actual: 'text "yes", text "0"',
    });
  });

  it('is a warning if next is null, or entities are wrapped', () => {
    expect(rule(pageOf({}, [1], { next: null }))).toEqual({
      expected: 'next 0 at the end',
      actual: 'null',
      atMost: 'warning',
    });
    const wrapped = { ...bodyOf([]), Entities: [{ project: { id: 1 } }] };
    expect(rule(exchangeOf({}, wrapped))).toEqual({
      expected: 'entities with their id',
      actual: 'entities wrapped in project',
      atMost: 'warning',
      sentence: 'each entity is within a member project; its id must be in the entity itself',
    });
  });

  it('is judged by each collection, and by browsers and proxies at the first', () => {
    const { asks } = pageShape['PLT-PAGE-1'].checks['platform.page.shape'];
    const address = { baseUrl: 'http://platform.test', collections: ['sites', 'users'] };
    expect(asks({ facts: UNKNOWN, settings: { ...address, headers: {} } })).toEqual([
      { collection: 'sites' },
      { collection: 'users' },
      { collection: 'sites', client: 'browser' },
      { collection: 'sites', client: 'proxy' },
    ]);
  });

  it('is violated if browsers get no page, and is a warning for proxies', () => {
    const asked = (client: 'browser' | 'proxy') => rule(exchangeOf({ client }, '<html>'));
    expect(asked('browser')).toEqual({
      expected: 'a JSON body',
      sentence: 'the response is not JSON: 200 application/json <html>; it must be',
    });
    expect(asked('proxy')).toEqual({
      expected: 'a JSON body',
      atMost: 'warning',
      sentence: 'the response is not JSON: 200 application/json <html>; it must be',
    });
    expect(rule(pageOf({ client: 'proxy' }, [1]))).toBe('holds');
  });

  it('returns nothing if a request with parameters is refused', () => {
    expect(rule(exchangeOf({ limit: 7 }, {}, { status: 400 }))).toBeUndefined();
  });
});

describe('PLT-PAGE-2', () => {
  const { rule } = pageShape['PLT-PAGE-2'];

  it('holds if count is the number of entities', () => {
    expect(rule(pageOf({}, [3, 4, 5]))).toBe('holds');
  });

  it('is violated by another number', () => {
    const violation = { expected: 'count 2, the number of entities of the page', actual: 3 };
    expect(rule(pageOf({}, [3, 4], { count: 3 }))).toEqual(violation);
    expect(rule(pageOf({}, [], { count: 1 }))).toMatchObject({
      expected: 'count 0, the number of entities of the page',
    });
    expect(rule(pageOf({}, [3, 4], { count: 0 }))).toEqual({
      expected: 'count 2, the number of entities of the page',
      actual: 0,
    });
  });

  it('returns nothing without a page, without a count, and for 0 on an empty page', () => {
    expect(rule(exchangeOf({}, {}, { status: 500 }))).toBeUndefined();
    expect(rule(pageOf({}, [3], { count: null }))).toBeUndefined();
    expect(rule(pageOf({}, []))).toBeUndefined();
  });
});
