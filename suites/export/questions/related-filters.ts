/** Draws random filters whose totals must be related, such as a filter and its negation. */

import fc from 'fast-check';
import { type Criterion, type Operator, only, where } from '../../../src/protocol/export/filter.js';
import { longNumbers } from '../../../src/protocol/export/product-page.js';
import { bestColumns } from '../model/columns.js';
import type { Survey } from '../model/data.js';
import { type Column, sortedNumbers, textsOf } from '../model/oracle/column.js';
import { operatorsOn } from '../wrong-readings/candidate-values.js';
import { contrastsOf } from '../wrong-readings/distinguishing-criteria.js';
import { contraryOf } from '../wrong-readings/operator-readings.js';
import { dateRelations } from './date-relations.js';
import {
  betweenIsBoth,
  either,
  type Facts,
  inOwnGroups,
  listIsOr,
  type MetamorphicRelation,
  partition,
  relationOfTotals,
} from './metamorphic-relations.js';
import { criteriaOn, type Draw, valuesOn } from './random-filters.js';

const MAX_COLUMNS = 2;

/**
 * For whole numbers beyond 2^53: a filter with the returned digits of a number finds this number,
 * or is refused. If a server converts the number to a double, it returns rounded digits, and a
 * filter with these digits finds no record.
 */
function longNumberRelations({ pages, changes }: Survey): readonly MetamorphicRelation[] {
  // The pages show the data before it changed.
  const [first] = changes === undefined ? pages : [];
  const served = new Map<string, string[]>();
  for (const numbers of first === undefined ? [] : longNumbers(first.page.answer))
    for (const [name, digits] of numbers) served.set(name, [...(served.get(name) ?? []), digits]);
  return [...served].slice(0, MAX_COLUMNS).flatMap(([name, all]) => {
    const digits = all.find((one) => all.indexOf(one) === all.lastIndexOf(one)) ?? all[0];
    if (digits === undefined || first === undefined) return [];
    const found = [only(where(name, '=', digits))];
    const shown = [first.page.answer];
    const title = `${name} = with the returned digits of a number finds its record`;
    return [relationOfTotals(title, found, [], { least: 1, shown })];
  });
}

/** Makes a relation with random values. */
type RandomRelation = (draw: Draw) => MetamorphicRelation;

/**
 * Returns random relations (`values`) and fixed relations (`examples`) between totals. Half of the
 * random relations are about combined criteria. The fixed relations are tried first, because random
 * values seldom detect the same faults. Returns undefined if the data has no usable value.
 */
export function relationsOn(facts: Facts) {
  const { survey, canFilterNull } = facts;
  const numbers = bestColumns(survey, 'number');
  const texts = bestColumns(survey, 'text');
  const [first, ...others] = [...numbers, ...texts].flatMap((column) => onColumn(column, facts));
  const criterion = criteriaOn(survey, { nulls: canFilterNull, commas: false });
  if (first === undefined || criterion === undefined) {
    // The data has too few values for random filters. For an existing and for an absent value, the
    // totals of `=` and `!=` must add up to all records.
    const contrasts = contrastsOf('=', survey);
    const examples = contrasts.map(({ column, value }) =>
      partition(where(column, '=', value), '!=', facts),
    );
    return examples.length === 0 ? undefined : { values: fc.constantFrom(...examples), examples };
  }
  const values = fc.gen().map((generate) => {
    const draw: Draw = (choices) => choices[generate(fc.nat, choices.length - 1)] ?? choices[0];
    return draw([true, false])
      ? draw([first, ...others])(draw)
      : ofTwo(criterion(draw), criterion(draw), draw);
  });
  const fixed = [
    ...numbers.slice(0, 1).flatMap((column) => onNumbers(column, facts)),
    ...texts.slice(0, 1).flatMap(onTexts),
  ];
  const examples = [...fixed, ...longNumberRelations(survey), ...dateRelations(survey)];
  return { values, examples };
}

function onColumn(column: Column, facts: Facts): readonly RandomRelation[] {
  const { name } = column;
  const kind = column.kind === 'number' ? 'number' : 'text';
  const value = valuesOn(column, false);
  if (value === undefined) return [];
  const is = (operator: Operator, bound: Criterion['value']) => only(where(name, operator, bound));
  const orEqual =
    (operator: '>' | '<'): RandomRelation =>
    (draw) => {
      const bound = value('=', draw);
      const both = [is(operator, bound), is('=', bound)];
      return relationOfTotals(
        `${name} ${operator}= ${bound} is ${operator} or = ${bound}`,
        [is(`${operator}=`, bound)],
        both,
      );
    };
  const ofNumbers: readonly RandomRelation[] = [
    orEqual('>'),
    orEqual('<'),
    (draw) => {
      const [low = 0, high = 0] = [value('BETWEEN', draw)].flat();
      return betweenIsBoth(name, low, high);
    },
    (draw) => listIsOr(name, [value('IN', draw)].flat()),
  ];
  // Each match of LIKE is also a match of ILIKE, so the total of LIKE is at most as large.
  const likeWithinIlike: RandomRelation = (draw) => {
    const like = value('LIKE', draw);
    const title = `the total of LIKE is at most the total of ILIKE on ${name}`;
    return relationOfTotals(title, [is('LIKE', like)], [is('ILIKE', like)], { most: 0 });
  };
  const { survey, comparisonRules, canFilterNull } = facts;
  // `partition` needs the number of nulls. It is known from the whole data, or requested with a
  // filter for null. It stays unknown if an empty text may be null.
  const isNullCountKnown =
    !comparisonRules.emptyMayBeNull(column) && (survey.complete || canFilterNull);
  const contraries = operatorsOn(kind).flatMap((operator): readonly RandomRelation[] => {
    const contrary = contraryOf(operator);
    return contrary === undefined
      ? []
      : [(draw) => partition(where(name, operator, value(operator, draw)), contrary, facts)];
  });
  return [
    ...(kind === 'number' ? ofNumbers : [likeWithinIlike]),
    ...(isNullCountKnown ? contraries : []),
  ];
}

const inAnyOrder = (a: Criterion, b: Criterion): MetamorphicRelation =>
  relationOfTotals('the order of criteria has no effect', [only(a, b)], [only(b, a)]);
const groupsOfOne = (a: Criterion, b: Criterion): MetamorphicRelation =>
  relationOfTotals(
    'two groups with one criterion each are equivalent to one group with both criteria',
    [inOwnGroups('AND', a, b)],
    [only(a, b)],
  );

function ofTwo(a: Criterion, b: Criterion, draw: Draw): MetamorphicRelation {
  const all = 'total(a) + total(b) = total(a AND b) + total(a OR b)';
  return draw([
    () => relationOfTotals(`${all}, in a group`, [only(a), only(b)], [only(a, b), either(a, b)]),
    () =>
      relationOfTotals(
        `${all}, across groups`,
        [only(a), only(b)],
        [inOwnGroups('AND', a, b), inOwnGroups('OR', a, b)],
      ),
    () =>
      relationOfTotals(
        'the order of groups has no effect',
        [inOwnGroups('OR', a, b)],
        [inOwnGroups('OR', b, a)],
      ),
    () => inAnyOrder(a, b),
    () => groupsOfOne(a, b),
  ])();
}

function onNumbers(
  column: Column,
  { survey, canFilterNull }: Facts,
): readonly MetamorphicRelation[] {
  const { name } = column;
  const sorted = sortedNumbers(column);
  const [low = 0, high = 0] = [
    sorted[Math.floor(sorted.length / 4)],
    sorted[Math.floor((3 * sorted.length) / 4)],
  ];
  const atLeastLow = where(name, '>=', low);
  const belowHigh = where(name, '<', high);
  const columnWithNulls = [...survey.columns.values()].find(
    (other) => canFilterNull && other.nulls > 0 && other.name !== name && other.kind !== 'other',
  );
  return [
    ...(columnWithNulls === undefined
      ? []
      : [inAnyOrder(atLeastLow, where(columnWithNulls.name, 'IS', null))]),
    ...(sorted.length > 2 ? [groupsOfOne(atLeastLow, belowHigh)] : []),
  ];
}

/**
 * These relations hold in every collation. `IN` is OR. `BETWEEN` with a text as both bounds is `>=`
 * and `<=`. No text is both greater and not greater than another text.
 */
function onTexts(column: Column): readonly MetamorphicRelation[] {
  const { name } = column;
  // In a comma-separated list a value with a comma would be read as two values.
  const [a, b] = textsOf(column).filter((one) => !one.includes(','));
  const text = textsOf(column).find((one) => /^[\w -]{1,80}$/.test(one) && one.trim() === one);
  const is = (operator: Operator): Criterion => where(name, operator, text ?? '');
  const both = [{ criteria: [is('>'), is('<=')] }, { criteria: [is('<'), is('>=')] }];
  const never = relationOfTotals(`in ${name} no text satisfies both > and <=, or both < and >=`, [
    { mode: 'OR', groups: both },
  ]);
  return [
    ...(a === undefined || b === undefined ? [] : [listIsOr(name, [a, b])]),
    ...(text === undefined ? [] : [betweenIsBoth(name, text, text), never]),
  ];
}
