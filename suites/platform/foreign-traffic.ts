import { type Exchange, requestedPage } from './exchange.js';

/**
 * Finds an entity that is missing from a page in recorded traffic of other clients, during which
 * entities may be added or removed. An entity that other pages contained both before and after a
 * page existed when the page was made. If its id lies between the cursor and the last id of the
 * page, the page must contain the entity.
 */
export function lostInForeignTraffic(exchanges: readonly Exchange[]) {
  const pages = exchanges.flatMap((exchange) => {
    const page = requestedPage(exchange);
    const { collection, method, anonymous } = exchange.question;
    if (page === undefined || page.ids.length === 0 || method !== undefined || anonymous) return [];
    return [{ exchange, page, collection, at: exchange.answer.receivedAt }];
  });
  return pages.flatMap(({ exchange, page, collection, at }) => {
    const ids = new Set(page.ids);
    const last = Math.max(...page.ids);
    const others = pages.filter((one) => one.collection === collection);
    const later = new Map(
      others
        .filter((one) => one.at > at)
        .flatMap((one) => one.page.ids.map((id) => [id, one] as const)),
    );
    for (const earlier of others.filter((one) => one.at < at)) {
      const id = earlier.page.ids.find(
        (one) => one > page.requested.cursor && one < last && !ids.has(one) && later.has(one),
      );
      const again = id === undefined ? undefined : later.get(id);
      if (again === undefined) continue;
      return [
        {
          expected: `entity ${id} on the page, as before it and after it`,
          actual: 'a page without it',
          exchanges: [earlier.exchange, again.exchange, exchange],
        },
      ];
    }
    return [];
  });
}
