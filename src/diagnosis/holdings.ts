/** Collects the data of the target from recorded responses. */

import type { Answer } from '../http/index.js';
import type { ProductsQuestion } from '../protocol/export/question.js';
import { readQuestion } from '../protocol/export/read-question.js';
import { PLATFORM_PATH } from '../protocol/platform/question.js';
import { numberOfValue } from '../schema/json-value.js';
import type {
  Destination,
  ExportTarget,
  PlatformTarget,
  ProductRecord,
} from '../settings/target.js';
import { canonical, itemsIn } from './aspects.js';

const isRecord = (value: unknown): value is ProductRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const itemsOf = (answer: Answer): readonly ProductRecord[] => itemsIn(answer.json).filter(isRecord);

/**
 * Returns the fixture if it belongs to this destination, or else the records on plain pages
 * (without filters, orders and groups). Large pages come first, and other pages fill the gaps.
 * Returns undefined if no record is known.
 */
export function recordsOf(
  destination: Destination,
  target: ExportTarget,
  answers: readonly Answer[],
): readonly ProductRecord[] | undefined {
  if (destination.id === target.destination?.id && target.fixture !== undefined)
    return target.fixture;
  const pages = answers.flatMap((answer) => {
    const question = answer.ok ? readQuestion(answer.request, target) : undefined;
    if (question === undefined || !isPlainPage(question, destination, target)) return [];
    const records = itemsOf(answer);
    return records.length === 0 ? [] : [{ offset: Number(question.offset ?? 0), records }];
  });
  pages.sort((a, b) => b.records.length - a.records.length || a.offset - b.offset);
  const placed = new Map<number, ProductRecord>();
  const seen = new Set<string>();
  for (const { offset, records } of pages)
    for (const [index, record] of records.entries()) {
      const identity = canonical(record);
      if (placed.has(offset + index) || seen.has(identity)) continue;
      seen.add(identity);
      placed.set(offset + index, record);
    }
  if (placed.size === 0) return undefined;
  return [...placed].sort(([a], [b]) => a - b).map(([, record]) => record);
}

/**
 * Whether a request asks only for a window of the destination's records, with the configured token.
 */
function isPlainPage(
  question: ProductsQuestion,
  { id }: Destination,
  target: ExportTarget,
): boolean {
  const {
    route = 'v2',
    filter,
    orderBy,
    groupBy,
    token,
    destinationId,
    siteId,
    channelId,
    method,
  } = question;
  const requested = question.destination ?? target.destination;
  const others = [filter, orderBy, groupBy, token, destinationId, siteId, channelId, method];
  return (
    (route === 'v2' || route === 'legacy') &&
    requested?.id === id &&
    others.every((one) => one === undefined)
  );
}

/** Entities by collection, in the order of their ids. */
export function entitiesOf(
  { collections, baseUrl, idMember }: PlatformTarget,
  answers: readonly Answer[],
): ReadonlyMap<string, readonly { readonly id: number; readonly name: string }[]> {
  return new Map(
    collections.map((collection) => {
      const address = `${baseUrl}${PLATFORM_PATH}${collection}`;
      const found = new Map<number, ProductRecord>();
      for (const answer of answers)
        if (answer.request.url.split('?')[0] === address)
          for (const entity of itemsOf(answer)) {
            const id = numberOfValue(entity[idMember]);
            if (Number.isSafeInteger(id) && !found.has(id)) found.set(id, entity);
          }
      const entities = [...found]
        .sort(([a], [b]) => a - b)
        .map(([id, entity]) => ({ ...(entity as { readonly name: string }), id }));
      return [collection, entities];
    }),
  );
}
