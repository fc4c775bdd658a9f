import { type Criterion, type Operator, only, where } from '../../../src/protocol/export/filter.js';
import { type Column, cellValue, holdsDays, textsOf } from '../oracle/column.js';
import type { Survey } from '../survey/data.js';
import { adds, type MetamorphicRelation } from './metamorphic-relations.js';

/** Columns of dates that are asked about. */
const MOST = 2;

/** What holds of dates, whatever type they have: they are text as they are served. */
export const dateRelations = (survey: Survey): readonly MetamorphicRelation[] =>
  [...survey.columns.values()]
    .filter((column) => holdsDays(column))
    .slice(0, MOST)
    .flatMap((days) => {
      const texts = textsOf(days).toSorted();
      const day = twinOf(texts) ?? texts[1] ?? texts[0] ?? '';
      return [onNoOther(days, day, survey), onTheDay(days.name, day), ...beforeAndAfter(days, day, survey)];
    });

/** A time of a day of which an earlier one is held. */
const twinOf = (texts: readonly string[]): string | undefined =>
  texts.find((text, at) => at > 0 && text.length > 10 && texts[at - 1]?.slice(0, 10) === text.slice(0, 10));

/** Whatever a date is shown with: what is equal to it is neither before nor after it. */
function onTheDay(name: string, day: string): MetamorphicRelation {
  const is = (operator: Operator): Criterion => where(name, operator, day);
  const around = [is('<='), is('>='), where(name, 'BETWEEN', [day, day])];
  return adds(`= is within <=, >= and BETWEEN on ${name}`, [only(is('='))], [only(is('='), ...around)]);
}

/**
 * A date without a time, or with its zone, is equal to itself alone: not to all of its day or its year. Nothing says that
 * a filter knows a date as it is served.
 */
function onNoOther(days: Column, day: string, { complete, records }: Survey): MetamorphicRelation {
  const same = records.filter((record) => Date.parse(String(cellValue(record, days.name))) === Date.parse(day)).length;
  const most = complete && isSure(day) ? same : Number.POSITIVE_INFINITY;
  return adds(`= matches only that date on ${days.name}`, [only(where(days.name, '=', day))], [], { most });
}

/**
 * Where a filter knows a date as it is served, what is before and after it is counted: dates stand in one order, as text
 * and as dates.
 */
function beforeAndAfter(days: Column, day: string, { complete, records }: Survey): readonly MetamorphicRelation[] {
  const texts = textsOf(days);
  const sorts = new Set(texts.map((text) => `${text.length} ${HAS_ZONE.exec(text)?.[0] ?? ''}`));
  if (!complete || sorts.size > 1 || texts.length < 3 || !isSure(texts[0] ?? '')) return [];
  const held = records.flatMap((record) => textOf(cellValue(record, days.name)));
  const count = (is: (text: string) => boolean): number => held.filter(is).length;
  const understood = { filter: only(where(days.name, '=', day)), total: count((text) => text === day) };
  const counts = (operator: Operator, when: string, is: (text: string) => boolean): MetamorphicRelation =>
    adds(`${operator} counts what is ${when} on ${days.name}`, [only(where(days.name, operator, day))], [], {
      sum: count(is),
      understood,
    });
  return [counts('>', 'after', (text) => text > day), counts('<', 'before', (text) => text < day)];
}

const textOf = (value: unknown): readonly string[] => (typeof value === 'string' && value !== '' ? [value] : []);

/** Without its zone a time may be served in another than it is compared in. */
const isSure = (day: string): boolean => day.length === 10 || HAS_ZONE.test(day);
const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/;
