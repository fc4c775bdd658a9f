import type { CheckText } from '../../src/harness/check.js';
import type { Observing } from '../../src/harness/questions.js';
import type { CheckOf } from '../../src/harness/suite.js';
import type { ProductsQuestion } from '../../src/protocol/export/question.js';
import { firstPage } from './ask.js';
import type { ClauseId } from './clauses.js';
import type { Known } from './survey/data.js';

/** A check of the export API, as it is written. */
export type ExportCheck = CheckOf<ClauseId, ProductsQuestion, Known>;

export const check = (text: ExportCheck): ExportCheck => text;

/** A check of what the document leaves open, where there are products to see it on. */
export const openCheck = (text: CheckText<ClauseId> & Observing<ProductsQuestion>): ExportCheck =>
  check({
    ...text,
    async cases(context) {
      await firstPage(context);
      return text.cases(context);
    },
  });
