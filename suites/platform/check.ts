import { checksFor } from '../../src/harness/index.js';
import { clauses } from './clauses.js';
import { unlessMoved } from './moved.js';

const checkOf = checksFor('platform', clauses, ['platform.baseUrl', 'platform.collections']);

/** A check of the platform API: needs its address and a collection, which must stand still for what it finds. */
export const check: typeof checkOf = (text) =>
  checkOf({ ...text, run: (context) => unlessMoved(context, text.clauses, text.run) });
