import { type Clauses, must, open, should } from '../../src/harness/suite.js';

/** The clauses of the export API, in the order of the catalogue. */
export const clauses = {
  'EXP-ROOT-1': must('`GET {base_url}/` answers 200')
    .in('Endpoints, A. Export API, item 1')
    .judged('The status is compared; base addresses with a path prefix count as well.'),
  'EXP-ROOT-2': must('its body is a text/html greeting')
    .in('Endpoints, A. Export API, item 1')
    .judged('The media type is text/html, with any parameters, and the body is not empty.'),
  'EXP-ROOT-3': must('`X-EA-Auth-Token` has no effect there')
    .in('Authentication, Export API, item 1')
    .judged('Status and body are the same with no token, a valid, a malformed and a foreign one.'),
  'EXP-ROUTE-1': must('v2 products path answers 200 with product data for a valid token')
    .in('Endpoints, A. Export API, item 2')
    .judged('A valid token is answered 200 with products.'),
  'EXP-DATA-1': must('the products are the exported data: every record, every value')
    .in('Endpoints, A. Export API, item 2')
    .judged(
      'Compared with the records that were loaded into the target: numbers as numbers, text character by character; null may be null, missing or empty.',
    ),
  'EXP-ROUTE-2': must('legacy `/{siteId}/{channelId}` returns the same data as v2 for the same destination')
    .in('Endpoints, A. Export API, item 2')
    .judged('The records of both routes are compared as sets, since no order is asked for.'),
  'EXP-ROUTE-3': must(
    'legacy `/{siteId}/{channelId}/{column}/{value}` returns exactly the records whose column equals the value',
  )
    .in('Endpoints, A. Export API, item 3')
    .judged('The records are compared with those of the whole data whose column has the value.'),
  'EXP-ROUTE-4': must('a comma-separated value means any of the parts (SQL IN)')
    .in('Endpoints, A. Export API, item 3')
    .judged(
      'Asked with two values that exist, and with one that exists beside one that does not; commas are sent as they are.',
    ),
  'EXP-ROUTE-5': must('the legacy filtered path honours limit, offset, orderBy, groupBy')
    .in('Endpoints, A. Export API, item 3')
    .judged('Each of the four parameters must do on this path what it does on the v2 path.'),
  'EXP-ROUTE-6': open('what `filters`/`mode` do on the legacy filtered path')
    .in('Endpoints, A. Export API, item 3')
    .judged('Only observed: the document does not list these parameters for this path.'),
  'EXP-ROUTE-7': must('the legacy unfiltered path honours every query parameter of v2, `filters` and `mode` included')
    .in('Endpoints, A. Export API, item 4')
    .judged('Each parameter must do on this path what it does on the v2 path.'),
  'EXP-ROUTE-8': must('a route that does not exist answers 404 (EXP-ERR-5)')
    .in('Errors, Export API, table')
    .judged('Asked with a valid token; without one, 401 would be fair as well.'),
  'EXP-ROUTE-9': open('methods other than GET on the products path (the API is read-only)')
    .in('What the service does, item 1')
    .judged('Only observed; a method that writes and is answered 2xx is a warning.'),
  'EXP-ROUTE-10': open('non-integer siteId / channelId / destinationId; an unknown destination')
    .in('Endpoints, A. Export API, common path parameters')
    .judged('Only observed: 400, 401, 403 and 404 are all fair.'),
  'EXP-ROUTE-11': open('siteId / channelId that do not belong to the destination')
    .in('Endpoints, A. Export API, common path parameters')
    .judged('Only observed; product data in the answer is a warning.'),
  'EXP-AUTH-1': must('no token: 401 `Authentication token is required`, on v2, legacy and legacy filtered')
    .in('Errors, Export API, table')
    .judged('Status and text are compared exactly, on each of the three routes.'),
  'EXP-AUTH-2': must(
    'a token with any character outside `[A-Za-z0-9_-]`: 401 `Provided token format is invalid`, on every route that needs one',
  )
    .in('Authentication, Export API, item 2')
    .judged(
      'A table of characters and random ones, also a valid token with one bad character added; the valid token itself must be accepted.',
    ),
  'EXP-AUTH-3': must(
    "a well-formed token that is not the destination's: 403 `Token is not authorized for this destination`",
  )
    .in('Authentication, Export API, items 3 and 6')
    .judged(
      'Random well-formed tokens, and the right token with one character changed, its case changed, cut short or lengthened.',
    ),
  'EXP-AUTH-4': must('the token of another destination: 403')
    .in('Authentication, Export API, items 3 and 6')
    .judged('The token of a second destination is sent to the first.'),
  'EXP-AUTH-5': must('v2 needs no other header than the token, and takes the destination from the path')
    .in('Authentication, Export API, item 4')
    .judged(
      'A destination header that names another destination must change nothing: its data or its authorization in the answer is a failure, a 4xx a warning.',
    ),
  'EXP-AUTH-6': must('legacy routes without `X-Destination-Id`: 401 `Destination ID is required`')
    .in('Authentication, Export API, item 5')
    .judged('Status and text are compared exactly; the token is valid.'),
  'EXP-AUTH-7': must('legacy routes with a malformed `X-Destination-Id`: 401 `Invalid destination ID format`')
    .in('Authentication, Export API, item 5')
    .judged('Only values that are plainly no integer are sent, such as letters.'),
  'EXP-AUTH-8': must(
    'legacy routes take the destination from `X-Destination-Id`: valid pair answers 200, a foreign destination with this token answers 403',
  )
    .in('Authentication, Export API, items 5 and 6')
    .judged('A valid pair must be answered 200, and the same token with another destination 403.'),
  'EXP-AUTH-9': should('header field names are case-insensitive (RFC 9110 5.1)')
    .in('RFC 9110, section 5.1')
    .judged('The token is sent under its header name in other cases.'),
  'EXP-AUTH-10': open(
    'which error wins when several apply (no token and no destination; malformed token and unknown route; …)',
  )
    .in('Errors, Export API, table')
    .judged('Only observed: any of the documented errors is fair.'),
  'EXP-AUTH-11': open('borderline destination ids; an empty token value')
    .in('Authentication, Export API, item 5')
    .judged('Only observed: -1, 0, 1.0, 007, huge numbers, an empty token.'),
  'EXP-AUTH-12': must(
    'the token is accepted from the header only: a request that carries it in the query string or in `Authorization` and not in the header is a request without token',
  )
    .in('Authentication, Export API, item 1')
    .judged('A token in the query or in Authorization alone must be answered as no token.'),
  'EXP-AUTH-13': should('no error answer echoes the token that was sent')
    .in('Good practice: a credential is not repeated (RFC 9110, section 17.9)')
    .judged('The body of each error answer is searched for the token that was sent.'),
  'EXP-ERR-1': must(
    'plain format (Accept `application/json` or none): auth and routing errors are an object with string `error`',
  )
    .in('Errors, Export API, rule 2')
    .judged('The body is an object with a string `error`, without `errors`.'),
  'EXP-ERR-2': must(
    'plain format: no exported data is an object with string `message` = `No exported data`, status 404',
  )
    .in('Errors, Export API, rule 2')
    .judged('Asked of a destination without data: 404 with exactly this text.'),
  'EXP-ERR-3': must(
    'JSON:API format (`application/vnd.api+json`): every error is `errors`, a non-empty array of `status` (integer, not string), `title`, `detail`; `status` equals the HTTP status',
  )
    .in('Errors, Export API, rule 1')
    .judged('Asked for every row of the error table; `status` is an integer and equals the status of the answer.'),
  'EXP-ERR-4': must(
    'titles: 401 `Unauthorized`, 403 `Forbidden`, 404 `Not Found`; `detail` is the same text as the plain message',
  )
    .in('Errors, Export API, table')
    .judged('The texts are compared exactly, and `detail` with the text of the plain format.'),
  'EXP-ERR-5': must('unknown route: 404 `Requested route was not found: "<path>"` in `error` (plain) or `detail`')
    .in('Errors, Export API, table')
    .judged(
      'The message must hold the path that was asked for; a base path, a query, the leading slash and escapes are fair.',
    ),
  'EXP-ERR-6': should("the error's media type is the negotiated one (`application/json` / `application/vnd.api+json`)")
    .in('Errors, Export API, rules 1 and 2')
    .judged('The media type of the error is compared with the one that was asked for.'),
  'EXP-ERR-7': should('a 401 carries `WWW-Authenticate` (RFC 9110 11.6.1)')
    .in('RFC 9110, section 11.6.1')
    .judged('Each 401 is looked at.'),
  'EXP-NEG-1': must('`Accept: application/vnd.api+json`: envelope `data` + `meta`')
    .in('Endpoints, A. Export API, responses')
    .judged('The body is an object with `data` and `meta`.'),
  'EXP-NEG-2': must('`Accept: application/json`: raw array')
    .in('Endpoints, A. Export API, responses')
    .judged('The body is an array.'),
  'EXP-NEG-3': must('no Accept header: raw array')
    .in('Endpoints, A. Export API, responses')
    .judged('The request has no Accept header at all; the body is an array.'),
  'EXP-NEG-4': must('both formats carry the same records')
    .in('What the service does, item 2')
    .judged('The records of both formats are compared, value by value.'),
  'EXP-NEG-5': must('the legacy routes negotiate in the same way')
    .in('Endpoints, A. Export API, responses')
    .judged('The legacy routes are asked with each Accept header.'),
  'EXP-NEG-6': should("the answer's media type is the negotiated one")
    .in('Endpoints, A. Export API, responses')
    .judged('Parameters of the media type are allowed.'),
  'EXP-NEG-7': should('media types are compared without regard to case (RFC 9110 8.3.1)')
    .in('RFC 9110, section 8.3.1')
    .judged('The media type is sent in other cases.'),
  'EXP-NEG-8': open('`*/*`, lists, q-values, parameters, types that are not offered (406 or a default)')
    .in('Endpoints, A. Export API, responses')
    .judged('Only observed: 406 or a default are both fair.'),
  'EXP-NEG-9': should('a cacheable negotiated answer carries `Vary: Accept`')
    .in('RFC 9110, section 12.5.5')
    .judged('Only where the answer may be cached.'),
  'EXP-LIST-1': must('envelope schema: `data` array of objects; `meta.total`, `meta.limit`, `meta.offset` integers')
    .in('Resources, product list, JSON:API format')
    .judged('Types are checked by a JSON Schema; further members are allowed.'),
  'EXP-LIST-2': must('items are the raw attribute objects, not `{type,id,attributes}` resources')
    .in('Resources, product list, JSON:API format')
    .judged('Compared with the same request in the legacy format; a column that is called `type` is fair.'),
  'EXP-LIST-3': must('legacy format is a bare array')
    .in('Resources, product list, legacy format')
    .judged('The body is an array.'),
  'EXP-LIST-4': should('`id` integer, `name` string, `price` number, `color` string, `category` string where present')
    .in('Resources, product record')
    .judged('Types are checked where the column is present; null is fair.'),
  'EXP-LIST-5': must('`limit` default 100, `offset` default 0, both echoed in `meta`')
    .in('Endpoints, A. Export API, query parameters')
    .judged('Without parameters, `meta` says 100 and 0, and the page has 100 records or all there are.'),
  'EXP-LIST-6': must(
    'a given `limit`/`offset` is echoed; at most `limit` records come back; exactly `min(limit, total-offset)`',
  )
    .in('Endpoints, A. Export API, query parameters')
    .judged('Counted and compared with `meta`; only limits up to 100 are judged, for larger ones may be capped.'),
  'EXP-LIST-7': must(
    '`meta.total` is the number of matching records, whatever limit and offset; it does change with filters',
  )
    .in('Resources, product list, JSON:API format')
    .judged('Compared over several pages, with a filter, and with the records that were counted.'),
  'EXP-LIST-8': must('consecutive windows cover every matching record once, none twice')
    .in('Endpoints, A. Export API, query parameters')
    .judged(
      'Neighbouring pages in the order of a unique column are joined and compared with the whole; without an order, gaps are a warning.',
    ),
  'EXP-LIST-9': open('offset at or past the end; a filter that matches nothing: empty list or 404')
    .in('Errors, Export API, table')
    .judged('Only observed: an empty list and 404 are both fair.'),
  'EXP-LIST-10': open('limit 0, negative, non-numeric, huge; offset negative, non-numeric; repeated parameter')
    .in('Errors, Other, item 3')
    .judged('Only observed: the document does not say it.'),
  'EXP-LIST-11': must('the same request twice gives the same answer while the data does not change')
    .in('RFC 9110, section 9.2.1')
    .judged(
      'The same request is sent twice. Without `orderBy`, and between records that are equal in its column, the order may change: then a whole list has the same records, and a part the same number.',
    ),
  'EXP-SORT-1': must('`orderBy=column` orders the whole result by that column, before limit/offset are applied')
    .in('Endpoints, A. Export API, query parameters')
    .judged(
      'Numbers as numbers, text under any one consistent collation, nulls together at either end; the order over all pages counts.',
    ),
  'EXP-SORT-2': must('sorting neither adds nor drops records')
    .in('Endpoints, A. Export API, query parameters')
    .judged('The records with and without the order are compared as sets.'),
  'EXP-SORT-3': open('a direction in the value (`price DESC`), several columns, an unknown column')
    .in('Errors, Other, item 3')
    .judged('Only observed, and used where it works.'),
  'EXP-GROUP-1': must('`groupBy=column`: one record for each distinct value of that column')
    .in('Endpoints, A. Export API, query parameters')
    .judged('The values of the column are compared with the distinct ones of the whole data.'),
  'EXP-GROUP-2': open('what `meta.total` counts under groupBy; groupBy with filters, orderBy; null group')
    .in('Endpoints, A. Export API, query parameters')
    .judged('Only observed: the document does not say it.'),
  'EXP-FILT-1': must('`=`, `!=`')
    .in('Resources, criteria item')
    .judged(
      '`=` gives exactly the records with that value, `!=` all others; compared with the whole data, and only between values that every known collation tells apart or that were learned for the column.',
    ),
  'EXP-FILT-2': must('`>`, `<`, `>=`, `<=`')
    .in('Resources, criteria item')
    .judged('Numeric columns are compared as numbers; the bound itself is in with `>=` and `<=` alone.'),
  'EXP-FILT-3': must('`LIKE`, `NOT LIKE`: `%` any run, `_` any one character')
    .in('Resources, criteria item')
    .judged('Patterns made from values of the data; they hold from the first to the last character.'),
  'EXP-FILT-4': should('`=` and `LIKE` respect case')
    .in('SQL, comparison of text')
    .judged('Values are asked for in another case.'),
  'EXP-FILT-5': must('`ILIKE`, `NOT ILIKE`: as LIKE without regard to case')
    .in('Resources, criteria item')
    .judged('The patterns of `LIKE` in another case.'),
  'EXP-FILT-6': must('`IN`, `NOT IN` with an array')
    .in('Resources, criteria item, value rule 1')
    .judged('Every known spelling of arrays is tried; broken only where none of them works.'),
  'EXP-FILT-7': must('`BETWEEN` takes exactly 2 values and includes both ends; `NOT BETWEEN` is the rest')
    .in('Resources, criteria item, value rule 2')
    .judged('Bounds are values of the data, the lower one first; both must be in.'),
  'EXP-FILT-8': must('`IS` and `IS NOT` split the records in two')
    .in('Resources, criteria item')
    .judged('Every known spelling of null is tried; where one works, both halves together are the whole.'),
  'EXP-FILT-9': must('inside a group `mode` AND (default) or OR combines the criteria')
    .in('Resources, criteria group')
    .judged('Two criteria for which AND and OR give different records; without a mode it must be AND.'),
  'EXP-FILT-10': must('top-level `mode` AND (default) or OR combines the groups')
    .in('Endpoints, A. Export API, query parameters')
    .judged('Two groups for which AND and OR give different records; without a mode it must be AND.'),
  'EXP-FILT-11': must('both levels together: (a OR b) AND (c OR d), (a AND b) OR (c AND d)')
    .in('Resources, criteria group')
    .judged('Four criteria in two groups, compared with the records that satisfy them.'),
  'EXP-FILT-12': must('filters combine with limit, offset, orderBy, groupBy; `total` counts the matches')
    .in('Endpoints, A. Export API, query parameters')
    .judged('A filter together with each of the parameters, compared with the same over the whole data.'),
  'EXP-FILT-13': must('operator characters arrive URL-encoded; both `%20` and `+` mean a space in `NOT LIKE`')
    .in('Endpoints, A. Export API, bracket notation')
    .judged('The same filter is sent in both spellings of a space.'),
  'EXP-FILT-14': must(
    'a value is data: quotes, `%`, `_`, `\\`, `;`, comments, brackets, commas, `&`, `=`, `#`, non-ASCII in `=` match literally',
  )
    .in('Resources, criteria item')
    .judged('Such values must match literally or match nothing, and attempts at SQL injection must do the same.'),
  'EXP-FILT-15': open(
    'unknown column, unknown operator, missing value, BETWEEN with 1 or 3 values, scalar for IN, array for `=`, sparse indexes, lower-case operator or mode',
  )
    .in('Errors, Other, item 3')
    .judged('Only observed: the document does not say it.'),
  'EXP-FILT-16': must(
    'algebra that holds whatever the data: `p` and its negation never overlap and, with the nulls, make the whole; `IN (a,b)` = `= a` OR `= b`; `BETWEEN a b` with a ≤ b = `>= a` AND `<= b`; AND is a subset of each side, OR a superset; order of criteria and groups does not matter; LIKE is a subset of ILIKE',
  )
    .in('Resources, criteria item')
    .judged(
      'Random filters; what must hold between their answers is compared, and the smallest pair that breaks it is shown.',
    ),
  'EXP-FILT-18': should(
    'null matches neither an operator nor its negation (SQL): `!=`, `NOT LIKE`, `NOT ILIKE`, `NOT IN`, `NOT BETWEEN` leave nulls out',
  )
    .in('SQL, three-valued logic')
    .judged('A target that consistently lets nulls in gets a warning, and is judged by that from then on.'),
  'EXP-FILT-17': must('random filters give exactly the records that an independent evaluation of the snapshot gives')
    .in('Resources, criteria item')
    .judged(
      'Random filters, each compared with an independent evaluation over the whole data; the smallest that differs is shown.',
    ),
  'EXP-LIMIT-1': open('rate limiting: status 429 and `Retry-After`')
    .in('Limits')
    .judged('Only observed, and never provoked.'),
} as const satisfies Clauses;

export type ClauseId = keyof typeof clauses;
