import { DEFAULT_LIMIT } from '../../../src/protocol/export/question.js';
import { documented } from '../model/error-table.js';

/** What the document requires of a response, by the clause that a reading breaks. */
export const REQUIRED: Readonly<Record<string, string>> = {
  'EXP-ROUTE-1': 'a valid request must get status 200 and products',
  'EXP-ROUTE-2': 'the legacy route must return the same products as the v2 route',
  'EXP-ROUTE-3': 'the records whose column equals the value of the path must come, and no others',
  'EXP-AUTH-1': 'without a valid token the status must be 401',
  'EXP-AUTH-2': `the status must be 401, with the text \`${documented['token format'].text}\``,
  'EXP-AUTH-3': "a token that is not the destination's must get status 403",
  'EXP-AUTH-5': 'on the v2 route `X-Destination-Id` must have no effect',
  'EXP-AUTH-6': `the status must be 401, with the text \`${documented['destination missing'].text}\``,
  'EXP-AUTH-7': `the status must be 401, with the text \`${documented['destination format'].text}\``,
  'EXP-AUTH-8': 'the legacy routes must take the destination from this header field',
  'EXP-AUTH-12': 'a token counts only in `X-EA-Auth-Token`, and without it the status must be 401',
  'EXP-ERR-1': 'a plain error must be an object with its text in `error`',
  'EXP-ERR-2': 'it must be an object with `message` `No exported data`',
  'EXP-ERR-3':
    'in the JSON:API format an error must have `errors`, an array of objects with `status` (an integer), `title` and `detail`',
  'EXP-ERR-5': 'the status must be 404, with the text `Requested route was not found: "<path>"`',
  'EXP-NEG-1': '`Accept: application/vnd.api+json` must get an object with `data` and `meta`',
  'EXP-NEG-2': '`Accept: application/json` must get a bare array',
  'EXP-NEG-3': 'it must be a bare array',
  'EXP-NEG-5': 'the legacy routes must choose the format by `Accept`, too',
  'EXP-LIST-1':
    'a list must have `data`, an array, and the integers `meta.total`, `meta.limit` and `meta.offset`',
  'EXP-LIST-2': 'a product must be an object with its attributes alone',
  'EXP-LIST-5': `it must have ${DEFAULT_LIMIT} records, or all if there are fewer`,
  'EXP-LIST-6': 'a page must have the `limit` records that follow the first `offset` ones',
  'EXP-LIST-7': 'it must be the number of all matching records, whatever `limit` and `offset` are',
  'EXP-LIST-8': 'the pages, one after the other, must be the whole list, each record once',
  'EXP-SORT-1':
    'the whole list must be in ascending order of the column, before `limit` and `offset` apply',
  'EXP-GROUP-1': 'one record must come for each distinct value of the column',
  'EXP-FILT-1': '`=` must select the records with exactly this value, and `!=` those with another',
  'EXP-FILT-2':
    '`>`, `<`, `>=` and `<=` must compare numbers as numbers, and only `>=` and `<=` include the value itself',
  'EXP-FILT-3':
    '`%` must match any run of characters, `_` any one, and the pattern the whole value',
  'EXP-FILT-4': 'capital and small letters should be distinguished',
  'EXP-FILT-5': 'it must match as `LIKE` does, in any letter case',
  'EXP-FILT-6': '`IN` must select the records with one of the values, and `NOT IN` those with none',
  'EXP-FILT-7':
    '`BETWEEN` must select the values from the first to the second, both included, and `NOT BETWEEN` the others',
  'EXP-FILT-8': '`IS NULL` must select the records without a value, and `IS NOT NULL` all others',
  'EXP-FILT-9': 'mode AND, the default, requires all criteria of a group, and OR one of them',
  'EXP-FILT-10': 'mode AND, the default, requires all groups, and OR one of them',
  'EXP-FILT-12': 'filters and all other parameters must apply together',
  'EXP-FILT-14': 'a value must be compared as it was sent, with all its characters',
  'EXP-FILT-18': 'null should match neither an operator nor its negation',
};
