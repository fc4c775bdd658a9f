import { checksFor } from '../../src/harness/suite.js';
import { clauses } from './clauses.js';
import { rules } from './rules.js';

/** A check of the export API: needs its address, site, channel and destination. */
export const check = checksFor('export', clauses, rules);
