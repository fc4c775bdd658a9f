import {
  type Answer,
  checkSchema,
  describeAnswer,
  describeProblems,
  holdsIf,
  must,
  type OtherSettings,
  open,
  should,
  type Topics,
} from 'assay';
import type { Question } from './question.js';
import stockLevel from './stock.schema.json' with { type: 'json' };

/** A question and its response. */
export interface Exchange {
  readonly question: Question;
  readonly answer: Answer;
}

/**
 * The types that the topics are written with. Nothing has to be learned of a stock API.
 */
export interface StockKinds {
  readonly question: Question;
  readonly exchange: Exchange;
  readonly facts: object;
  readonly settings: OtherSettings;
  readonly needs: never;
  readonly learned: object;
}

/** Every clause of the stock API, an interface that does not exist. */
export const topics = {
  'STK-ITEM-1': {
    clause: must(
      '`GET {base_url}/stock/{article}` returns 200 with the article and its pieces, an integer',
    ),
    rule({ question: { article, key }, answer }) {
      if (article !== undefined || key !== undefined) return undefined;
      if (answer.status !== 200) return { expected: 'status 200 with the key' };
      const result = checkSchema(stockLevel, answer.json);
      if ('value' in result) return 'holds';
      const expected = `a body that satisfies ${stockLevel.title}`;
      return { expected, actual: describeProblems(result.problems) };
    },
    checks: {
      'stock.item.level': {
        title: 'the configured article',
        requests: { own: 1 },
        asks: () => [{}],
      },
    },
  },
  'STK-AUTH-1': {
    clause: must('without `X-Stock-Key`, or with another one: 401'),
    rule({ question: { key }, answer }) {
      if (key === undefined) return undefined;
      return holdsIf(answer.status === 401, 'status 401', describeAnswer(answer));
    },
    checks: {
      'stock.auth.key': {
        title: 'the configured article without the key, and with another one',
        requests: { own: 2 },
        asks: () => [{ key: null }, { key: 'another' }],
      },
    },
  },
  'STK-ITEM-2': {
    clause: should('an unknown article: 404'),
    rule({ question: { article, key }, answer }) {
      if (article === undefined || key !== undefined) return undefined;
      return holdsIf(answer.status === 404, 'status 404', describeAnswer(answer));
    },
    checks: {
      'stock.item.unknown': {
        title: 'an article that does not exist',
        requests: { own: 1 },
        asks: () => [{ article: 'no-such-article' }],
      },
    },
  },
  'STK-ITEM-3': {
    clause: open('methods other than GET'),
    checks: {
      'stock.item.methods': {
        title: 'a POST of the configured article',
        requests: { own: 1 },
        permission: 'unsafeMethods',
        observes: {
          shows: 'other methods',
          cases: () => ({ POST: { method: 'POST' } }),
        },
      },
    },
  },
} satisfies Topics<StockKinds>;

export type ClauseId = keyof typeof topics;
