/**
 * Adapts relations (rules about several exchanges) to foreign traffic. Foreign traffic is recorded
 * traffic of other clients, during which the data may change.
 */

import { isNamedAsKey } from '../model/columns.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import type { Column } from '../model/oracle/column.js';
import type { ExportRelation } from '../topic.js';
import type { RelationWithFacts, SharedViolation } from './relation.js';

/**
 * A page that was returned unchanged more than once. The list contained it from the time `from`,
 * when its first response was received, to the time `to`, when its last request was sent. Both are
 * in milliseconds since 1970.
 */
interface UnchangedPage {
  readonly exchange: Exchange;
  /** The same exchange, reduced to the keys of the records. */
  readonly keysOnly: Exchange;
  readonly from: number;
  to: number;
}

/** After a longer time between two equal responses, the list may have changed and changed back. */
const MAX_PAUSE_MS = 60_000;

/**
 * Makes a relation that also works in foreign traffic, where the data may change at any time.
 * There, two pages are compared only if each was returned twice, unchanged, in overlapping periods.
 * Only keys are compared, because other values may change and change back. Warnings are not
 * reported.
 */
export const alsoInForeignTraffic =
  (relation: RelationWithFacts): ExportRelation =>
  (exchanges, known, { note }) => {
    if (known === undefined) return [];
    return known.survey.foreignTraffic === undefined
      ? relation(exchanges, known, note)
      : inForeignTraffic(relation, exchanges, known, note);
  };

function inForeignTraffic(
  relation: RelationWithFacts,
  exchanges: readonly Exchange[],
  facts: Known,
  note: () => void,
): readonly SharedViolation[] {
  const { key, unchanged } = comparablePages(exchanges, facts);
  if (key === undefined) return [];
  const known = { ...facts, survey: { ...facts.survey, key } };
  return unchanged.flatMap((candidate, at) => {
    const others = unchanged
      .slice(at + 1)
      .filter(({ from, to }) => from < candidate.to && to > candidate.from);
    const pages = new Map([candidate, ...others].map((one) => [one.keysOnly, one.exchange]));
    return relation([...pages.keys()], known, note)
      .filter(
        ({ atMost, exchanges: shown }) =>
          atMost === undefined && shown.includes(candidate.keysOnly),
      )
      .map((found) => ({
        ...found,
        exchanges: found.exchanges.flatMap((one) => pages.get(one) ?? []),
      }));
  });
}

interface Comparable {
  readonly key: Column | undefined;
  readonly unchanged: readonly UnchangedPage[];
}

/** The comparable pages are kept, because several relations use them for the same exchanges. */
const comparable = new WeakMap<readonly Exchange[], Comparable>();

function comparablePages(exchanges: readonly Exchange[], facts: Known): Comparable {
  const before = comparable.get(exchanges);
  if (before !== undefined) return before;
  const repeated = repeatedIn(exchanges);
  const key = repeated.length === 0 ? undefined : keyOf(exchanges, facts);
  const found = { key, unchanged: key === undefined ? [] : unchangedPages(repeated, key) };
  comparable.set(exchanges, found);
  return found;
}

function repeatedIn(exchanges: readonly Exchange[]): readonly Exchange[] {
  const counts = new Map<string, number>();
  const addresses = exchanges.map(({ answer }) => sortedAddress(answer.request.url));
  for (const address of addresses) counts.set(address, (counts.get(address) ?? 0) + 1);
  return exchanges.filter((_, at) => (counts.get(addresses[at] ?? '') ?? 0) > 1);
}

/** Sorts the parameters, because their order is not significant. */
function sortedAddress(url: string): string {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  return [path, ...query.split('&').sort()].join('&');
}

/** Returns a column that is named like a key and has unique values on every page. */
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

function unchangedPages(
  exchanges: readonly Exchange[],
  { name }: Column,
): readonly UnchangedPage[] {
  const seen = new Map<string, UnchangedPage>();
  const unchanged = new Set<UnchangedPage>();
  for (const exchange of exchanges.toSorted((a, b) => a.answer.receivedAt - b.answer.receivedAt)) {
    const { question, page, answer } = exchange;
    if (page === undefined || question.groupBy !== undefined || answer.sentAt === 0) continue;
    const records = page.records.map((record) => ({ [name]: record[name] }));
    const keysOnly = { ...exchange, page: { ...page, records } };
    const content = JSON.stringify([question, page.meta, records]);
    const before = seen.get(content);
    if (before === undefined || answer.sentAt - before.to > MAX_PAUSE_MS)
      seen.set(content, { exchange, keysOnly, from: answer.receivedAt, to: answer.sentAt });
    else {
      before.to = answer.sentAt;
      unchanged.add(before);
    }
  }
  return [...unchanged];
}
