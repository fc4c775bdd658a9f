import { expect, it } from 'vitest';
import { only, where } from '../../../src/protocol/export/filter.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import { KNOWN, listOf, RECORDS, responseTo } from '../../../tests/export/exchange-of.js';
import type { Exchange } from '../model/exchange.js';
import { keptStateReadings } from './kept-state.js';

/** The verdict of the reading about this part on the last of the exchanges. */
function verdict(part: string, ...exchanges: readonly Exchange[]): boolean | undefined {
  const reading = keptStateReadings(exchanges, KNOWN).find(({ id }) => id === `kept-state.${part}`);
  const last = exchanges.at(-1);
  if (reading === undefined || last === undefined) throw new Error(`no reading about ${part}`);
  return reading.touches(last.question) ? reading.response?.(last, KNOWN) : undefined;
}

const all = { total: RECORDS.length };
const page = (question: ProductsQuestion, from: number, number: number): Exchange =>
  listOf(question, RECORDS.slice(from), { ...all, offset: from }, number);

it('predicts the offset of the request before it', () => {
  const before = page({ offset: 2 }, 2, 1);
  expect(verdict('offset', before, page({}, 2, 2))).toBe(true);
  expect(verdict('offset', before, page({}, 0, 2))).toBe(false);
  expect(verdict('offset', before, page({ offset: 1 }, 1, 2))).toBeUndefined();
  expect(verdict('offset', page({}, 0, 1), page({}, 2, 2))).toBeUndefined();
  // Another request is between them.
  expect(verdict('offset', before, page({}, 2, 2), page({}, 2, 3))).toBeUndefined();
});

it('takes 0 for none only if the mistake does', () => {
  const exchanges = [page({ offset: 2 }, 2, 1), page({ offset: 0 }, 2, 2)];
  expect(verdict('offset', ...exchanges)).toBeUndefined();
  expect(verdict('offset-or-zero', ...exchanges)).toBe(true);
});

it('predicts the filter of the request before it', () => {
  const filter = only(where('price', '>', 30));
  const before = listOf({ filter }, RECORDS.slice(3), {}, 1);
  expect(verdict('filter', before, listOf({}, RECORDS.slice(3), {}, 2))).toBe(true);
  expect(verdict('filter', before, listOf({}, RECORDS, {}, 2))).toBe(false);
  // If the filter selects nothing, an empty list came instead of the whole one.
  const none = only(where('price', '>', 90));
  const empty = listOf({}, [], {}, 2);
  expect(verdict('filter', listOf({ filter: none }, [], {}, 1), empty)).toBe(true);
});

it('predicts the last `limit` and the last `offset` of earlier requests', () => {
  const last = (...exchanges: readonly Exchange[]) => verdict('each-until-next', ...exchanges);
  const some = (question: ProductsQuestion, from: number, limit: number, number: number) =>
    listOf(question, RECORDS.slice(from, from + limit), { ...all, offset: from, limit }, number);
  const [two, one, none] = [
    some({ limit: 2, offset: 0 }, 0, 2, 1),
    some({ limit: 2, offset: 1 }, 1, 2, 2),
    some({ offset: 2 }, 2, 2, 3),
  ];
  expect(last(two, one, none)).toBe(true);
  expect(last(two, one, none, some({}, 2, 2, 4))).toBe(true);
  expect(last(two, one, none, some({}, 1, 2, 4))).toBe(false);
  // The last offset is 0, so the response is right for the request itself and shows nothing.
  expect(last(two, some({ limit: 2 }, 0, 2, 2))).toBeUndefined();
  expect(last(some({ limit: 2 }, 0, 2, 1), some({}, 0, 2, 2))).toBeUndefined();
});

it('explains the refusal of a value that an earlier request had', () => {
  const refused = (number: number) => responseTo({}, { status: 400, number });
  const before = (search: string) => responseTo({ search }, { status: 400, number: 1 });
  expect(verdict('each-until-next', before('limit=2.5'), refused(2))).toBe(true);
  expect(verdict('each-until-next', before('limit=5&limit=no'), refused(2))).toBe(true);
  const usual = page({ limit: 5 }, 0, 1);
  expect(verdict('each-until-next', usual, refused(2))).toBeUndefined();
});

it('takes the window that `meta` states, if the records show nothing', () => {
  const before = page({ limit: 3, offset: 2 }, 2, 1);
  // It is not known which records another column selects.
  const question = { filter: only(where('unknown', '=', 1)) };
  const stated = (offset: number) =>
    verdict('each-until-next', before, listOf(question, [], { limit: 3, offset }, 2));
  expect(stated(2)).toBe(true);
  expect(stated(1)).toBeUndefined();
  // A conforming response to what the document leaves open refutes nothing.
  expect(verdict('each-until-next', before, listOf(question, [], {}, 2))).toBeUndefined();
});

it('predicts that the values of earlier paths select, too', () => {
  const [first, second] = RECORDS;
  const path = (record: typeof first, came: typeof RECORDS, number: number) =>
    listOf({ route: { column: 'id', value: String(record?.id) } }, came, {}, number);
  const growing = (came: typeof RECORDS) => {
    const exchanges = [
      path(first, RECORDS.slice(0, 1), 1),
      path(second, [], 2),
      path(first, [], 3),
      path(second, [], 4),
      path(second, came, 5),
    ];
    return keptStateReadings(exchanges, KNOWN)
      .find(({ id }) => id === 'kept-state.growing-paths')
      ?.response?.(exchanges[4] ?? path(first, [], 6), KNOWN);
  };
  expect(growing([])).toBe(true);
  expect(growing(RECORDS.slice(1, 2))).toBe(false);
});
