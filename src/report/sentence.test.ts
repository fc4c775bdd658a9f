import { describe, expect, it } from 'vitest';
import { violationSentence } from './sentence.js';

describe('the sentence of a violation', () => {
  it.each([
    [
      'an error (token missing) that satisfies schemas/export/error-jsonapi.schema.json',
      '/errors/0/status: expected of type integer, received "401"',
      'errors[0].status is the text "401"; it must be an integer (token missing)',
    ],
    [
      'a body that satisfies schemas/export/products.schema.json',
      '(document): expected of type array, received {"a":1}',
      'the body is {"a":1}; it must be an array',
    ],
    [
      'an error (no data) that satisfies schemas/export/error-no-data.schema.json',
      '(document): expected a member "message", received ["error"]',
      'the body has no member "message" (no data)',
    ],
    [
      'a body that satisfies schemas/templates/token.schema.json',
      '/token_type: expected exactly "Bearer", received "bearer"',
      'token_type is the text "bearer"; it must be exactly "Bearer"',
    ],
    [
      'status 401 (token missing), for no token, on the v2 route',
      '403 application/json {"error":"Forbidden"}',
      'the status is 403 ("Forbidden"); it must be 401 (token missing)',
    ],
    ['a status 2xx', '500 text/html oops', 'the status is 500 (text/html oops); it must be 2xx'],
    [
      'only the records where price > 5 (limit 100)',
      'also id 4 (price 5) and 2 more (and 3 more responses)',
      'records came that do not match price > 5 (limit 100): id 4 (price 5) and 2 more',
    ],
    [
      '12 records where note = "a"',
      '10, without id 3 (note "a"), id 4 (note "a")',
      '10 of 12 records where note = "a" came; missing: id 3 (note "a"), id 4 (note "a")',
    ],
    [
      'no products (token missing)',
      '100 products',
      '100 products came; they must not (token missing)',
    ],
    [
      'the records (ordered by price) in ascending order of price',
      'id 2 (price 9), id 1 (price 3) in this order',
      'the list is not in ascending order of price: id 2 (price 9) stands before id 1 (price 3)',
    ],
    ['meta.total 5 for note = "a"', '7', 'meta.total is 7; it must be 5 for note = "a"'],
    [
      'next 12, the last id of this page',
      'null',
      'next is null; it must be 12, the last id of this page',
    ],
    ['WWW-Authenticate', 'none', 'the header field WWW-Authenticate is missing'],
    [
      'Content-Type application/json (token missing)',
      'text/html',
      'the header field Content-Type is text/html; it must be application/json (token missing)',
    ],
    [
      '"Authentication token is required"',
      '"Missing"',
      'the text of the error is "Missing"; it must be "Authentication token is required"',
    ],
    [
      'a list of products',
      '404 application/json {"error":"gone"}',
      'a list of products must come; 404 "gone" came',
    ],
    ['two rules', 'one', 'one came instead of two rules'],
  ])('%s, got %s', (expected, actual, sentence) => {
    expect(violationSentence(expected, actual)).toBe(sentence);
    expect(sentence).not.toMatch(/^got /);
  });
});
