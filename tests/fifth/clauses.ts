import { type Clauses, must, open, should } from '../../src/index.js';

/** The clauses of the stock API, an interface that nobody has. */
export const clauses = {
  'STK-ITEM-1': must('`GET {base_url}/stock/{article}` answers 200 with the article and its pieces, an integer'),
  'STK-AUTH-1': must('without `X-Stock-Key`, or with another one: 401'),
  'STK-ITEM-2': should('an unknown article: 404'),
  'STK-ITEM-3': open('what methods other than GET do'),
} as const satisfies Clauses;

export type ClauseId = keyof typeof clauses;
