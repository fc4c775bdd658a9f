import { describe, expect, it } from 'vitest';
import { violationSentence } from './sentence.js';

describe('the sentence of a violation', () => {
  it.each([
    [
      'schema',
      'an error (token missing) that satisfies schemas/export/error-jsonapi.schema.json',
      '/errors/0/status: expected of type integer, received "401"',
      'errors[0].status is the text "401"; it must be an integer (token missing)',
    ],
    [
      'schema',
      'an error (token missing) that satisfies schemas/export/error-jsonapi.schema.json, for no token, on the v2 route',
      '/errors/0/status: expected of type integer, received "401"',
      'errors[0].status is the text "401"; it must be an integer (token missing; request: no token, on the v2 route)',
    ],
    [
      'schema',
      'a body that satisfies schemas/export/products.schema.json',
      '(document): expected of type array, received {"a":1}',
      'the body is {"a":1}; it must be an array',
    ],
    [
      'schema',
      'an error (no data) that satisfies schemas/export/error-no-data.schema.json',
      '(document): expected a member "message", received ["error"]',
      'the body has no member "message" (no data)',
    ],
    [
      'schema',
      'a body that satisfies schemas/templates/jwks.schema.json, for the keys at https://a.test',
      '/keys: expected must NOT have fewer than 1 items, received []',
      'keys is []; it must not be empty (request: the keys at https://a.test)',
    ],
    [
      'schema',
      'an error (token missing) that satisfies schemas/export/error-plain.schema.json',
      '401 text/html <h1>Error</h1>',
      '401 text/html <h1>Error</h1> came; expected a JSON object with the text "error" (token missing)',
    ],
    [
      'value',
      'a body that satisfies schemas/templates/token.schema.json',
      '/token_type: expected exactly "Bearer", received "bearer"',
      'token_type is the text "bearer"; it must be exactly "Bearer"',
    ],
    [
      'value',
      'next 12, the last id of this page, for limit=5 on projects',
      'null',
      'next is null; it must be 12, the last id of this page (request: limit=5 on projects)',
    ],
    [
      'value',
      'issuer https://a.test/realm',
      'none',
      'issuer is missing; it must be https://a.test/realm',
    ],
    ['value', 'expires_in of about 295 s', '300 s', 'expires_in is 300 s; it must be about 295 s'],
    [
      'records',
      'only the records where price > 5 (limit 100), for the v2 route',
      'also id 4 (price 5) and 2 more (and 3 more responses)',
      'records came that do not match price > 5: id 4 (price 5) and 2 more (request: limit 100)',
    ],
    [
      'records',
      '12 records where note is a (limit 1000), for the legacy filtered route',
      '10',
      'only 10 of the 12 records where note is a came (request: limit 1000, on the legacy filtered route)',
    ],
    [
      'records',
      '12 records where note = "a"',
      '10, without id 3 (note "a"), id 4 (note "a")',
      'only 10 of the 12 records where note = "a" came; missing: id 3 (note "a"), id 4 (note "a")',
    ],
    [
      'records',
      '5 records, for active = "true"',
      '7',
      '7 records came; 5 records must come (request: active = "true")',
    ],
    [
      'records',
      'at least 3 records where note ILIKE "A_"',
      '0',
      '0 records came; at least 3 records where note ILIKE "A_" must come',
    ],
    [
      'member of a member',
      'meta.cursor.prev an integer',
      'null',
      'meta.cursor.prev is null; it must be an integer',
    ],
    ['total', 'meta.total 5 for note = "a"', '7', 'meta.total is 7; it must be 5 for note = "a"'],
    [
      'total',
      'meta.total of at least 732 for note = "a"',
      '714',
      'meta.total is 714; it must be at least 732 for note = "a"',
    ],
    [
      'status',
      'status 401 (token missing), for no token, on the v2 route',
      '403 application/json {"error":"Forbidden"}',
      'the status is 403 ("Forbidden"); it must be 401, because no token is sent in its header field (request: no token, on the v2 route)',
    ],
    [
      'status',
      'a status 2xx',
      '500 text/html oops',
      'the status is 500 (text/html oops); it must be 2xx',
    ],
    [
      'status',
      'status 401, for a token request',
      '200 application/json {"access_token":"${ACCESS_TOKEN_1}…',
      'the status is 200, with an access token; it must be 401 (request: a token request)',
    ],
    ['status', 'status 200', '404 (empty body)', 'the status is 404 (empty body); it must be 200'],
    [
      'status',
      'status 400 with error "unsupported_grant_type"',
      '400 application/json {"error":"invalid_grant"}',
      'the error is "invalid_grant"; it must be "unsupported_grant_type"',
    ],
    [
      'header',
      'WWW-Authenticate',
      'none',
      'the header field WWW-Authenticate is missing; the response must have it',
    ],
    [
      'header',
      'Vary: Accept, for the v2 route',
      'no Vary',
      'the header field Vary is missing; it must be Accept',
    ],
    [
      'header',
      'Content-Type application/json (token missing)',
      'text/html',
      'the header field Content-Type is text/html; it must be application/json (token missing)',
    ],
    [
      'other',
      'a message that authorization is required',
      '401 application/json {"error":"Forbidden"}',
      'status 401 with the text "Forbidden" came; expected a message that authorization is required',
    ],
    [
      'other',
      'a list of products',
      '404 application/json {"error":"gone"}',
      'status 404 with the text "gone" came; expected a list of products',
    ],
    ['other', 'two rules', 'one', 'one came; expected two rules'],
  ])('%s: %s, got %s', (_, expected, actual, sentence) => {
    expect(violationSentence({ expected, actual })).toBe(sentence);
  });

  it.each([
    [
      'names the request, and the order and the window of its list',
      'one record for each color among the records (grouped by color), for the v2 route',
      '"red" in several records',
      'several records came for the value "red"; one must come for each color',
      'several records came for the value "red"; one must come for each color (request: grouped by color)',
    ],
    [
      'says why the request must be refused',
      'no products (not authorized), but status 403, for the token "abcdef", on the v2 route',
      '100 products',
      '100 products came; none must come, but status 403',
      '100 products came; none must come, but status 403, because the token is not that of the destination (request: the token "abcdef", on the v2 route)',
    ],
    [
      'contains the message of a response instead of the response',
      'the token accepted again, call 3',
      '401 application/json {"error":"Unauthorized"} (and 3 more responses)',
      'a token gets 401 application/json {"error":"Unauthorized"} in call 3; it must be accepted',
      'a token gets 401 "Unauthorized" in call 3; it must be accepted',
    ],
    [
      'contains the beginning of another response',
      'a refusal',
      `200 text/html ${'x'.repeat(150)}`,
      `the response is 200 text/html ${'x'.repeat(150)}; the request must be refused`,
      `the response is 200 text/html ${'x'.repeat(106)}…; the request must be refused`,
    ],
    [
      'contains both parts, if they are long',
      'a',
      'b',
      `${'x'.repeat(400)}; it must be ${'y'.repeat(400)}`,
      `${'x'.repeat(100)}…${'x'.repeat(100)}; it must be ${'y'.repeat(89)}…${'y'.repeat(100)}`,
    ],
    [
      'shows invisible characters',
      '"a"',
      '"\u0007"',
      'the text of the error is "\u0007"; it must be "a"',
      'the text of the error is "\\u0007"; it must be "a"',
    ],
  ])('of a rule %s', (_, expected, actual, given, sentence) => {
    expect(violationSentence({ expected, actual, sentence: given })).toBe(sentence);
  });

  it('says "should" instead of "must" for a recommendation', () => {
    expect(violationSentence({ expected: 'Vary: Accept', actual: 'no Vary' }, 'should')).toBe(
      'the header field Vary is missing; it should be Accept',
    );
    const given = { expected: 'a', actual: 'b', sentence: 'a came; b must come' };
    expect(violationSentence(given, 'should')).toBe('a came; b should come');
  });
});
