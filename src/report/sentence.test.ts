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
      '401 text/html <h1>Error</h1> came; expected a JSON object with the text "error"',
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
      'value',
      'media type text/html',
      'text/plain',
      'the media type is text/plain; it must be text/html',
    ],
    [
      'value',
      'a signature that verifies with the published keys',
      'a signature that none of these keys verifies',
      'the signature of the token verifies with none of the published keys',
    ],
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
      'at least 3 records where note ILIKE "A_"',
      '0',
      '0 records came; at least 3 records where note ILIKE "A_" must come',
    ],
    [
      'records',
      'no products (token missing)',
      '100 products',
      '100 products came; none must come (token missing)',
    ],
    [
      'records',
      'no template of the other organization',
      '2 of its templates, such as {"id":21}',
      'templates of the other organization came: 2 of its templates, such as {"id":21}; none must come',
    ],
    [
      'records',
      'no templates, for a token of nobody',
      '401 application/json {"data":[{"id":11}]}',
      'the response 401 contains templates; it must not (request: a token of nobody)',
    ],
    [
      'records',
      'no page for DELETE',
      '200 application/json {"Entities":[]}',
      'a page came for DELETE; none must come',
    ],
    [
      'records',
      'a page size of at most 1, for limit=1 on projects',
      '50',
      'the page has 50 items; it must have at most 1 (request: limit=1 on projects)',
    ],
    [
      'records',
      'a page that starts with entity 76',
      'a page that starts with entity 78',
      'the page starts with entity 78; it must start with entity 76',
    ],
    [
      'records',
      'the entities after 202, beginning with id 204',
      'beginning with id 209',
      'the page begins with id 209; it must begin with id 204 (the entities after 202)',
    ],
    [
      'records',
      'a page that starts with entity 76',
      'an empty page',
      'the page is empty; it must start with entity 76',
    ],
    [
      'records',
      'a page that starts with entity 107, which follows 106, the last of the page before, for limit=35 with cursor=108 on projects',
      'a page that starts with entity 111',
      'following `next`, the page after entity 106 starts with entity 111; it must start with entity 107 (request: limit=35 with cursor=108 on projects)',
    ],
    [
      'records',
      'a page that starts with entity 107, which follows 106, the last of the page before, whose next is 108 instead of 106, its last id, as on other pages of this server, for limit=35 with cursor=108 on projects',
      'a page that starts with entity 111',
      '`next` of the page that ends with entity 106 is 108; it must be 106, its last id, as on other pages of this server (with it the page after entity 106 starts with entity 111 instead of entity 107) (request: limit=35 with cursor=108 on projects)',
    ],
    [
      'records',
      'a page that starts with entity 107, which follows 106, the last of the page before',
      'an empty page',
      'following `next`, the page after entity 106 is empty; it must start with entity 107',
    ],
    [
      'records',
      'no products (not authorized), but status 403, for the token "abcdef", on the v2 route',
      '100 products',
      '100 products came; none must come, but status 403, because the token is not that of the destination (request: the token "abcdef", on the v2 route)',
    ],
    [
      'groups',
      '4 distinct values of category among the records where id < 6 (grouped by category)',
      '1',
      '1 record came; one must come for each of the 4 distinct values of category among the records where id < 6 (request: grouped by category)',
    ],
    [
      'groups',
      'one record for each color among the records (grouped by color)',
      '"red" in several records',
      'several records came for the value "red"; one must come for each color among the records (request: grouped by color)',
    ],
    [
      'groups',
      'the records of each criterion alone for note = "a" OR note = "b"',
      'nothing for which note = "b"',
      'no record with note = "b" came for note = "a" OR note = "b"; it must come, as it does for this criterion alone',
    ],
    ['records', 'a next that leads to entity 128', '0', 'next is 0; it must lead to entity 128'],
    [
      'records',
      'the 4 resources of handover.from unchanged after invalid credentials',
      '4 missing',
      'the 4 resources of the giving user changed after invalid credentials: 4 missing; they must be unchanged',
    ],
    [
      'records',
      'all 4 resources with the user handover.to',
      'without "a", "b"',
      'the receiving user did not get "a", "b"; it must get all 4 resources of the giving user',
    ],
    [
      'order',
      'the records (ordered by price) in ascending order of price',
      'id 2 (price 9), id 1 (price 3) in this order',
      'the list is not in ascending order of price: id 2 (price 9) stands before id 1 (price 3) (request: ordered by price)',
    ],
    [
      'order',
      'price ascending',
      'descending',
      'the list is in descending order of price; it must be ascending',
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
    [
      'status',
      'a response other than a server error, for limit=x',
      '500 text/plain oops',
      'the status is 500, a server error; it must be a refusal such as 400, or a success, whatever the request contains (request: limit=x)',
    ],
    [
      'status',
      'a token accepted after another has been issued, because it has not expired',
      '401 application/json {"error":"Unauthorized"}',
      'a token is refused after another has been issued, with 401 "Unauthorized"; it must be accepted, because it has not expired',
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
      'text',
      '"Authentication token is required"',
      '"Missing"',
      'the text of the error is "Missing"; it must be "Authentication token is required"',
    ],
    [
      'text',
      'Requested route was not found: "/a/b", for /a/b, which is not a route',
      'Requested route was not found: "/a"',
      'the text of the error is `Requested route was not found: "/a"`; it must be `Requested route was not found: "/a/b"` (request: /a/b, which is not a route)',
    ],
    [
      'text',
      'a message that all resources have been transferred',
      '"OK", which is no confirmation',
      'the message is "OK", which is no confirmation; it must say that all resources have been transferred',
    ],
    [
      'text',
      'a message that authorization is required',
      '401 application/json {"error":"Forbidden"}',
      'status 401 with the text "Forbidden" came; expected a message that authorization is required',
    ],
    [
      'relation',
      'the total of LIKE is at most the total of ILIKE on note',
      '8 for note LIKE "a", 0 for note ILIKE "a"',
      'the totals contradict each other: 8 for note LIKE "a", 0 for note ILIKE "a"; required: the total of LIKE is at most the total of ILIKE on note',
    ],
    [
      'relation',
      'stock <= 0 is < or = 0, so that 199 and 57 + 35 = 92 must be equal',
      '199 for stock <= 0, 57 for stock < 0, 35 for stock = 0',
      'the totals contradict each other: 199 for stock <= 0, 57 for stock < 0, 35 for stock = 0; 199 and 57 + 35 = 92 must be equal, as stock <= 0 is < or = 0',
    ],
    [
      'relation',
      'no text satisfies both > and <=, so that 134 must be 0',
      '134 for a > "x" AND a <= "x"',
      '134 records match a > "x" AND a <= "x"; 134 must be 0, as no text satisfies both > and <=',
    ],
    [
      'relation',
      'the same entities for limit=5 as for limit=6: 1 in all',
      '0 in all',
      'the page has 0 entities; it must have the same entities for limit=5 as for limit=6, which are 1',
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

  it('of a recommendation says what should be', () => {
    expect(violationSentence({ expected: 'Vary: Accept', actual: 'no Vary' }, 'should')).toBe(
      'the header field Vary is missing; it should be Accept',
    );
  });
});
