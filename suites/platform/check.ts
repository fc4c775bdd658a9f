import { checksFor } from '../../src/harness/index.js';
import { clauses } from './clauses.js';

/** A check of the platform API: needs its address and a collection. */
export const check = checksFor('platform', clauses, ['platform.baseUrl', 'platform.collections']);
