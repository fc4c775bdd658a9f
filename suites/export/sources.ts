import { from, type Sources } from '../../src/harness/index.js';
import type { ClauseId } from './clauses.js';

/** Where the clauses of the export API come from, and how they are judged. */
export const sources: Sources<ClauseId> = {
  'EXP-ROOT-1': from(
    'Endpoints, A. Export API, item 1',
    'The status is compared; base addresses with a path prefix count as well.',
  ),
  'EXP-ROOT-2': from(
    'Endpoints, A. Export API, item 1',
    'The media type is text/html, with any parameters, and the body is not empty.',
  ),
  'EXP-ROOT-3': from(
    'Authentication, Export API, item 1',
    'Status and body are the same with no token, a valid, a malformed and a foreign one.',
  ),
  'EXP-ROUTE-1': from('Endpoints, A. Export API, item 2', 'A valid token is answered 200 with products.'),
  'EXP-DATA-1': from(
    'Endpoints, A. Export API, item 2',
    'Compared with the records that were loaded into the target: numbers as numbers, text character by character; null may be null, missing or empty.',
  ),
  'EXP-ROUTE-2': from(
    'Endpoints, A. Export API, item 2',
    'The records of both routes are compared as sets, since no order is asked for.',
  ),
  'EXP-ROUTE-3': from(
    'Endpoints, A. Export API, item 3',
    'The records are compared with those of the whole data whose column has the value.',
  ),
  'EXP-ROUTE-4': from(
    'Endpoints, A. Export API, item 3',
    'Asked with two values that exist, and with one that exists beside one that does not; commas are sent as they are.',
  ),
  'EXP-ROUTE-5': from(
    'Endpoints, A. Export API, item 3',
    'Each of the four parameters must do on this path what it does on the v2 path.',
  ),
  'EXP-ROUTE-6': from(
    'Endpoints, A. Export API, item 3',
    'Only observed: the document does not list these parameters for this path.',
  ),
  'EXP-ROUTE-7': from(
    'Endpoints, A. Export API, item 4',
    'Each parameter must do on this path what it does on the v2 path.',
  ),
  'EXP-ROUTE-8': from('Errors, Export API, table', 'Asked with a valid token; without one, 401 would be fair as well.'),
  'EXP-ROUTE-9': from(
    'What the service does, item 1',
    'Only observed; a method that writes and is answered 2xx is a warning.',
  ),
  'EXP-ROUTE-10': from(
    'Endpoints, A. Export API, common path parameters',
    'Only observed: 400, 401, 403 and 404 are all fair.',
  ),
  'EXP-ROUTE-11': from(
    'Endpoints, A. Export API, common path parameters',
    'Only observed; product data in the answer is a warning.',
  ),
  'EXP-AUTH-1': from('Errors, Export API, table', 'Status and text are compared exactly, on each of the three routes.'),
  'EXP-AUTH-2': from(
    'Authentication, Export API, item 2',
    'A table of characters and random ones, also a valid token with one bad character added; the valid token itself must be accepted.',
  ),
  'EXP-AUTH-3': from(
    'Authentication, Export API, items 3 and 6',
    'Random well-formed tokens, and the right token with one character changed, its case changed, cut short or lengthened.',
  ),
  'EXP-AUTH-4': from(
    'Authentication, Export API, items 3 and 6',
    'The token of a second destination is sent to the first.',
  ),
  'EXP-AUTH-5': from(
    'Authentication, Export API, item 4',
    'A destination header that names another destination must change nothing: its data or its authorization in the answer is a failure, a 4xx a warning.',
  ),
  'EXP-AUTH-6': from('Authentication, Export API, item 5', 'Status and text are compared exactly; the token is valid.'),
  'EXP-AUTH-7': from(
    'Authentication, Export API, item 5',
    'Only values that are plainly no integer are sent, such as letters.',
  ),
  'EXP-AUTH-8': from(
    'Authentication, Export API, items 5 and 6',
    'A valid pair must be answered 200, and the same token with another destination 403.',
  ),
  'EXP-AUTH-9': from('RFC 9110, section 5.1', 'The token is sent under its header name in other cases.'),
  'EXP-AUTH-10': from('Errors, Export API, table', 'Only observed: any of the documented errors is fair.'),
  'EXP-AUTH-11': from(
    'Authentication, Export API, item 5',
    'Only observed: -1, 0, 1.0, 007, huge numbers, an empty token.',
  ),
  'EXP-AUTH-12': from(
    'Authentication, Export API, item 1',
    'A token in the query or in Authorization alone must be answered as no token.',
  ),
  'EXP-AUTH-13': from(
    'Good practice: a credential is not repeated (RFC 9110, section 17.9)',
    'The body of each error answer is searched for the token that was sent.',
  ),
  'EXP-ERR-1': from('Errors, Export API, rule 2', 'The body is an object with a string `error`, without `errors`.'),
  'EXP-ERR-2': from('Errors, Export API, rule 2', 'Asked of a destination without data: 404 with exactly this text.'),
  'EXP-ERR-3': from(
    'Errors, Export API, rule 1',
    'Asked for every row of the error table; `status` is an integer and equals the status of the answer.',
  ),
  'EXP-ERR-4': from(
    'Errors, Export API, table',
    'The texts are compared exactly, and `detail` with the text of the plain format.',
  ),
  'EXP-ERR-5': from(
    'Errors, Export API, table',
    'The message must hold the path that was asked for; a base path, a query, the leading slash and escapes are fair.',
  ),
  'EXP-ERR-6': from(
    'Errors, Export API, rules 1 and 2',
    'The media type of the error is compared with the one that was asked for.',
  ),
  'EXP-ERR-7': from('RFC 9110, section 11.6.1', 'Each 401 is looked at.'),
  'EXP-NEG-1': from('Endpoints, A. Export API, responses', 'The body is an object with `data` and `meta`.'),
  'EXP-NEG-2': from('Endpoints, A. Export API, responses', 'The body is an array.'),
  'EXP-NEG-3': from(
    'Endpoints, A. Export API, responses',
    'The request has no Accept header at all; the body is an array.',
  ),
  'EXP-NEG-4': from('What the service does, item 2', 'The records of both formats are compared, value by value.'),
  'EXP-NEG-5': from('Endpoints, A. Export API, responses', 'The legacy routes are asked with each Accept header.'),
  'EXP-NEG-6': from('Endpoints, A. Export API, responses', 'Parameters of the media type are allowed.'),
  'EXP-NEG-7': from('RFC 9110, section 8.3.1', 'The media type is sent in other cases.'),
  'EXP-NEG-8': from('Endpoints, A. Export API, responses', 'Only observed: 406 or a default are both fair.'),
  'EXP-NEG-9': from('RFC 9110, section 12.5.5', 'Only where the answer may be cached.'),
  'EXP-LIST-1': from(
    'Resources, product list, JSON:API format',
    'Types are checked by a JSON Schema; further members are allowed.',
  ),
  'EXP-LIST-2': from(
    'Resources, product list, JSON:API format',
    'Compared with the same request in the legacy format; a column that is called `type` is fair.',
  ),
  'EXP-LIST-3': from('Resources, product list, legacy format', 'The body is an array.'),
  'EXP-LIST-4': from('Resources, product record', 'Types are checked where the column is present; null is fair.'),
  'EXP-LIST-5': from(
    'Endpoints, A. Export API, query parameters',
    'Without parameters, `meta` says 100 and 0, and the page has 100 records or all there are.',
  ),
  'EXP-LIST-6': from(
    'Endpoints, A. Export API, query parameters',
    'Counted and compared with `meta`; only limits up to 100 are judged, for larger ones may be capped.',
  ),
  'EXP-LIST-7': from(
    'Resources, product list, JSON:API format',
    'Compared over several pages, with a filter, and with the records that were counted.',
  ),
  'EXP-LIST-8': from(
    'Endpoints, A. Export API, query parameters',
    'Neighbouring pages in the order of a unique column are joined and compared with the whole; without an order, gaps are a warning.',
  ),
  'EXP-LIST-9': from('Errors, Export API, table', 'Only observed: an empty list and 404 are both fair.'),
  'EXP-LIST-10': from('Errors, Other, item 3', 'Only observed: the document does not say it.'),
  'EXP-LIST-11': from('RFC 9110, section 9.2.1', 'The same request is sent twice, and the answers are compared.'),
  'EXP-SORT-1': from(
    'Endpoints, A. Export API, query parameters',
    'Numbers as numbers, text under any one consistent collation, nulls together at either end; the order over all pages counts.',
  ),
  'EXP-SORT-2': from(
    'Endpoints, A. Export API, query parameters',
    'The records with and without the order are compared as sets.',
  ),
  'EXP-SORT-3': from('Errors, Other, item 3', 'Only observed, and used where it works.'),
  'EXP-GROUP-1': from(
    'Endpoints, A. Export API, query parameters',
    'The values of the column are compared with the distinct ones of the whole data.',
  ),
  'EXP-GROUP-2': from('Endpoints, A. Export API, query parameters', 'Only observed: the document does not say it.'),
  'EXP-FILT-1': from(
    'Resources, criteria item',
    '`=` gives exactly the records with that value, `!=` all others; compared with the whole data, and only between values that every known collation tells apart or that were learned for the column.',
  ),
  'EXP-FILT-2': from(
    'Resources, criteria item',
    'Numeric columns are compared as numbers; the bound itself is in with `>=` and `<=` alone.',
  ),
  'EXP-FILT-3': from(
    'Resources, criteria item',
    'Patterns made from values of the data; they hold from the first to the last character.',
  ),
  'EXP-FILT-4': from('SQL, comparison of text', 'Values are asked for in another case.'),
  'EXP-FILT-5': from('Resources, criteria item', 'The patterns of `LIKE` in another case.'),
  'EXP-FILT-6': from(
    'Resources, criteria item, value rule 1',
    'Every known spelling of arrays is tried; broken only where none of them works.',
  ),
  'EXP-FILT-7': from(
    'Resources, criteria item, value rule 2',
    'Bounds are values of the data, the lower one first; both must be in.',
  ),
  'EXP-FILT-8': from(
    'Resources, criteria item',
    'Every known spelling of null is tried; where one works, both halves together are the whole.',
  ),
  'EXP-FILT-9': from(
    'Resources, criteria group',
    'Two criteria for which AND and OR give different records; without a mode it must be AND.',
  ),
  'EXP-FILT-10': from(
    'Endpoints, A. Export API, query parameters',
    'Two groups for which AND and OR give different records; without a mode it must be AND.',
  ),
  'EXP-FILT-11': from(
    'Resources, criteria group',
    'Four criteria in two groups, compared with the records that satisfy them.',
  ),
  'EXP-FILT-12': from(
    'Endpoints, A. Export API, query parameters',
    'A filter together with each of the parameters, compared with the same over the whole data.',
  ),
  'EXP-FILT-13': from(
    'Endpoints, A. Export API, bracket notation',
    'The same filter is sent in both spellings of a space.',
  ),
  'EXP-FILT-14': from(
    'Resources, criteria item',
    'Such values must match literally or match nothing, and attempts at SQL injection must do the same.',
  ),
  'EXP-FILT-15': from('Errors, Other, item 3', 'Only observed: the document does not say it.'),
  'EXP-FILT-16': from(
    'Resources, criteria item',
    'Random filters; what must hold between their answers is compared, and the smallest pair that breaks it is shown.',
  ),
  'EXP-FILT-18': from(
    'SQL, three-valued logic',
    'A target that consistently lets nulls in gets a warning, and is judged by that from then on.',
  ),
  'EXP-FILT-17': from(
    'Resources, criteria item',
    'Random filters, each compared with an independent evaluation over the whole data; the smallest that differs is shown.',
  ),
  'EXP-LIMIT-1': from('Limits', 'Only observed, and never provoked.'),
};
