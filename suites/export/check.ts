import { type CheckOf, type CheckTable, checksIn } from '../../src/harness/suite.js';
import type { ProductsQuestion } from '../../src/protocol/export/question.js';
import { firstPage } from './ask.js';
import type { ClauseId } from './clauses.js';
import type { Known } from './survey/data.js';

/** A check of the export API, as it is written. */
export type ExportCheck = CheckOf<ClauseId, ProductsQuestion, Known>;

/** The checks of a table; what the document leaves open is observed where there are products to see it on. */
export const checks = (table: CheckTable<ClauseId, ProductsQuestion, Known>): readonly ExportCheck[] =>
  checksIn(table).map((check) =>
    'cases' in check ? { ...check, cases: (context) => firstPage(context).then(() => check.cases(context)) } : check,
  );
