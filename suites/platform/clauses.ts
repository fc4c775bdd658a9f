import { type Clauses, must, open, should } from '../../src/harness/index.js';

/** The clauses of the cursor pagination of the platform API, in the order of the catalogue. */
export const clauses = {
  'PLT-PAGE-1': must(
    'a page has `success` boolean, `Entities` array of objects, `meta.cursor` with integers `current`, `prev`, `next`, `count`',
  ),
  'PLT-PAGE-2': must('`count` is the number of entities in the answer'),
  'PLT-PAGE-3': must('at most `limit` entities; default 50'),
  'PLT-PAGE-4': must('`cursor=c` gives only entities with an id greater than c; default 0'),
  'PLT-PAGE-5': must('walking from 0 meets every entity once, in strictly ascending id order, and ends'),
  'PLT-PAGE-6': must('`next` leads to the page after this one'),
  'PLT-PAGE-7': must('`current` is the cursor that was asked for'),
  'PLT-PAGE-8': must('`prev` is 0 or an id that precedes this page; where `previous=p` was sent it may be p'),
  'PLT-PAGE-9': open(
    '`previous` in the request; `next` on the last page; limit 0, negative, non-numeric, huge; a cursor past the end, negative, non-numeric',
  ),
  'PLT-PAGE-10': should('other methods do not answer a page ("GET only")'),
  'PLT-PAGE-11': must('`limit`, `cursor` and `previous` are accepted, alone and together, with integers'),
  'PLT-AUTH-1': open('authentication of this API; the header is configuration (name and value)'),
} as const satisfies Clauses;
