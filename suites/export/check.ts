import type { CheckOf } from '../../src/harness/suite.js';
import type { ProductsQuestion } from '../../src/protocol/export/question.js';
import type { ClauseId } from './clauses.js';
import type { Known } from './known.js';

/** A check of the export API, as it is written. */
export type ExportCheck = CheckOf<ClauseId, ProductsQuestion, Known>;

export const check = (text: ExportCheck): ExportCheck => text;
