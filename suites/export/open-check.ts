import type { CheckText } from '../../src/harness/check.js';
import type { Observing } from '../../src/harness/questions.js';
import type { ProductsQuestion } from '../../src/protocol/export/question.js';
import { check, type ExportCheck } from './check.js';
import type { ClauseId } from './clauses.js';
import { firstPage } from './survey/survey.js';

/** A check of what the document leaves open, where there are products to see it on. */
export const openCheck = (text: CheckText<ClauseId> & Observing<ProductsQuestion>): ExportCheck =>
  check({
    ...text,
    async cases(context) {
      await firstPage(context);
      return text.cases(context);
    },
  });
