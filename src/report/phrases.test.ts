import { expect, it } from 'vitest';
import { phraseOf } from './phrases.js';

it.each([
  ['a JSON body', '200 text/html <h1>', 'the response is not JSON: 200 text/html <h1>; it must be'],
  [
    'a page',
    '200 application/json {"a":1}',
    'the response is not a page: 200 application/json {"a":1}; it must be one',
  ],
  [
    'entities with their id',
    'entities wrapped in Project',
    'each entity is within a member Project; its id must be in the entity itself',
  ],
  [
    'entities after 30, such as 31',
    'none',
    'the page is empty; it must have the entities after 30, such as 31',
  ],
  [
    'the same entities for limit=50 on a as for no parameters on a: 50 in all, id 3 at position 1',
    '50 in all, id 4 at position 1',
    'the page has 50 entities, id 4 at position 1; it must have the same entities for limit=50 on a as for no parameters on a, which are 50, id 3 at position 1',
  ],
  [
    'an empty page for cursor 300, the last id',
    'entity 301',
    'entity 301 came after cursor 300, the last id; the page must be empty',
  ],
  [
    'entity 77 on the page',
    'a page without it',
    'entity 77 is missing on the page; it must be there',
  ],
  [
    'a next that ends the walk after entity 300',
    'next 10',
    'next is 10 after entity 300, the last one; it must end the walk, and not lead back',
  ],
  [
    'an empty page, or a page with ids above 300',
    'a page that starts with entity 3',
    'following `next`, the page after entity 300, the last one, starts with entity 3; it must be empty',
  ],
  [
    'entity 7 on the page, because earlier and later pages contain it',
    'a page without it',
    'entity 7 is missing on the page; it must be there, because earlier and later pages contain it',
  ],
  ['ids greater than 30', 'id 30', 'id 30 came; only ids greater than 30 must come'],
  [
    'a message that all resources have been transferred',
    '"Done nothing"',
    'the message is "Done nothing"; it must say that all resources have been transferred',
  ],
  [
    'each resource once with the user handover.to',
    '"video-7" more than once',
    'the receiving user has "video-7" more than once; it must have each resource once',
  ],
  [
    'no resource left with the user handover.from',
    '"video-7", "banner-3"',
    'the giving user still has "video-7", "banner-3"; it must have no resource any more',
  ],
  [
    'nothing transferred',
    '200 application/json {"message":"All resources have been transferred to the new user."}',
    'the response says that resources were transferred: 200 application/json {"message":"All resources have been transferred to the new user."}; nothing must be transferred',
  ],
  [
    'a status that refuses',
    '200 application/json {"message":"no"}',
    'the status is 200 (application/json {"message":"no"}); it must be one of a refusal, such as 401',
  ],
  [
    'a refusal as without authorization',
    '400 application/json {"message":"no"}',
    'the response is 400 application/json {"message":"no"}; it must be a refusal as without authorization',
  ],
  [
    'status 403 in the error object',
    '401',
    '`status` in the error object is 401; it must be 403, as that of the response',
  ],
  [
    'values of color among the records where id < 3 (grouped by color)',
    'also "blue"',
    'the value "blue" came; it is none of color among the records where id < 3 (grouped by color)',
  ],
  [
    'an envelope of data and meta',
    '200 application/json []',
    '200 application/json [] came; it must be an object with `data` and `meta`',
  ],
  [
    'a bare array',
    '200 application/json {"data":[]}',
    '200 application/json {"data":[]} came; it must be an array without an envelope',
  ],
  [
    'at most 3 of 10 records',
    '5',
    '5 records came; at most 3 of the 10 must come after this offset',
  ],
  [
    'windows of one list ordered by price',
    'id 3 (price 1), id 4 (price 9)',
    'the pages are not parts of one list ordered by price: id 3 (price 1), id 4 (price 9) are on different pages, in the wrong order',
  ],
  [
    'the nulls of price together at one end of the list',
    'first in one window and last in another',
    'null in price stands first in one window and last in another; it must be at one end of the list only',
  ],
  [
    'the same meta.total on both routes for note = "a"',
    '3 and 5',
    'meta.total is 3 and 5; it must be the same on both routes for note = "a"',
  ],
  [
    '12.50 for price, as in the earlier response',
    '12.5',
    'price is 12.5; it must be 12.50, as before',
  ],
  [
    'no records of destination 790',
    '3 of its records, such as id 5',
    '3 of its records, such as id 5 came; no records of destination 790 must come',
  ],
  [
    'the records also in the list without a filter',
    'id 7 not in that list, although all its 100 records (meta.total) were read',
    'id 7 came, but not in the list without a filter, although all its 100 records (meta.total) were read; each record must be there',
  ],
  [
    'each record on one page',
    'id 7 on two pages',
    'id 7 on two pages came; each record must be on one page only',
  ],
  ['each record once', 'id 7 twice', 'id 7 twice came; each record must come once'],
  [
    'each record once for note = "a"',
    'id 7 twice',
    'id 7 twice came for note = "a"; each record must come once',
  ],
  ['the records, each once', 'id 7 twice', 'id 7 twice came; each record must come once'],
  [
    'the records ordered by price for orderBy=price',
    '400 application/json {"error":"direction missing"}',
    'the response to orderBy=price is 400 application/json {"error":"direction missing"}; it must be the records in this order',
  ],
  ['a greeting', 'an empty body', 'the body is empty; it must be a greeting'],
  [
    'the same response as without a token, with a malformed token',
    '401 application/json {"error":"x"}',
    'with a token (malformed) the response is 401 application/json {"error":"x"}; it must be the same as without one',
  ],
  [
    'the record with id 7',
    'no such record; the loaded record is {"id":7}',
    'the record with id 7 is missing, although it was loaded; the loaded record is {"id":7}',
  ],
  [
    'the record with id 7 with price 3',
    '4',
    'price of the record with id 7 is 4; it must be 3, as it was loaded',
  ],
  [
    'the same list with and without Accept-Encoding: gzip',
    'a different list',
    'with Accept-Encoding: gzip the response is a different list; it must be the same list as without it',
  ],
  [
    'the same meta.total for every page of the list',
    '1000 for the first page and 999 for limit=1000',
    'meta.total is 1000 for the first page and 999 for limit=1000; it must be the same for every page of the list',
  ],
  [
    'a record at offset 999, because meta.total is 1000',
    'none',
    'no record came at offset 999; one must come, because meta.total is 1000',
  ],
  ['3 of 10 records for limit=3', '2', '2 records came; 3 of the 10 must come for limit=3'],
  [
    'at least 1 record for date = "2024-01-01"',
    '0 records',
    'no record came for date = "2024-01-01"; the record with this value must come',
  ],
  [
    'as many records on all pages as meta.total says',
    '998 records, although meta.total is 1000',
    'the pages have 998 records in all; it must be 1000, as meta.total says',
  ],
  [
    'no record in which price is null',
    'a record in which price is null',
    'a record came in which price is null; none must come for this filter',
  ],
  [
    'only records for which note = "Abc", with the same case',
    'also "abc"',
    '"abc" came for note = "Abc"; it must not, because its letter case is another one',
  ],
  [
    'only members that the record also has in the legacy format',
    'attributes',
    'a record has the members attributes; it must have those of the legacy format only',
  ],
  [
    'the same list again',
    'another order',
    'the same request returned another order; it must return the same list again',
  ],
  [
    'an error without the token',
    '401 application/json {"error":"bad token ${EXPORT_TOKEN}"}',
    'the error repeats the token: 401 application/json {"error":"bad token ${EXPORT_TOKEN}"}; it must not',
  ],
  [
    'the same products as without the parameter',
    '200 application/json []',
    'the response is 200 application/json []; it must have the same products as without the parameter',
  ],
  [
    'a refusal, regardless of X-Destination-Id',
    '200 application/json []',
    'the response is 200 application/json []; the request must be refused, whatever X-Destination-Id is',
  ],
  [
    'no effect of the header',
    '400 application/json {"error":"x"}',
    'X-Destination-Id changes the response to 400 application/json {"error":"x"}; it must have no effect on this route',
  ],
  [
    'a refusal or no records',
    'a list of all 1000 records',
    'a list of all 1000 records came; the request must be refused, or match no record',
  ],
  [
    'JSON without a byte order mark',
    'EF BB BF',
    'the body begins with a byte order mark (EF BB BF); it must begin with the JSON',
  ],
  [
    'JSON in UTF-8',
    'other bytes, with Content-Type application/json',
    'the JSON has other bytes, with Content-Type application/json; it must be in UTF-8',
  ],
  [
    'no refresh_token',
    'a refresh_token',
    'the token response has a refresh_token; it must have none',
  ],
  [
    'a JWT with a signature',
    'alg "none"',
    'the token has alg "none"; it must be a JWT with a signature',
  ],
  ['a claim exp', 'none', 'the token has no claim exp; it must have one'],
  [
    'client_credentials among the grant types',
    '["authorization_code"]',
    'the grant types are ["authorization_code"]; client_credentials must be among them',
  ],
  [
    'keys with status 200',
    '404 text/html',
    'the response is 404 text/html; it must be the keys, with status 200',
  ],
  [
    'a token from https://a.test/token',
    '404 text/html',
    'the token endpoint https://a.test/token of the discovery document returns 404 text/html; it must issue a token',
  ],
  [
    'iss https://a.test/realm in the token',
    'https://b.test',
    'iss of the token is https://b.test; it must be https://a.test/realm',
  ],
  [
    '401 for a revoked token',
    '200 application/json {"data":[]}',
    'the response to a revoked token is 200 application/json {"data":[]}; it must be 401',
  ],
  [
    '401 for a token of 300 s after 360 s',
    '200 application/json {"data":[]}',
    'a token that is valid for 300 s gets 200 application/json {"data":[]} after 360 s; it must get 401',
  ],
  [
    '401 as soon as the 300 s of the token have passed',
    'a leeway of up to 60 s',
    'a token is accepted for some time after its 300 s (a leeway of up to 60 s); it must get 401',
  ],
  [
    'the repeated call accepted',
    '401 application/json {"error":"Unauthorized"}',
    'the call that is repeated with a new token gets 401 application/json {"error":"Unauthorized"}; it must be accepted',
  ],
  [
    'the token accepted again, call 3',
    '401 application/json {"error":"Unauthorized"}',
    'a token that was accepted before gets 401 application/json {"error":"Unauthorized"} in call 3; it must be accepted until it expires',
  ],
  [
    'the token accepted until shortly before it expires',
    '401 application/json {"error":"Unauthorized"}',
    'a token gets 401 application/json {"error":"Unauthorized"} shortly before it expires; it must be accepted',
  ],
  [
    'a refusal',
    '200 application/json {"access_token":"${ACCESS_TOKEN_1}…',
    'the response is 200 application/json {"access_token":"${ACCESS_TOKEN_1}…; the request must be refused',
  ],
])('%s, got %s', (expected, actual, sentence) => {
  expect(phraseOf(expected, actual)).toBe(sentence);
});

it('other violations have no phrase', () => {
  expect(phraseOf('two rules', 'one')).toBeUndefined();
});
