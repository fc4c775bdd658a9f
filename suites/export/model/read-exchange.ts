/** Makes exchanges, which rules can test, from responses and their requests. */

import type { Answer } from '../../../src/http/answer.js';
import { tryPage } from '../../../src/protocol/export/product-page.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { readQuestion } from '../../../src/protocol/export/read-question.js';
import type { ExportTarget } from '../../../src/settings/export-target.js';
import type { Target } from '../../../src/settings/target.js';
import type { Comparison } from './comparison.js';
import type { Known } from './data.js';
import type { Exchange, Received } from './exchange.js';
import { compareResponse } from './expected-response.js';
import { exportOf } from './export-target.js';
import { decisiveFor } from './page-size.js';
import { withTypedValues } from './typed.js';

/** Reads the request of a response. Returns undefined if the request is not for products. */
export function readExchange(answer: Answer, target: Target): Exchange | undefined {
  const products = exportOf({ target });
  const question = readQuestion(answer.request, products);
  return question && exchangeOf(question, answer, products);
}

/** Makes an exchange. Its comparison is computed only once for the same facts. */
export function exchangeOf(
  question: ProductsQuestion,
  answer: Answer,
  target: ExportTarget,
): Exchange {
  const received: Received = { question, answer, target, page: tryPage(answer) };
  let kept: { readonly known: Known | undefined; readonly comparison: Comparison } | undefined;
  const compareAs = (asked: ProductsQuestion, known: Known | undefined): Comparison =>
    compareResponse({ ...received, question: withTypedValues(asked, known) }, known);
  return {
    ...received,
    compare(known, asked) {
      if (asked !== undefined) return compareAs(asked, known);
      const decisive = decisiveFor(question, known);
      if (kept === undefined || kept.known !== decisive)
        kept = { known: decisive, comparison: compareAs(question, decisive) };
      return kept.comparison;
    },
  };
}
