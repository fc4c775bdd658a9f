import { type CheckRow, type CheckTable, checksIn } from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/templates/question.js';
import type { ClauseId } from './clauses.js';
import type { Facts } from './exchange.js';

/** What a check of the token endpoint or the template API asks. */
export type TemplatesRow = CheckRow<Question, Facts>;

export const checks = (table: CheckTable<ClauseId, Question, Facts>) => checksIn(table);
