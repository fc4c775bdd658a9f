import { deviates } from '../../../src/harness/suite.js';
import {
  type Criterion,
  describeFilter,
  type Filter,
  isNegation,
  type Operator,
  only,
  type Scalar,
  where,
} from '../../../src/protocol/export/filter.js';
import type { Survey } from '../model/data.js';
import { type Column, cellValue, holdsDays, textsOf } from '../model/oracle/column.js';
import type { ComparisonRules } from '../model/oracle/criterion.js';
import { type ProductPage, totalOf } from '../survey/ask.js';

/** A relation between the totals of filters that holds whatever the data is. */
export interface MetamorphicRelation {
  readonly name: string;
  /**
   * The totals of these, less the totals of those, come to `sum`, or to so many at most. Default:
   * to nothing.
   */
  readonly these: readonly Filter[];
  readonly those: readonly Filter[];
  readonly sum?: number;
  readonly most?: number;
  /**
   * Nothing is said where this filter does not count so many: then it is not understood as it
   * should be.
   */
  readonly understood?: { readonly filter: Filter; readonly total: number };
}

/**
 * Counts the matches of a filter at one record a page; undefined where the target refuses the
 * filter, which is judged elsewhere.
 */
export type Count = (filter: Filter) => Promise<ProductPage | undefined>;

/** Throws where a relation does not hold. */
export async function judgeRelation(relation: MetamorphicRelation, count: Count): Promise<void> {
  const { name, these, those, most, sum = 0, understood } = relation;
  const known = understood && (await count(understood.filter));
  if (understood !== undefined && (known === undefined || totalOf(known) !== understood.total))
    return;
  const pages: ProductPage[] = [];
  for (const filter of [...these, ...those]) {
    const page = await count(filter);
    if (page === undefined) return;
    pages.push(page);
  }
  const totals = pages.map(totalOf);
  const found = totals.reduce(
    (all, total, at) => (at < these.length ? all + total : all - total),
    0,
  );
  if (most === undefined ? found === sum : found <= most) return;
  const bound = pages.length > 1 ? '' : most === undefined ? `: ${sum}` : `: ${most} at most`;
  const shown = [...these, ...those]
    .map((filter, at) => `${totals[at]} for ${describeFilter(filter)}`)
    .join(', ');
  deviates(`${name}${bound}`, shown, ...pages.map(({ answer }) => answer));
}

export const adds = (
  name: string,
  these: readonly Filter[],
  those: readonly Filter[] = [],
  more: Partial<MetamorphicRelation> = {},
): MetamorphicRelation => ({ name, these, those, ...more });

/** `IN` is `=` with each of the values, combined by OR. */
export const listIsOr = (name: string, values: readonly Scalar[]): MetamorphicRelation =>
  adds(
    `IN is OR on ${name}`,
    [either(...values.map((value) => where(name, '=', value)))],
    [only(where(name, 'IN', values.toReversed()))],
  );

export const betweenIsBoth = (name: string, low: Scalar, high: Scalar): MetamorphicRelation =>
  adds(
    `BETWEEN is >= and <= on ${name}`,
    [only(where(name, 'BETWEEN', [low, high]))],
    [only(where(name, '>=', low), where(name, '<=', high))],
  );

export const either = (...criteria: readonly Criterion[]): Filter => ({
  groups: [{ mode: 'OR', criteria }],
});
export const groups = (mode: 'AND' | 'OR', ...criteria: readonly Criterion[]): Filter => ({
  mode,
  groups: criteria.map((criterion) => ({ criteria: [criterion] })),
});

export interface Facts {
  readonly survey: Survey;
  readonly comparisonRules: ComparisonRules;
  /** Whether null can be written. */
  readonly nullable: boolean;
}

/** `p` and its negation are disjoint and, with the nulls, the whole. */
export function partition(
  column: string,
  operator: Operator,
  negation: Operator,
  value: Criterion['value'],
  { survey, comparisonRules, nullable }: Facts,
): MetamorphicRelation {
  const nulls = survey.columns.get(column)?.nulls ?? 0;
  const negated = isNegation(negation) ? comparisonRules.nulls(negation) : 'out';
  const name = `${operator} and ${negation} on ${column}${negated === 'out' ? ' with its nulls' : ''} add up to all ${survey.total}`;
  const these = [only(where(column, operator, value)), only(where(column, negation, value))];
  if (negated === 'in' || (survey.complete && nulls === 0))
    return adds(name, these, [], { sum: survey.total });
  if (survey.complete && negated === 'out')
    return adds(name, these, [], { sum: survey.total - nulls });
  return nullable && negated === 'out'
    ? adds(name, [...these, only(where(column, 'IS', null))], [], { sum: survey.total })
    : adds(`${name} at most`, these.slice(0, 1), [{ groups: [] }], { most: 0 });
}

/** Columns of dates that are asked about. */
const MOST = 2;

/** What holds of dates, whatever type they have: they are text as they are served. */
export const dateRelations = (survey: Survey): readonly MetamorphicRelation[] =>
  [...survey.columns.values()]
    .filter((column) => holdsDays(column))
    .slice(0, MOST)
    .flatMap((days) => onDates(days, survey));

function onDates(days: Column, { complete, records }: Survey): readonly MetamorphicRelation[] {
  const { name } = days;
  const texts = textsOf(days).toSorted();
  // A time of a day of which an earlier one is held.
  const twin = texts.find(
    (text, at) => at > 0 && text.length > 10 && texts[at - 1]?.slice(0, 10) === text.slice(0, 10),
  );
  const day = twin ?? texts[1] ?? texts[0] ?? '';
  const is = (operator: Operator): Criterion => where(name, operator, day);
  const count = (fits: (text: string) => boolean): number =>
    records
      .map((record) => String(cellValue(record, name) ?? ''))
      .filter((text) => text !== '' && fits(text)).length;
  // A date without a time, or with its zone, is equal to itself alone: not to all of its day or its
  // year. Nothing says that a filter knows a date as it is served.
  const most =
    complete && isSure(day)
      ? count((text) => Date.parse(text) === Date.parse(day))
      : Number.POSITIVE_INFINITY;
  const alone = adds(`= matches only that date on ${name}`, [only(is('='))], [], { most });
  // Whatever a date is shown with: what is equal to it is neither before nor after it.
  const around = [is('<='), is('>='), where(name, 'BETWEEN', [day, day])];
  const within = adds(
    `= is within <=, >= and BETWEEN on ${name}`,
    [only(is('='))],
    [only(is('='), ...around)],
  );
  const sorts = new Set(texts.map((text) => `${text.length} ${HAS_ZONE.exec(text)?.[0] ?? ''}`));
  if (!complete || sorts.size > 1 || texts.length < 3 || !isSure(texts[0] ?? ''))
    return [alone, within];
  // Where a filter knows a date as it is served, what is before and after it is counted: dates
  // stand in one order, as text and as dates.
  const understood = { filter: only(is('=')), total: count((text) => text === day) };
  const [after, before] = [count((text) => text > day), count((text) => text < day)];
  return [
    ...[alone, within],
    adds(
      `BETWEEN counts what lies between on ${name}`,
      [only(where(name, 'BETWEEN', [day, day]))],
      [],
      {
        sum: understood.total,
        understood,
      },
    ),
    adds(`> counts what is after on ${name}`, [only(is('>'))], [], { sum: after, understood }),
    adds(`< counts what is before on ${name}`, [only(is('<'))], [], { sum: before, understood }),
  ];
}

/** Without its zone a time may be served in another than it is compared in. */
const isSure = (day: string): boolean => day.length === 10 || HAS_ZONE.test(day);
const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/;
