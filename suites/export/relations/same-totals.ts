import { describeFilter } from '../../../src/protocol/export/filter.js';
import { isUnknown } from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { filterIn } from '../model/request.js';
import { withTypedValues } from '../model/typed.js';
import type { When } from '../topic.js';
import type { RelationWithFacts, SharedViolation } from './relation.js';

/**
 * `meta.total` must be equal for the same filter on the legacy filtered route and on the v2 route.
 * If all records of the target are known, other rules compare the totals with the records.
 * `isAbout` selects the requests to which the clause applies.
 */
export const sameTotals =
  (isAbout: When): RelationWithFacts =>
  (exchanges, known) => {
    const { whole, totals } = known;
    const areTotalsWrong = whole.contradiction !== undefined || totals.filtered !== undefined;
    if (whole.complete || areTotalsWrong) return [];
    const counted = exchanges.flatMap((exchange) => filteredTotal(exchange, known) ?? []);
    const onV2 = new Map(
      counted.filter(({ route }) => route === 'v2').map((one) => [one.filterText, one]),
    );
    return counted.flatMap(({ exchange, route, total, filterText }): readonly SharedViolation[] => {
      const same = onV2.get(filterText);
      const isLegacyFiltered = typeof route === 'object';
      if (!isLegacyFiltered || same === undefined || same.total === total) return [];
      if (!isAbout(exchange.compare(known).asked)) return [];
      const onBoth = `on both routes for ${filterText}`;
      const actual = `${same.total} on the v2 route and ${total} on the legacy filtered route`;
      return [
        {
          expected: `the same meta.total ${onBoth}`,
          actual,
          sentence: `meta.total is ${actual}; it must be the same ${onBoth}`,
          exchanges: [same.exchange, exchange],
        },
      ];
    });
  };

/**
 * Returns the total, the route and the filter of a filtered list of the configured destination, or
 * undefined for any other list.
 */
function filteredTotal(exchange: Exchange, known: Known) {
  const question = withTypedValues(exchange.question, known);
  const { route = 'v2', groupBy, destination, destinationId } = question;
  const total = exchange.page?.meta?.total;
  const filter = filterIn(question, known);
  const isOther =
    isUnknown(route) || [groupBy, destination, destinationId].some((one) => one !== undefined);
  if (isOther || filter === undefined || total === undefined) return undefined;
  return { exchange, route, total, filterText: describeFilter(filter) };
}
