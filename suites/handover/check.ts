import { checksFor } from '../../src/harness/index.js';
import { clauses } from './clauses.js';

/** A check of the handover: needs its address alone, for by default nothing is moved. */
export const check = checksFor('handover', clauses, ['handover.baseUrl']);
