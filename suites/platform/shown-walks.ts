import type { RelationViolation } from '../../src/harness/suite.js';
import type { Page } from '../../src/protocol/platform/page.js';
import type { ClauseId } from './clauses.js';
import { type Exchange, judged } from './exchange.js';

type Violation = RelationViolation<Exchange, ClauseId>;

/** A page of a collection, with what was asked for and when it came. */
interface Sight {
  readonly exchange: Exchange;
  readonly page: Page & { readonly from: number };
  readonly at: number;
}

/**
 * What pages that somebody asked for show together, although entities may have come and gone meanwhile: an entity that
 * was seen before a page and after it was there when the page was made.
 */
export function shownWalks(exchanges: readonly Exchange[]): readonly Violation[] {
  const byCollection = new Map<string, Sight[]>();
  for (const exchange of exchanges) {
    const page = judged(exchange);
    const { collection, method, anonymous } = exchange.question;
    if (page === undefined || page.ids.length === 0 || method !== undefined || anonymous) continue;
    const sights = byCollection.get(collection) ?? [];
    byCollection.set(collection, [...sights, { exchange, page, at: exchange.answer.receivedAt }]);
  }
  return [...byCollection.values()].flatMap((sights) => sights.flatMap((one) => lost(one, sights)));
}

/** PLT-PAGE-5: an entity between the cursor and the last one of a page stands on it. */
function lost({ exchange, page, at }: Sight, sights: readonly Sight[]): readonly Violation[] {
  const { ids, from } = page;
  const [held, last] = [new Set(ids), Math.max(...ids)];
  const [before, after] = [sights.filter((one) => one.at < at), sights.filter((one) => one.at > at)];
  const seenAfter = new Map(after.flatMap((one) => one.page.ids.map((id) => [id, one] as const)));
  for (const earlier of before) {
    const id = earlier.page.ids.find((one) => one > from && one < last && !held.has(one) && seenAfter.has(one));
    const later = id === undefined ? undefined : seenAfter.get(id);
    if (later === undefined) continue;
    return [
      {
        clause: 'PLT-PAGE-5',
        expected: `entity ${id} on the page, as before it and after it`,
        actual: 'a page without it',
        exchanges: [earlier.exchange, later.exchange, exchange],
      },
    ];
  }
  return [];
}
