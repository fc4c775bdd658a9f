import { type Clauses, must, open, should } from '../../src/harness/index.js';

/** The clauses of the export API, in the order of the catalogue. */
export const clauses = {
  'EXP-ROOT-1': must('`GET {base_url}/` answers 200'),
  'EXP-ROOT-2': must('its body is a text/html greeting'),
  'EXP-ROOT-3': must('`X-EA-Auth-Token` has no effect there'),
  'EXP-ROUTE-1': must('v2 products path answers 200 with product data for a valid token'),
  'EXP-DATA-1': must('the products are the exported data: every record, every value'),
  'EXP-ROUTE-2': must('legacy `/{siteId}/{channelId}` returns the same data as v2 for the same destination'),
  'EXP-ROUTE-3': must(
    'legacy `/{siteId}/{channelId}/{column}/{value}` returns exactly the records whose column equals the value',
  ),
  'EXP-ROUTE-4': must('a comma-separated value means any of the parts (SQL IN)'),
  'EXP-ROUTE-5': must('the legacy filtered path honours limit, offset, orderBy, groupBy'),
  'EXP-ROUTE-6': open('what `filters`/`mode` do on the legacy filtered path'),
  'EXP-ROUTE-7': must('the legacy unfiltered path honours every query parameter of v2, `filters` and `mode` included'),
  'EXP-ROUTE-8': must('a route that does not exist answers 404 (EXP-ERR-5)'),
  'EXP-ROUTE-9': open('methods other than GET on the products path (the API is read-only)'),
  'EXP-ROUTE-10': open('non-integer siteId / channelId / destinationId; an unknown destination'),
  'EXP-ROUTE-11': open('siteId / channelId that do not belong to the destination'),
  'EXP-AUTH-1': must('no token: 401 `Authentication token is required`, on v2, legacy and legacy filtered'),
  'EXP-AUTH-2': must(
    'a token with any character outside `[A-Za-z0-9_-]`: 401 `Provided token format is invalid`, on every route that needs one',
  ),
  'EXP-AUTH-3': must(
    "a well-formed token that is not the destination's: 403 `Token is not authorized for this destination`",
  ),
  'EXP-AUTH-4': must('the token of another destination: 403'),
  'EXP-AUTH-5': must('v2 needs no other header than the token, and takes the destination from the path'),
  'EXP-AUTH-6': must('legacy routes without `X-Destination-Id`: 401 `Destination ID is required`'),
  'EXP-AUTH-7': must('legacy routes with a malformed `X-Destination-Id`: 401 `Invalid destination ID format`'),
  'EXP-AUTH-8': must(
    'legacy routes take the destination from `X-Destination-Id`: valid pair answers 200, a foreign destination with this token answers 403',
  ),
  'EXP-AUTH-9': should('header field names are case-insensitive (RFC 9110 5.1)'),
  'EXP-AUTH-10': open(
    'which error wins when several apply (no token and no destination; malformed token and unknown route; …)',
  ),
  'EXP-AUTH-11': open('borderline destination ids; an empty token value'),
  'EXP-AUTH-12': must(
    'the token is accepted from the header only: a request that carries it in the query string or in `Authorization` and not in the header is a request without token',
  ),
  'EXP-AUTH-13': should('no error answer echoes the token that was sent'),
  'EXP-ERR-1': must(
    'plain format (Accept `application/json` or none): auth and routing errors are an object with string `error`',
  ),
  'EXP-ERR-2': must(
    'plain format: no exported data is an object with string `message` = `No exported data`, status 404',
  ),
  'EXP-ERR-3': must(
    'JSON:API format (`application/vnd.api+json`): every error is `errors`, a non-empty array of `status` (integer, not string), `title`, `detail`; `status` equals the HTTP status',
  ),
  'EXP-ERR-4': must(
    'titles: 401 `Unauthorized`, 403 `Forbidden`, 404 `Not Found`; `detail` is the same text as the plain message',
  ),
  'EXP-ERR-5': must('unknown route: 404 `Requested route was not found: "<path>"` in `error` (plain) or `detail`'),
  'EXP-ERR-6': should("the error's media type is the negotiated one (`application/json` / `application/vnd.api+json`)"),
  'EXP-ERR-7': should('a 401 carries `WWW-Authenticate` (RFC 9110 11.6.1)'),
  'EXP-NEG-1': must('`Accept: application/vnd.api+json`: envelope `data` + `meta`'),
  'EXP-NEG-2': must('`Accept: application/json`: raw array'),
  'EXP-NEG-3': must('no Accept header: raw array'),
  'EXP-NEG-4': must('both formats carry the same records'),
  'EXP-NEG-5': must('the legacy routes negotiate in the same way'),
  'EXP-NEG-6': should("the answer's media type is the negotiated one"),
  'EXP-NEG-7': should('media types are compared without regard to case (RFC 9110 8.3.1)'),
  'EXP-NEG-8': open('`*/*`, lists, q-values, parameters, types that are not offered (406 or a default)'),
  'EXP-NEG-9': should('a cacheable negotiated answer carries `Vary: Accept`'),
  'EXP-LIST-1': must('envelope schema: `data` array of objects; `meta.total`, `meta.limit`, `meta.offset` integers'),
  'EXP-LIST-2': must('items are the raw attribute objects, not `{type,id,attributes}` resources'),
  'EXP-LIST-3': must('legacy format is a bare array'),
  'EXP-LIST-4': should('`id` integer, `name` string, `price` number, `color` string, `category` string where present'),
  'EXP-LIST-5': must('`limit` default 100, `offset` default 0, both echoed in `meta`'),
  'EXP-LIST-6': must(
    'a given `limit`/`offset` is echoed; at most `limit` records come back; exactly `min(limit, total-offset)`',
  ),
  'EXP-LIST-7': must(
    '`meta.total` is the number of matching records, whatever limit and offset; it does change with filters',
  ),
  'EXP-LIST-8': must('consecutive windows cover every matching record once, none twice'),
  'EXP-LIST-9': open('offset at or past the end; a filter that matches nothing: empty list or 404'),
  'EXP-LIST-10': open('limit 0, negative, non-numeric, huge; offset negative, non-numeric; repeated parameter'),
  'EXP-LIST-11': must('the same request twice gives the same answer while the data stands still'),
  'EXP-SORT-1': must('`orderBy=column` orders the whole result by that column, before limit/offset are applied'),
  'EXP-SORT-2': must('sorting neither adds nor drops records'),
  'EXP-SORT-3': open('a direction in the value (`price DESC`), several columns, an unknown column'),
  'EXP-GROUP-1': must('`groupBy=column`: one record for each distinct value of that column'),
  'EXP-GROUP-2': open('what `meta.total` counts under groupBy; groupBy with filters, orderBy; null group'),
  'EXP-FILT-1': must('`=`, `!=`'),
  'EXP-FILT-2': must('`>`, `<`, `>=`, `<=`'),
  'EXP-FILT-3': must('`LIKE`, `NOT LIKE`: `%` any run, `_` any one character'),
  'EXP-FILT-4': should('`=` and `LIKE` respect case'),
  'EXP-FILT-5': must('`ILIKE`, `NOT ILIKE`: as LIKE without regard to case'),
  'EXP-FILT-6': must('`IN`, `NOT IN` with an array'),
  'EXP-FILT-7': must('`BETWEEN` takes exactly 2 values and includes both ends; `NOT BETWEEN` is the rest'),
  'EXP-FILT-8': must('`IS` and `IS NOT` split the records in two'),
  'EXP-FILT-9': must('inside a group `mode` AND (default) or OR combines the criteria'),
  'EXP-FILT-10': must('top-level `mode` AND (default) or OR combines the groups'),
  'EXP-FILT-11': must('both levels together: (a OR b) AND (c OR d), (a AND b) OR (c AND d)'),
  'EXP-FILT-12': must('filters combine with limit, offset, orderBy, groupBy; `total` counts the matches'),
  'EXP-FILT-13': must('operator characters arrive URL-encoded; both `%20` and `+` mean a space in `NOT LIKE`'),
  'EXP-FILT-14': must(
    'a value is data: quotes, `%`, `_`, `\\`, `;`, comments, brackets, commas, `&`, `=`, `#`, non-ASCII in `=` match literally',
  ),
  'EXP-FILT-15': open(
    'unknown column, unknown operator, missing value, BETWEEN with 1 or 3 values, scalar for IN, array for `=`, sparse indexes, lower-case operator or mode',
  ),
  'EXP-FILT-16': must(
    'algebra that holds whatever the data: `p` and its negation never overlap and, with the nulls, make the whole; `IN (a,b)` = `= a` OR `= b`; `BETWEEN a b` with a ≤ b = `>= a` AND `<= b`; AND is a subset of each side, OR a superset; order of criteria and groups does not matter; LIKE is a subset of ILIKE',
  ),
  'EXP-FILT-18': should(
    'null matches neither an operator nor its negation (SQL): `!=`, `NOT LIKE`, `NOT ILIKE`, `NOT IN`, `NOT BETWEEN` leave nulls out',
  ),
  'EXP-FILT-17': must('random filters give exactly the records that an independent evaluation of the snapshot gives'),
  'EXP-LIMIT-1': open('rate limiting: status 429 and `Retry-After`'),
} as const satisfies Clauses;

export type ClauseId = keyof typeof clauses;
