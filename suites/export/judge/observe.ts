import { type Context, describeAnswer, type Finding, observed } from '../../../src/harness/suite.js';
import type { Answer } from '../../../src/http/answer.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { requestProducts } from '../ask.js';
import { tryPage } from '../product-page.js';

/** Puts questions whose answers the document leaves open, and records each; a 5xx is a warning, and what `odd` says of an answer. */
export async function observe(
  context: Context,
  cases: readonly (readonly [question: string, ask: ProductsQuestion])[],
  reason: string,
  odd: (answer: Answer) => string | undefined = () => undefined,
): Promise<Finding> {
  const rows = [];
  let warning: string | undefined;
  for (const [question, asked] of cases) {
    const answer = await requestProducts(context, asked);
    rows.push({ question, answer: summary(answer) });
    const said = answer.status >= 500 ? `answers ${describeAnswer(answer)}` : odd(answer);
    if (said !== undefined) warning = `${question} ${said}`;
  }
  return observed(reason, rows, warning);
}

/** An answer in a few words: how many records of how many, or the error. */
function summary(answer: Answer): string {
  const page = tryPage(answer);
  if (page === undefined || answer.status !== 200) return describeAnswer(answer);
  const { records, meta } = page;
  if (meta === undefined) return `200 ${answer.mediaType}, ${records.length} records`;
  return `200 ${answer.mediaType}, ${records.length} records of ${meta.total} (limit ${meta.limit}, offset ${meta.offset})`;
}
