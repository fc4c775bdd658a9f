import type { RelationViolation } from '../../../src/harness/suite.js';
import { describeFilter } from '../../../src/protocol/export/filter.js';
import { isUnknown } from '../../../src/protocol/export/question.js';
import type { ClauseId } from '../clauses.js';
import { type Exchange, typed } from '../exchange.js';
import type { Known } from '../known.js';
import { clausesFor } from './clauses-of-request.js';
import { filterIn } from './matching.js';

/** What the legacy filtered route counts is what the same filter counts on the v2 route, whatever the data. */
export function sameTotals(
  exchanges: readonly Exchange[],
  known: Known | undefined,
): readonly RelationViolation<Exchange, ClauseId>[] {
  if (known === undefined || known.whole.complete || known.whole.shown !== undefined) return [];
  const onV2 = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    const { route, filter, groupBy, destination } = typed(exchange.question, known);
    if (filter !== undefined && (route ?? groupBy ?? destination) === undefined && exchange.page?.meta !== undefined)
      onV2.set(describeFilter(filter), exchange);
  }
  return exchanges.flatMap((exchange): readonly RelationViolation<Exchange, ClauseId>[] => {
    const { route = 'v2', groupBy } = exchange.question;
    const total = exchange.page?.meta?.total;
    if (typeof route !== 'object' || isUnknown(route) || groupBy !== undefined || total === undefined) return [];
    const filter = filterIn(exchange.question, known);
    const twin = filter && onV2.get(describeFilter(filter));
    const wanted = twin?.page?.meta?.total;
    if (filter === undefined || twin === undefined || wanted === undefined || wanted === total) return [];
    const { records: clause } = clausesFor(exchange.question);
    const expected = `meta.total ${wanted}, as for ${describeFilter(filter)} on the v2 route`;
    return [{ clause, expected, actual: String(total), exchanges: [twin, exchange] }];
  });
}
