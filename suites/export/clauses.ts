import { type Clauses, must, open, should } from '../../src/harness/suite.js';

/** The clauses of the export API, in the order of the catalogue. */
export const clauses = {
  'EXP-ROOT-1': must('`GET {base_url}/` returns 200')
    .in('Endpoints, A. Export API, item 1')
    .judged('Compares the status; the base URL may have a path prefix.'),
  'EXP-ROOT-2': must('its body is a text/html greeting')
    .in('Endpoints, A. Export API, item 1')
    .judged(
      'The media type must be text/html, with any parameters, and the body must not be empty.',
    ),
  'EXP-ROOT-3': must('`X-EA-Auth-Token` has no effect there')
    .in('Authentication, Export API, item 1')
    .judged(
      'Compares status and body without a token and with a valid, a malformed and an unknown one.',
    ),
  'EXP-ROUTE-1': must('the v2 products path returns 200 with product data for a valid token')
    .in('Endpoints, A. Export API, item 2')
    .judged('A request with a valid token must return 200 with products.'),
  'EXP-DATA-1': must('the products are the exported data: every record, every value')
    .in('Endpoints, A. Export API, item 2')
    .judged(
      'Compares with the records that were loaded into the target: numbers by value, text by character; null may be null, missing or empty.',
    ),
  'EXP-ROUTE-2': must(
    'legacy `/{siteId}/{channelId}` returns the same data as v2 for the same destination',
  )
    .in('Endpoints, A. Export API, item 2')
    .judged('Compares the records of both routes as sets, because no order is requested.'),
  'EXP-ROUTE-3': must(
    'legacy `/{siteId}/{channelId}/{column}/{value}` returns exactly the records whose column equals the value',
  )
    .in('Endpoints, A. Export API, item 3')
    .judged('Compares with the records of the whole dataset whose column has the value.'),
  'EXP-ROUTE-4': must('a comma-separated value means any of the parts (SQL IN)')
    .in('Endpoints, A. Export API, item 3')
    .judged(
      'Sends two existing values, and an existing with a non-existing one; commas are not encoded.',
    ),
  'EXP-ROUTE-5': must('the legacy filtered path honours limit, offset, orderBy, groupBy')
    .in('Endpoints, A. Export API, item 3')
    .judged('Each of the four parameters must have the same effect as on the v2 path.'),
  'EXP-ROUTE-6': open('what `filters`/`mode` do on the legacy filtered path')
    .in('Endpoints, A. Export API, item 3')
    .judged('Only observed: the document does not list these parameters for this path.'),
  'EXP-ROUTE-7': must(
    'the legacy unfiltered path honours every query parameter of v2, `filters` and `mode` included',
  )
    .in('Endpoints, A. Export API, item 4')
    .judged('Each parameter must have the same effect as on the v2 path.'),
  'EXP-ROUTE-8': must('a route that does not exist returns 404 (EXP-ERR-5)')
    .in('Errors, Export API, table')
    .judged('Sent with a valid token; without one, 401 is correct as well.'),
  'EXP-ROUTE-9': open('methods other than GET on the products path (the API is read-only)')
    .in('What the service does, item 1')
    .judged('Only observed; a 2xx response to a method that may write is a warning.'),
  'EXP-ROUTE-10': open('non-integer siteId / channelId / destinationId; an unknown destination')
    .in('Endpoints, A. Export API, common path parameters')
    .judged('Only observed: 400, 401, 403 and 404 are all accepted.'),
  'EXP-ROUTE-11': open('siteId / channelId that do not belong to the destination')
    .in('Endpoints, A. Export API, common path parameters')
    .judged('Only observed; product data in the response is a warning.'),
  'EXP-AUTH-1': must(
    'no token: 401 `Authentication token is required`, on v2, legacy and legacy filtered',
  )
    .in('Errors, Export API, table')
    .judged('Compares status and text exactly, on each of the three routes.'),
  'EXP-AUTH-2': must(
    'a token with any character outside `[A-Za-z0-9_-]`: 401 `Provided token format is invalid`, on every route that needs one',
  )
    .in('Authentication, Export API, item 2')
    .judged(
      'Sends the valid token and random ones with one invalid character; the valid one itself must be accepted.',
    ),
  'EXP-AUTH-3': must(
    "a well-formed token that is not the destination's: 403 `Token is not authorized for this destination`",
  )
    .in('Authentication, Export API, items 3 and 6')
    .judged(
      'Sends random well-formed tokens, and the valid token with one character changed, in another case, shortened or lengthened.',
    ),
  'EXP-AUTH-4': must('the token of another destination: 403')
    .in('Authentication, Export API, items 3 and 6')
    .judged('The token of a second destination is sent to the first.'),
  'EXP-AUTH-5': must(
    'v2 needs no other header than the token, and takes the destination from the path',
  )
    .in('Authentication, Export API, item 4')
    .judged(
      'A destination header with another destination must have no effect: its data or its authorization in the response is a failure, a 4xx is a warning.',
    ),
  'EXP-AUTH-6': must('legacy routes without `X-Destination-Id`: 401 `Destination ID is required`')
    .in('Authentication, Export API, item 5')
    .judged('Compares status and text exactly; the token is valid.'),
  'EXP-AUTH-7': must(
    'legacy routes with a malformed `X-Destination-Id`: 401 `Invalid destination ID format`',
  )
    .in('Authentication, Export API, item 5')
    .judged('Sends only values that are clearly not integers, such as letters.'),
  'EXP-AUTH-8': must(
    'legacy routes take the destination from `X-Destination-Id`: a valid pair returns 200, another destination with this token returns 403',
  )
    .in('Authentication, Export API, items 5 and 6')
    .judged('A valid pair must return 200, and the same token with another destination 403.'),
  'EXP-AUTH-9': should('header field names are case-insensitive (RFC 9110 5.1)')
    .in('RFC 9110, section 5.1')
    .judged('Sends the token with its header name in lower and upper case.'),
  'EXP-AUTH-10': open(
    'which error wins when several apply (no token and no destination; malformed token and unknown route; …)',
  )
    .in('Errors, Export API, table')
    .judged('Only observed: any of the documented errors is accepted.'),
  'EXP-AUTH-11': open('borderline destination ids; an empty token value')
    .in('Authentication, Export API, item 5')
    .judged('Only observed: -1, 0, 1.0, 007, huge numbers, an empty token.'),
  'EXP-AUTH-12': must(
    'the token is accepted from the header only: a request that carries it in the query string or in `Authorization` and not in the header is a request without token',
  )
    .in('Authentication, Export API, item 1')
    .judged(
      'A token sent only in the query or in Authorization must be treated as a missing token.',
    ),
  'EXP-AUTH-13': should('no error response contains the token that was sent')
    .in('Good practice: a response does not repeat a credential (RFC 9110, section 17.9)')
    .judged('Searches the body of each error response for the token that was sent.'),
  'EXP-ERR-1': must(
    'plain format (Accept `application/json` or none): auth and routing errors are an object with string `error`',
  )
    .in('Errors, Export API, rule 2')
    .judged('The body must be an object with a string `error`, without `errors`.'),
  'EXP-ERR-2': must(
    'plain format: no exported data is an object with string `message` = `No exported data`, status 404',
  )
    .in('Errors, Export API, rule 2')
    .judged('Requests a destination without data: 404 with exactly this text.'),
  'EXP-ERR-3': must(
    'JSON:API format (`application/vnd.api+json`): every error is `errors`, a non-empty array of `status` (integer, not string), `title`, `detail`; `status` equals the HTTP status',
  )
    .in('Errors, Export API, rule 1')
    .judged(
      'Tests every row of the error table; `status` must be an integer equal to the status of the response.',
    ),
  'EXP-ERR-4': must(
    'titles: 401 `Unauthorized`, 403 `Forbidden`, 404 `Not Found`; `detail` is the same text as the plain message',
  )
    .in('Errors, Export API, table')
    .judged('Compares the texts exactly, and `detail` with the text of the plain format.'),
  'EXP-ERR-5': must(
    'unknown route: 404 `Requested route was not found: "<path>"` in `error` (plain) or `detail`',
  )
    .in('Errors, Export API, table')
    .judged(
      'The message must contain the requested path; a base path, a query, the leading slash and escapes are accepted.',
    ),
  'EXP-ERR-6': should(
    "the error's media type is the negotiated one (`application/json` / `application/vnd.api+json`)",
  )
    .in('Errors, Export API, rules 1 and 2')
    .judged('Compares the media type of the error with the requested one.'),
  'EXP-ERR-7': should('a 401 carries `WWW-Authenticate` (RFC 9110 11.6.1)')
    .in('RFC 9110, section 11.6.1')
    .judged('Checks each 401 response.'),
  'EXP-NEG-1': must('`Accept: application/vnd.api+json`: envelope `data` + `meta`')
    .in('Endpoints, A. Export API, responses')
    .judged('The body must be an object with `data` and `meta`.'),
  'EXP-NEG-2': must('`Accept: application/json`: raw array')
    .in('Endpoints, A. Export API, responses')
    .judged('The body must be an array.'),
  'EXP-NEG-3': must('no Accept header: raw array')
    .in('Endpoints, A. Export API, responses')
    .judged('The request has no Accept header; the body must be an array.'),
  'EXP-NEG-4': must('both formats contain the same records')
    .in('What the service does, item 2')
    .judged('Compares the records of both formats, value by value.'),
  'EXP-NEG-5': must('the legacy routes negotiate in the same way')
    .in('Endpoints, A. Export API, responses')
    .judged('Sends each Accept header to the legacy routes.'),
  'EXP-NEG-6': should('the response has the negotiated media type')
    .in('Endpoints, A. Export API, responses')
    .judged('Parameters of the media type are allowed.'),
  'EXP-NEG-7': should('media types are compared without regard to case (RFC 9110 8.3.1)')
    .in('RFC 9110, section 8.3.1')
    .judged('Sends the media type in lower and upper case.'),
  'EXP-NEG-8': open('`*/*`, lists, q-values, parameters, unsupported types (406 or a default)')
    .in('Endpoints, A. Export API, responses')
    .judged('Only observed: 406 and a default are both accepted.'),
  'EXP-NEG-9': should('a cacheable negotiated response has `Vary: Accept`')
    .in('RFC 9110, section 12.5.5')
    .judged('Tested only if the response may be cached.'),
  'EXP-NEG-10': should(
    'a body is whole and is what its headers say: JSON in UTF-8 without a byte order mark, as long as `Content-Length`, and with `Accept-Encoding: gzip` the same as without',
  )
    .in('RFC 8259, section 8.1; RFC 9110, sections 8.4 and 8.6')
    .judged(
      'Tests the bytes of every JSON response, and compares pages that are requested with and without gzip.',
    ),
  'EXP-LIST-1': must(
    'envelope schema: `data` array of objects; `meta.total`, `meta.limit`, `meta.offset` integers',
  )
    .in('Resources, product list, JSON:API format')
    .judged('Checks types with a JSON Schema; additional members are allowed.'),
  'EXP-LIST-2': must('items are the raw attribute objects, not `{type,id,attributes}` resources')
    .in('Resources, product list, JSON:API format')
    .judged(
      'Compares with the same request in the legacy format; a column named `type` is accepted.',
    ),
  'EXP-LIST-3': must('legacy format is a bare array')
    .in('Resources, product list, legacy format')
    .judged('The body must be an array.'),
  'EXP-LIST-4': should(
    '`id` integer, `name` string, `price` number, `color` string, `category` string where present',
  )
    .in('Resources, product record')
    .judged('Checks types if the column is present; null is accepted.'),
  'EXP-LIST-5': must('`limit` default 100, `offset` default 0, both echoed in `meta`')
    .in('Endpoints, A. Export API, query parameters')
    .judged(
      'Without parameters, `meta` must contain 100 and 0, and the page 100 records, or all if there are fewer.',
    ),
  'EXP-LIST-6': must(
    'a given `limit`/`offset` is echoed; the page has `min(limit, total-offset)` records, never more than `limit`',
  )
    .in('Endpoints, A. Export API, query parameters')
    .judged(
      'Counts the records and compares with `meta`; only limits up to 100 are tested, because larger ones may be capped.',
    ),
  'EXP-LIST-7': must(
    '`meta.total` is the number of matching records, independent of limit and offset; filters change it',
  )
    .in('Resources, product list, JSON:API format')
    .judged('Compares several pages, with a filter, and with the number of records.'),
  'EXP-LIST-8': must('consecutive windows contain every matching record exactly once')
    .in('Endpoints, A. Export API, query parameters')
    .judged(
      'Joins consecutive pages ordered by a unique column and compares with the whole list; without an order, gaps are a warning.',
    ),
  'EXP-LIST-9': open('offset at or past the end; a filter that matches nothing: empty list or 404')
    .in('Errors, Export API, table')
    .judged('Only observed: an empty list and 404 are both accepted.'),
  'EXP-LIST-10': open(
    'limit 0, negative, non-numeric, huge; offset negative, non-numeric; repeated parameter',
  )
    .in('Errors, Other, item 3')
    .judged('Only observed: the document does not specify it.'),
  'EXP-LIST-11': must('the same request twice gives the same answer while the data does not change')
    .in('RFC 9110, section 9.2.1')
    .judged(
      'Sends the same request twice. Without `orderBy`, and between records with equal values in its column, the order may change: then a whole list must have the same records, and a part the same number of records.',
    ),
  'EXP-SORT-1': must(
    '`orderBy=column` orders the whole result by that column, before limit/offset are applied',
  )
    .in('Endpoints, A. Export API, query parameters')
    .judged(
      'Numbers by value, text by any one consistent collation, nulls together at either end; compared over all pages.',
    ),
  'EXP-SORT-2': must('sorting does not add or remove records')
    .in('Endpoints, A. Export API, query parameters')
    .judged('Compares the records with and without the order as sets.'),
  'EXP-SORT-3': open('a direction in the value (`price DESC`), several columns, an unknown column')
    .in('Errors, Other, item 3')
    .judged('Only observed, and used if it works.'),
  'EXP-GROUP-1': must('`groupBy=column`: one record for each distinct value of that column')
    .in('Endpoints, A. Export API, query parameters')
    .judged('Compares the values of the column with the distinct values of the whole dataset.'),
  'EXP-GROUP-2': open(
    'what `meta.total` counts under groupBy; groupBy with filters, orderBy; null group',
  )
    .in('Endpoints, A. Export API, query parameters')
    .judged('Only observed: the document does not specify it.'),
  'EXP-FILT-1': must('`=`, `!=`')
    .in('Resources, criteria item')
    .judged(
      '`=` must return exactly the records with that value, `!=` all others; compared with the whole dataset, using only values that every known collation distinguishes, or that the column is known to distinguish.',
    ),
  'EXP-FILT-2': must('`>`, `<`, `>=`, `<=`')
    .in('Resources, criteria item')
    .judged('Compares numeric columns by value; only `>=` and `<=` include the bound.'),
  'EXP-FILT-3': must('`LIKE`, `NOT LIKE`: `%` any run, `_` any one character')
    .in('Resources, criteria item')
    .judged(
      'Patterns are made from values of the data and must match from the first to the last character.',
    ),
  'EXP-FILT-4': should('`=` and `LIKE` respect case')
    .in('SQL, comparison of text')
    .judged('Sends values in another case.'),
  'EXP-FILT-5': must('`ILIKE`, `NOT ILIKE`: as LIKE without regard to case')
    .in('Resources, criteria item')
    .judged('The patterns of `LIKE` in another case.'),
  'EXP-FILT-6': must('`IN`, `NOT IN` with an array')
    .in('Resources, criteria item, value rule 1')
    .judged('Tries every known encoding of arrays; fails only if none of them works.'),
  'EXP-FILT-7': must(
    '`BETWEEN` takes exactly 2 values and includes both ends; `NOT BETWEEN` is the rest',
  )
    .in('Resources, criteria item, value rule 2')
    .judged('Bounds are values of the data, the lower one first; both must be included.'),
  'EXP-FILT-8': must('`IS` and `IS NOT` divide the records into two parts')
    .in('Resources, criteria item')
    .judged(
      'Tries every known encoding of null; if one works, both halves together must be the whole dataset.',
    ),
  'EXP-FILT-9': must('inside a group `mode` AND (default) or OR combines the criteria')
    .in('Resources, criteria group')
    .judged(
      'Two criteria for which AND and OR return different records; without a mode it must be AND.',
    ),
  'EXP-FILT-10': must('top-level `mode` AND (default) or OR combines the groups')
    .in('Endpoints, A. Export API, query parameters')
    .judged(
      'Two groups for which AND and OR return different records; without a mode it must be AND.',
    ),
  'EXP-FILT-11': must('both levels together: (a OR b) AND (c OR d), (a AND b) OR (c AND d)')
    .in('Resources, criteria group')
    .judged('Sends four criteria in two groups and compares with the records that satisfy them.'),
  'EXP-FILT-12': must(
    'filters combine with limit, offset, orderBy, groupBy; `total` counts the matches',
  )
    .in('Endpoints, A. Export API, query parameters')
    .judged(
      'Combines a filter with each of the parameters and compares with the same operation on the whole dataset.',
    ),
  'EXP-FILT-13': must(
    'operator characters arrive URL-encoded; both `%20` and `+` mean a space in `NOT LIKE`',
  )
    .in('Endpoints, A. Export API, bracket notation')
    .judged('Sends the same filter with both encodings of a space.'),
  'EXP-FILT-14': must(
    'a value is data: quotes, `%`, `_`, `\\`, `;`, comments, brackets, commas, `&`, `=`, `#`, non-ASCII in `=` match literally',
  )
    .in('Resources, criteria item')
    .judged(
      'Such values must match literally or match nothing; this includes SQL injection attempts.',
    ),
  'EXP-FILT-15': open(
    'unknown column, unknown operator, missing value, BETWEEN with 1 or 3 values, scalar for IN, array for `=`, sparse indexes, lower-case operator or mode',
  )
    .in('Errors, Other, item 3')
    .judged('Only observed: the document does not specify it.'),
  'EXP-FILT-16': must(
    'relations that hold for any data: `p` and its negation never overlap and, with the nulls, contain all records; `IN (a,b)` = `= a` OR `= b`; `BETWEEN a b` with a ≤ b = `>= a` AND `<= b`; AND is a subset of each side, OR a superset; order of criteria and groups does not matter; LIKE is a subset of ILIKE',
  )
    .in('Resources, criteria item')
    .judged(
      'Sends random filters and checks the relations between their responses; the smallest violating pair is shown.',
    ),
  'EXP-FILT-18': should(
    'null matches neither an operator nor its negation (SQL): `!=`, `NOT LIKE`, `NOT ILIKE`, `NOT IN`, `NOT BETWEEN` exclude nulls',
  )
    .in('SQL, three-valued logic')
    .judged(
      'A target that consistently includes nulls gets a warning, and all other checks accept it.',
    ),
  'EXP-FILT-17': must(
    'random filters return exactly the records of an independent evaluation of the snapshot',
  )
    .in('Resources, criteria item')
    .judged(
      'Compares random filters with an independent evaluation of the whole dataset; the smallest filter that differs is shown.',
    ),
  'EXP-LIMIT-1': open('rate limiting: status 429 and `Retry-After`')
    .in('Limits')
    .judged('Only observed; no check provokes it.'),
} as const satisfies Clauses;

export type ClauseId = keyof typeof clauses;
