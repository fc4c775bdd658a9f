import { type Context, Found, type Suite } from '../../src/harness/index.js';
import { BudgetSpent, Lost } from '../../src/http/index.js';
import { auth } from './authentication/index.js';
import { clauses } from './clauses.js';
import { errors } from './errors/error-bodies.js';
import { algebra } from './filters/algebra.js';
import { combined } from './filters/combined.js';
import { literals } from './filters/literals.js';
import { modeChecks } from './filters/modes.js';
import { nulls } from './filters/nulls.js';
import { observations } from './filters/observations.js';
import { operatorChecks } from './filters/operators.js';
import { randomFilters } from './filters/random-filters.js';
import { interactions } from './interactions/interactions.js';
import { data } from './lists/exported-data.js';
import { grouping } from './lists/grouping.js';
import { lists } from './lists/index.js';
import { paging } from './lists/paging.js';
import { sorting } from './lists/sorting.js';
import { negotiation } from './negotiation/negotiation.js';
import { type ProductPage, pageIn } from './request/product-page.js';
import { ask } from './request/products-request.js';
import { routes } from './routes/routes.js';
import { root } from './routes/welcome.js';
import { preflight } from './survey/preflight.js';
import { DATA, firstPage, identity, STILL } from './survey/survey.js';

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
    ...interactions,
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
