import { checksFor } from '../../src/harness/index.js';
import { clauses } from './clauses.js';

/** A check of the export API: needs its address, site, channel and destination. */
export const check = checksFor('export', clauses, [
  'export.baseUrl',
  'export.siteId',
  'export.channelId',
  'export.destination',
]);
