import { type CheckTable, checksIn } from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/platform/question.js';
import type { ClauseId } from './clauses.js';
import type { Facts } from './exchange.js';

export const checks = (table: CheckTable<ClauseId, Question, Facts>) => checksIn(table);
