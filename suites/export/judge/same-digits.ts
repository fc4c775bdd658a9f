import { longNumbers } from '../../../src/protocol/export/product-page.js';
import type { Exchange } from '../exchange.js';
import { clausesFor } from './matching.js';
import type { Relation } from './violation.js';

/** Whole numbers beyond 2^53, which doubles do not tell apart, are the same digit by digit whichever way they are asked for. */
export const sameDigits: Relation = (exchanges, known) => {
  const { key } = known.survey;
  if (key === undefined) return [];
  const seen = new Map<string, { readonly digits: string; readonly exchange: Exchange }>();
  for (const exchange of exchanges) {
    const { groupBy, destination, accept, route = 'v2' } = exchange.question;
    if (exchange.page === undefined || groupBy !== undefined || destination !== undefined) continue;
    for (const [at, numbers] of longNumbers(exchange.answer).entries())
      for (const [column, digits] of numbers) {
        const of = `${column} of ${key.name} ${exchange.page.records[at]?.[key.name]}`;
        const before = seen.get(of);
        if (before === undefined) seen.set(of, { digits, exchange });
        else if (before.digits !== digits && Number(before.digits) === Number(digits)) {
          const { question } = before.exchange;
          const isOfFormat = question.accept !== accept && (question.route ?? 'v2') === route;
          const clause = isOfFormat ? 'EXP-NEG-4' : clausesFor(exchange.question, known).records;
          const expected = `${before.digits} as ${of}, as before`;
          return [{ clause, expected, actual: digits, exchanges: [before.exchange, exchange] }];
        }
      }
  }
  return [];
};
