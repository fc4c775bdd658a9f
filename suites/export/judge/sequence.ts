import { longNumbers } from '../../../src/protocol/export/product-page.js';
import { isNamedAsKey } from '../model/columns.js';
import type { Known, Survey } from '../model/data.js';
import type { Exchange } from '../model/exchange.js';
import { showRecords } from '../model/expected-records.js';
import { clausesFor, surveyFor, withoutRange } from '../model/matching.js';
import { mistakesIn } from '../model/mistakes.js';
import { type Column, isNull } from '../model/oracle/column.js';
import { grouped } from '../model/oracle/memoized.js';
import { findDisorder, placementsOfNulls } from '../model/oracle/order.js';
import { judgeAnswer } from './any-answer.js';
import type { Relation, Together } from './violation.js';

/**
 * EXP-SORT-1: what comes in a later window of one order belongs later, even where the whole is not
 * known.
 */
export const inSequence: Relation = (exchanges, known) => {
  if (known.whole.contradiction !== undefined) return [];
  const ordered = exchanges.filter(
    (exchange) => exchange.question.orderBy !== undefined && isRightWindow(exchange, known),
  );
  return [...new Set([known.whole, known.survey])].flatMap((part) =>
    [...part.columns.values()].flatMap((column): readonly Together[] => {
      const windows = ordered.filter(
        ({ question }) =>
          question.orderBy === known.orderBy(column) && surveyFor(question, known) === part,
      );
      const found = nullsApart(windows, column, part) ?? outOfSequence(windows, column, part);
      return found === undefined ? [] : [{ clause: 'EXP-SORT-1', ...found }];
    }),
  );
};

/**
 * A page of the whole list, or of the whole key range, of the own destination on the v2 route that
 * breaks no rule by itself.
 */
function isRightWindow(exchange: Exchange, known: Known): boolean {
  const { question, answer, target, page } = exchange;
  const { route, filter, groupBy, destination, headers, extra } = withoutRange(question, known);
  if ([route, filter, groupBy, destination, headers, extra].some((one) => one !== undefined))
    return false;
  if (page === undefined || !answer.ok || mistakesIn(target, question)?.length !== 0) return false;
  const violation = judgeAnswer(exchange, known);
  return violation === undefined || violation.atMost !== undefined;
}

/**
 * EXP-LIST-8: no record stands in two windows that touch; without an order a warning, for replicas
 * may differ.
 */
export const repeated: Relation = (exchanges, known, note) => {
  const { key, contradiction } = known.survey;
  if (contradiction !== undefined) return [];
  // A column that tells all records of a sample apart may not tell those of the whole.
  if (key === undefined || !(known.whole.complete || isNamedAsKey(key))) return [];
  const plain = exchanges.filter(({ page, question: { limit, offset, orderBy, ...others } }) => {
    const isPlain = Object.values(others).every((one) => one === undefined) && limit !== undefined;
    return (
      isPlain && page !== undefined && (orderBy === undefined || orderBy === known.orderBy(key))
    );
  });
  const lists = grouped(plain, ({ question: { limit, orderBy } }) => `${limit} ${orderBy}`);
  return [...lists.values()].flatMap((windows): readonly Together[] => {
    const apart = apartFrom(windows);
    if (apart.length > 1) note('EXP-LIST-8');
    const seen = new Map<unknown, Exchange>();
    for (const window of apart)
      for (const record of window.page?.records ?? []) {
        const before = seen.get(record[key.name]);
        const isTwice = before !== undefined && before !== window;
        seen.set(record[key.name], window);
        if (!isTwice) continue;
        const actual = `${showRecords([record], [], known.survey)} at offset ${startOf(window)} and before`;
        const violation = {
          expected: 'each record on one page',
          actual,
          exchanges: [before, window],
        };
        const isOrdered = window.question.orderBy !== undefined;
        return [
          {
            clause: 'EXP-LIST-8',
            ...violation,
            ...(isOrdered ? {} : { atMost: 'warning' as const }),
          },
        ];
      }
    return [];
  });
};

/** Windows none of which begins before the end of another. */
function apartFrom(windows: readonly Exchange[]): readonly Exchange[] {
  let end = 0;
  return windows
    .toSorted((a, b) => startOf(a) - startOf(b))
    .filter((window) => {
      const isApart = startOf(window) >= end;
      if (isApart) end = startOf(window) + (window.page?.records.length ?? 0);
      return isApart;
    });
}

const startOf = ({ question: { offset = 0 } }: Exchange): number => Number(offset);

function outOfSequence(
  windows: readonly Exchange[],
  column: Column,
  survey: Survey,
): Omit<Together, 'clause'> | undefined {
  const apart = apartFrom(windows);
  // Nulls stand at either end, which may be the end of one window and the beginning of another.
  const records = apart
    .flatMap(({ page }) => page?.records ?? [])
    .filter((record) => !isNull(record, column));
  const disorder = findDisorder(records, column);
  if (disorder === undefined || apart.length < 2) return undefined;
  if (findDisorder(records, column, -1) === undefined)
    return {
      expected: `${column.name} ascending`,
      actual: 'descending',
      atMost: 'warning',
      exchanges: apart,
    };
  return {
    expected: `windows of one list ordered by ${column.name}`,
    actual: showRecords([disorder.first, disorder.second], [column.name], survey),
    exchanges: apart,
  };
}

/** Nulls stand at one end of the list, whichever window of it is asked for. */
function nullsApart(
  windows: readonly Exchange[],
  column: Column,
  { complete, records }: Survey,
): Omit<Together, 'clause'> | undefined {
  if (!complete || column.nulls === 0 || column.blanks > 0) return undefined;
  const told = windows.map((window) => ({
    window,
    ends: placementsOfNulls(window.page?.records ?? [], startOf(window), records, column),
  }));
  const first = told.find(({ ends }) => ends.length === 1);
  const other = told.find(({ ends }) => ends.length === 1 && ends[0] !== first?.ends[0]);
  if (first === undefined || other === undefined) return undefined;
  return {
    expected: `the nulls of ${column.name} together at one end of the list`,
    actual: `${first.ends[0]} in one window and ${other.ends[0]} in another`,
    exchanges: [first.window, other.window],
  };
}

/**
 * Whole numbers beyond 2^53, which doubles do not tell apart, are the same digit by digit whichever
 * way they are asked for.
 */
export const sameDigits: Relation = (exchanges, known) => {
  const { key } = known.survey;
  if (key === undefined) return [];
  const seen = new Map<string, { readonly digits: string; readonly exchange: Exchange }>();
  for (const exchange of exchanges) {
    const { groupBy, destination, accept, route = 'v2' } = exchange.question;
    if (exchange.page === undefined || groupBy !== undefined || destination !== undefined) continue;
    for (const [at, numbers] of longNumbers(exchange.answer).entries())
      for (const [column, digits] of numbers) {
        const of = `${column} of ${key.name} ${exchange.page.records[at]?.[key.name]}`;
        const before = seen.get(of);
        if (before === undefined) seen.set(of, { digits, exchange });
        else if (before.digits !== digits && Number(before.digits) === Number(digits)) {
          const { question } = before.exchange;
          const isOfFormat = question.accept !== accept && (question.route ?? 'v2') === route;
          const clause = isOfFormat ? 'EXP-NEG-4' : clausesFor(exchange.question, known).records;
          const expected = `${before.digits} as ${of}, as before`;
          return [{ clause, expected, actual: digits, exchanges: [before.exchange, exchange] }];
        }
      }
  }
  return [];
};
