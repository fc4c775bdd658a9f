import type { Exchange } from '../exchange.js';
import type { Known } from '../known.js';
import { judgeAnswer } from './any-answer.js';
import { withoutRange } from './matching.js';
import { mistakesIn } from './mistakes.js';

/** A page of the whole list, or of the whole key range, of the own destination on the v2 route that breaks no rule by itself. */
export function isRightWindow({ question, answer, target, page }: Exchange, known: Known): boolean {
  const { route, filter, groupBy, destination, headers, extra } = withoutRange(question, known);
  if ([route, filter, groupBy, destination, headers, extra].some((one) => one !== undefined)) return false;
  if (page === undefined || !answer.ok || mistakesIn(target, question)?.length !== 0) return false;
  const violation = judgeAnswer(answer, question, target, known);
  return violation === undefined || violation.atMost !== undefined;
}
