import { type Clauses, must, open, should } from '../../src/harness/suite.js';

const RESPONSE = 'Resources, cursor pagination response';
const PLATFORM = 'Endpoints, C. Platform API';

export const clauses = {
  'PLT-PAGE-1': must(
    'a page has `success` boolean, `Entities` array of objects, `meta.cursor` with integers `current`, `prev`, `next`, `count`',
  )
    .in(RESPONSE)
    .judged('Checks types; at the end `next` may be 0 or null, and ids may be strings of digits.'),
  'PLT-PAGE-2': must('`count` is the number of entities in the response')
    .in(RESPONSE)
    .judged('Counts the entities of the response.'),
  'PLT-PAGE-3': must('at most `limit` entities; default 50')
    .in(`${PLATFORM}, item 2`)
    .judged('Counts the entities, with a limit and without one.'),
  'PLT-PAGE-4': must('`cursor=c` returns only entities with an id greater than c; default 0')
    .in(`${PLATFORM}, item 3`)
    .judged('Compares the ids of the response with the cursor.'),
  'PLT-PAGE-5': must(
    'following `next` from cursor 0 returns every entity once, in strictly ascending order of ids, and ends',
  )
    .in(`${PLATFORM}, item 3`)
    .judged('Joins the pages and compares them with one large page.'),
  'PLT-PAGE-6': must('`next` is a cursor for the following page')
    .in(RESPONSE)
    .judged('It may be the last id of the page or the first id of the next page, but consistently on every page.'),
  'PLT-PAGE-7': must('`current` is the cursor of the request')
    .in(RESPONSE)
    .judged('Compares it with the cursor sent; 0 on the first page.'),
  'PLT-PAGE-8': must('`prev` is 0 or an id that precedes this page; where `previous=p` was sent it may be p')
    .in(RESPONSE)
    .judged(
      'It may be an id before the page or the value sent; never negative, and never an id in the page or after it.',
    ),
  'PLT-PAGE-9': open(
    '`previous` in the request; `next` on the last page; limit 0, negative, non-numeric, huge; a cursor past the end, negative, non-numeric',
  )
    .in('Errors, Other, item 4')
    .judged('Only observed: the document does not specify it.'),
  'PLT-PAGE-10': should('other methods return no page ("GET only")')
    .in(`${PLATFORM}, item 1`)
    .judged('Sent only where the target allows methods that may write.'),
  'PLT-PAGE-11': must('`limit`, `cursor` and `previous` are accepted, alone and together, with integers')
    .in(`${PLATFORM}, items 2 to 4`)
    .judged('Each combination with integers must return a page.'),
  'PLT-AUTH-1': open('authentication of this API; the header is configuration (name and value)')
    .in('Authentication, last paragraph')
    .judged('Only observed; entities without authentication are a warning.'),
} as const satisfies Clauses;

export type ClauseId = keyof typeof clauses;
