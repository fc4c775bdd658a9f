import type { Context } from '../../../src/harness/context.js';
import { DEFAULT_LIMIT, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import { exportOf } from '../model/export-target.js';
import { readPage } from './ask.js';

/** With a smaller budget of requests, the other destination is not requested. */
const MIN_BUDGET = 5;

/**
 * Returns requests for the second configured destination, one on each route. The path of the
 * filtered route contains a value that the v2 route returned.
 */
export async function questionsForAnother(context: Context): Promise<readonly ProductsQuestion[]> {
  const { otherDestination } = exportOf(context);
  if (otherDestination === undefined || context.budget.requests < MIN_BUDGET) return [];
  const another = { destination: otherDestination };
  const { records = [] } = (await readPage(context, another)) ?? {};
  const [filtered] = records
    .flatMap((record) => Object.entries(record))
    .flatMap(([column, value]) =>
      typeof value === 'string' && /^[A-Za-z0-9]+$/.test(value)
        ? [{ ...another, route: { column, value }, limit: DEFAULT_LIMIT }]
        : [],
    );
  const legacy = { ...another, route: 'legacy' } as const;
  return [another, legacy, ...(filtered === undefined ? [] : [filtered])];
}
