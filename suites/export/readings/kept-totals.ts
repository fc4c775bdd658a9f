/** Totals that a server caches under a key that lacks a part of the request. */

import { grouped, memoizedByObject } from '../../../src/memoized.js';
import { JSON_API, type ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Known } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { expectedRecords } from '../model/expected-records.js';
import { filterIn } from '../model/request.js';
import { possiblyBefore } from './before.js';
import { isResponseTo } from './judge.js';
import { type ExportReading, onEachCriterion } from './reading.js';

/** The parts of a request that the key may lack. */
const KEYS: readonly (readonly [
  id: string,
  words: string,
  without: (question: ProductsQuestion) => ProductsQuestion,
])[] = [
  [
    'modes',
    'with the same criteria, but other modes',
    (question) => ({
      ...question,
      filter: question.filter && {
        groups: question.filter.groups.map(({ criteria }) => ({ criteria })),
      },
    }),
  ],
  [
    'top-mode',
    'with the same groups, but another mode between them',
    (question) => ({
      ...question,
      filter: question.filter && { groups: question.filter.groups },
    }),
  ],
  [
    'values',
    'with the same columns and operators, but other values',
    onEachCriterion((criterion) => ({ ...criterion, value: '' })),
  ],
  ['filters', 'with other filters', (question) => ({ ...question, filter: undefined })],
];

/** The parts of a request on which its right total depends, as a text. */
const keyOf = ({ filter, route, destination, destinationId }: ProductsQuestion): string =>
  JSON.stringify([filter?.mode ?? 'AND', filter?.groups, route, destination?.id, destinationId]);

/** The right total of a list without groups. Undefined if it is not certain. */
function rightTotal(question: ProductsQuestion, known: Known): number | undefined {
  const { survey, comparisonRules } = known;
  // The data of another destination is not known.
  const isOwn = (question.destination ?? question.destinationId) === undefined;
  if (!survey.complete || question.groupBy !== undefined || !isOwn) return undefined;
  const filter = filterIn(question, known) ?? { groups: [] };
  const { required, optional } = expectedRecords(filter, survey, comparisonRules);
  return optional.length === 0 ? required.length : undefined;
}

const countedIn = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter(({ page }) => page?.meta !== undefined);

const byTotal = memoizedByObject((exchanges: readonly Exchange[]) =>
  grouped(countedIn(exchanges), ({ page }) => page?.meta?.total),
);

export const keptTotalReadings = (exchanges: readonly Exchange[]): readonly ExportReading[] => {
  return KEYS.map(([id, words, without]) => {
    const keyBy = memoizedByObject(({ question }: Exchange) => keyOf(without(question)));
    const byKey = memoizedByObject((all: readonly Exchange[]) => grouped(countedIn(all), keyBy));
    return {
      id: `kept-totals.${id}`,
      mistake: 'kept-totals',
      clause: 'EXP-LIST-7',
      also: ['EXP-LIST-11', 'EXP-FILT-9', 'EXP-FILT-10', 'EXP-FILT-16', 'EXP-FILT-17'],
      sentence: `\`meta.total\` is that of an earlier request ${words}`,
      requires: 'each request must get its own total',
      touches: ({ accept = JSON_API, groupBy }) => accept === JSON_API && groupBy === undefined,
      response(exchange, known) {
        const { question, page } = exchange;
        // A right total shows nothing: the cached one may have expired.
        if (exchange.compare(known).deviation === undefined) return undefined;
        const right = rightTotal(question, known);
        if (page?.meta === undefined || right === undefined || page.meta.total === right)
          return undefined;
        const { total } = page.meta;
        const key = keyBy(exchange);
        // Few responses have the same total, so this is found out quickly.
        const alike = byTotal(exchanges).get(total) ?? [];
        if (!alike.some((one) => one !== exchange && keyBy(one) === key)) return false;
        const before = possiblyBefore(exchange, byKey(exchanges).get(key) ?? []);
        if (!before.some((one) => one.page?.meta?.total === total)) return false;
        const repaired = { ...page, meta: { ...page.meta, total: right } };
        return isResponseTo({ ...exchange, page: repaired }, question, known);
      },
    };
  });
};
