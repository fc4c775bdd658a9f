import { type Context, describeAnswer, observed } from '../../src/harness/suite.js';
import type { Answer } from '../../src/http/answer.js';
import type { ProductsQuestion } from '../../src/protocol/export/question.js';
import { requestProducts } from './ask.js';
import { check, type ExportCheck } from './check.js';
import { tryPage } from './product-page.js';
import { firstPage } from './survey/survey.js';

/** Questions by their names, the most informative first. */
export type Cases = Readonly<Record<string, ProductsQuestion>>;

interface OpenCheck extends Pick<ExportCheck, 'id' | 'clauses' | 'title' | 'requests' | 'permission'> {
  /** What the answers show together. */
  readonly shows: string;
  readonly cases: (context: Context) => Cases | Promise<Cases>;
  /** What is odd about an answer, which is a warning. Default: a 5xx. */
  readonly odd?: (answer: Answer, context: Context) => string | undefined | Promise<string | undefined>;
}

/** A check of what the document leaves open: the answer to each case is recorded. */
export const openCheck = ({ shows, cases, odd = broken, ...text }: OpenCheck): ExportCheck =>
  check({
    ...text,
    async run(context) {
      await firstPage(context);
      const rows = [];
      let warning: string | undefined;
      for (const [question, asked] of context.budget.take(Object.entries(await cases(context)))) {
        const answer = await requestProducts(context, asked);
        rows.push({ question, answer: summary(answer) });
        const said = await odd(answer, context);
        if (said !== undefined) warning = `${question} ${said}`;
      }
      return observed(shows, rows, warning);
    },
  });

export const broken = (answer: Answer): string | undefined =>
  answer.status >= 500 ? `returns ${describeAnswer(answer)}` : undefined;

/** An answer in a few words: how many records of how many, or the error. */
function summary(answer: Answer): string {
  const page = tryPage(answer);
  if (page === undefined || answer.status !== 200) return describeAnswer(answer);
  const { records, meta } = page;
  if (meta === undefined) return `200 ${answer.mediaType}, ${records.length} records`;
  return `200 ${answer.mediaType}, ${records.length} records of ${meta.total} (limit ${meta.limit}, offset ${meta.offset})`;
}
