import {
  type Criterion,
  type Filter,
  type Operator,
  only,
  where,
} from '../../../src/protocol/export/filter.js';
import type { Survey } from '../model/data.js';
import { type Column, cellValue, hasOnlyDates, textsOf } from '../model/oracle/column.js';
import { type MetamorphicRelation, relationOfTotals } from './metamorphic-relations.js';

const MAX_COLUMNS = 2;

/**
 * Relations between totals of filters on dates. They hold whether the server stores the dates as
 * text or as dates.
 */
export const dateRelations = (survey: Survey): readonly MetamorphicRelation[] =>
  [...survey.columns.values()]
    .filter((column) => hasOnlyDates(column))
    .slice(0, MAX_COLUMNS)
    .flatMap((days) => onDates(days, survey));

/**
 * Filters with `=` and a returned date, one for each tested date column. The relations of
 * `dateRelations` contain these filters, too.
 */
export const datesAsServed = ({ columns }: Survey): readonly Filter[] =>
  [...columns.values()]
    .filter((column) => hasOnlyDates(column))
    .slice(0, MAX_COLUMNS)
    .map((days) => only(where(days.name, '=', dayIn(days))));

/** Returns a date of the column, if possible the later of two times on the same day. */
function dayIn(days: Column): string {
  const texts = textsOf(days).toSorted();
  const laterOnSameDay = texts.find(
    (text, at) => at > 0 && text.length > 10 && texts[at - 1]?.slice(0, 10) === text.slice(0, 10),
  );
  return laterOnSameDay ?? texts[1] ?? texts[0] ?? '';
}

function onDates(days: Column, { complete, records }: Survey): readonly MetamorphicRelation[] {
  const { name } = days;
  const texts = textsOf(days).toSorted();
  const day = dayIn(days);
  const is = (operator: Operator): Criterion => where(name, operator, day);
  const count = (fits: (text: string) => boolean): number =>
    records
      .map((record) => String(cellValue(record, name) ?? ''))
      .filter((text) => text !== '' && fits(text)).length;
  // A date without a time must not match every time of its day. A time with a zone must match only
  // the same moment. There may be fewer matches, because some servers return dates in a form that
  // their filters do not understand.
  const most =
    complete && hasClearTime(day)
      ? count((text) => Date.parse(text) === Date.parse(day))
      : Number.POSITIVE_INFINITY;
  const alone = relationOfTotals(`= matches only equal dates on ${name}`, [only(is('='))], [], {
    most,
  });
  // A record that matches `=` must also match `<=`, `>=` and `BETWEEN` with the date as both
  // bounds.
  const around = [is('<='), is('>='), where(name, 'BETWEEN', [day, day])];
  const within = relationOfTotals(
    `a match of = also matches <=, >= and BETWEEN on ${name}`,
    [only(is('='))],
    [only(is('='), ...around)],
  );
  const forms = new Set(texts.map((text) => `${text.length} ${ZONE_AT_END.exec(text)?.[0] ?? ''}`));
  if (!complete || forms.size > 1 || texts.length < 3) return [alone, within];
  // If a filter with `=` does not find the date, the server compares dates in another form, and the
  // following relations are skipped.
  const understood = { filter: only(is('=')), total: count((text) => text === day) };
  const between = relationOfTotals(
    `BETWEEN matches the dates between its bounds on ${name}`,
    [only(where(name, 'BETWEEN', [day, day]))],
    [],
    { difference: understood.total, understood },
  );
  if (!hasClearTime(texts[0] ?? '')) return [alone, within, between];
  // Dates of one form have the same order as texts and as dates, so the numbers of earlier and
  // later dates are known.
  const after = count((text) => text > day);
  const before = count((text) => text < day);
  return [
    alone,
    within,
    between,
    relationOfTotals(`> matches all later dates on ${name}`, [only(is('>'))], [], {
      difference: after,
      understood,
    }),
    relationOfTotals(`< matches all earlier dates on ${name}`, [only(is('<'))], [], {
      difference: before,
      understood,
    }),
  ];
}

/** A time without a zone is not clear: it may be served in one zone and compared in another. */
const hasClearTime = (day: string): boolean => day.length === 10 || ZONE_AT_END.test(day);
const ZONE_AT_END = /(?:Z|[+-]\d{2}:?\d{2})$/;
