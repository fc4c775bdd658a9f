import { isNamedAsKey } from '../model/columns.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import type { Column } from '../model/oracle/column.js';
import type { Relation, Together } from './violation.js';

/**
 * A page that was seen more than once, and the first and the last time of it, in milliseconds since
 * the epoch.
 */
interface Still {
  readonly exchange: Exchange;
  /** The same with the keys of its records alone. */
  readonly keyed: Exchange;
  readonly from: number;
  to: number;
}

/**
 * A list that is seen again after a longer time, in milliseconds, may have changed and changed
 * back.
 */
const LONGEST = 60_000;

/**
 * What relations say of pages that somebody else asked for, whose data may change at any time:
 * where two pages were each seen again, and the one while the other did not change, both are of one
 * state. Only keys count, for other values may change back; a warning needs a request.
 */
export const shownTogether =
  (relations: readonly Relation[]): Relation =>
  (exchanges, facts, note) => {
    const key = keyOf(exchanges, facts);
    if (key === undefined) return [];
    const known = { ...facts, survey: { ...facts.survey, key } };
    const stills = stillPages(exchanges, key);
    return stills.flatMap((still, at) => {
      const others = stills
        .slice(at + 1)
        .filter(({ from, to }) => from < still.to && to > still.from);
      const pages = new Map([still, ...others].map((one) => [one.keyed, one.exchange]));
      return relations
        .flatMap((relation): readonly Together[] => relation([...pages.keys()], known, note))
        .filter(
          ({ atMost, exchanges: shown }) => atMost === undefined && shown.includes(still.keyed),
        )
        .map((found) => ({
          ...found,
          exchanges: found.exchanges.flatMap((one) => pages.get(one) ?? []),
        }));
    });
  };

/** A column that is named as a key, and tells the records of every page apart. */
function keyOf(exchanges: readonly Exchange[], { survey: { columns } }: Known): Column | undefined {
  const lists = exchanges.flatMap(({ question: { groupBy, destination }, page }) =>
    groupBy === undefined && destination === undefined ? [page?.records ?? []] : [],
  );
  return [...columns.values()].filter(isNamedAsKey).find(({ name }) =>
    lists.every((records) => {
      const keys = new Set(records.map((record) => record[name]));
      return keys.size === records.length && !keys.has(undefined) && !keys.has(null);
    }),
  );
}

/** Pages that were seen again, with the keys of their records alone. */
function stillPages(exchanges: readonly Exchange[], { name }: Column): readonly Still[] {
  const seen = new Map<string, Still>();
  const stills = new Set<Still>();
  for (const exchange of exchanges.toSorted((a, b) => a.answer.receivedAt - b.answer.receivedAt)) {
    const { question, page, answer } = exchange;
    if (page === undefined || question.groupBy !== undefined || answer.sentAt === 0) continue;
    const records = page.records.map((record) => ({ [name]: record[name] }));
    const keyed = { ...exchange, page: { ...page, records } };
    const sight = JSON.stringify([question, page.meta, records]);
    const before = seen.get(sight);
    if (before === undefined || answer.sentAt - before.to > LONGEST)
      seen.set(sight, { exchange, keyed, from: answer.receivedAt, to: answer.sentAt });
    else {
      before.to = answer.sentAt;
      stills.add(before);
    }
  }
  return [...stills];
}
