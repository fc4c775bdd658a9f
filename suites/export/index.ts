import { type Context, Found, type Suite } from '../../src/harness/index.js';
import { BudgetSpent, Lost } from '../../src/http/index.js';
import { algebra } from './algebra.js';
import { ask } from './ask.js';
import { auth } from './auth.js';
import { clauses } from './clauses.js';
import { combined } from './combined.js';
import { data } from './data.js';
import { errors } from './errors.js';
import { grouping } from './grouping.js';
import { type ProductPage, pageIn } from './list.js';
import { lists } from './lists.js';
import { literals } from './literals.js';
import { modeChecks } from './modes.js';
import { negotiation } from './negotiation.js';
import { nulls } from './nulls.js';
import { observations } from './observations.js';
import { operatorChecks } from './operators.js';
import { paging } from './paging.js';
import { preflight } from './preflight.js';
import { randomFilters } from './random-filters.js';
import { root } from './root.js';
import { routes } from './routes.js';
import { sorting } from './sorting.js';
import { DATA, firstPage, identity, STILL } from './survey.js';

/** The export API, topic by topic. */
export const exportSuite: Suite = {
  interface: 'export',
  clauses,
  checks: [
    ...root,
    ...routes,
    ...auth,
    ...errors,
    ...negotiation,
    ...lists,
    ...paging,
    ...sorting,
    ...grouping,
    ...operatorChecks,
    ...nulls,
    ...modeChecks,
    ...combined,
    ...literals,
    ...algebra,
    ...randomFilters,
    ...data,
    ...observations,
  ],
  // First page, snapshot, one array encoding, IS and two case probes, and the look back at the end.
  preparation: 7,
  preflight,
  drift,
};

/** The first page again: other records twice over, and the data changed while the run went on. */
async function drift(context: Context): Promise<ReadonlyMap<string, string>> {
  try {
    const before = await firstPage(context);
    const read = async (): Promise<ProductPage | undefined> => pageIn(await ask(context, {}, { fresh: true }));
    const after = await read();
    if (after === undefined || same(before, after)) return new Map();
    const again = await read();
    if (again === undefined || !same(after, again)) return new Map();
  } catch (error) {
    // Without an answer nothing speaks of a change.
    if (error instanceof Found || error instanceof Lost || error instanceof BudgetSpent) return new Map();
    throw error;
  }
  const reason = 'the data changed during the run; run again while it stands still';
  return new Map([DATA, STILL].map((fact) => [fact, reason]));
}

function same(a: ProductPage, b: ProductPage): boolean {
  const known = new Set(a.records.map(identity));
  return (
    a.meta?.total === b.meta?.total &&
    a.records.length === b.records.length &&
    b.records.every((record) => known.has(identity(record)))
  );
}
