import { type Criterion, type Operator, only, where } from '../../../src/protocol/export/filter.js';
import { contrastsOf } from '../mutants/contrasts.js';
import { type Column, sortedNumbers, textsOf } from '../oracle/column.js';
import { columnsOf } from '../survey/columns.js';
import { dateRelations } from './date-relations.js';
import { adds, anyOf, type Facts, groups, type MetamorphicRelation, partition } from './metamorphic-relations.js';

/** Relations that are tried before random ones: each shows a fault that chance would seldom meet. */
export const notableRelations = (facts: Facts): readonly MetamorphicRelation[] => [
  ...columnsOf(facts.survey, 'number')
    .slice(0, 1)
    .flatMap((column) => onNumbers(column, facts)),
  ...columnsOf(facts.survey, 'text').slice(0, 1).flatMap(listIsOr),
  ...dateRelations(facts.survey),
  ...columnsOf(facts.survey, 'text').slice(0, 1).flatMap(aroundText),
];

function onNumbers(column: Column, { survey, nullable }: Facts): readonly MetamorphicRelation[] {
  const { name } = column;
  const sorted = sortedNumbers(column);
  const [low = 0, high = 0] = [sorted[Math.floor(sorted.length / 4)], sorted[Math.floor((3 * sorted.length) / 4)]];
  const [half, rest] = [where(name, '>=', low), where(name, '<', high)];
  const [nulls] = [...survey.columns.values()].filter(
    (other) => nullable && other.nulls > 0 && other.name !== name && other.kind !== 'other',
  );
  const isNull = nulls && where(nulls.name, 'IS', null);
  const inGroups = 'groups on one column are equivalent to criteria of one group';
  return [
    ...(isNull === undefined
      ? []
      : [adds('the order of criteria has no effect', [only(half, isNull)], [only(isNull, half)])]),
    ...(sorted.length > 2 ? [adds(inGroups, [groups('AND', half, rest)], [only(half, rest)])] : []),
  ];
}

function listIsOr(column: Column): readonly MetamorphicRelation[] {
  const { name } = column;
  // A list may be written with commas, and a value that holds one be two.
  const [a, b] = textsOf(column).filter((one) => !one.includes(','));
  if (a === undefined || b === undefined) return [];
  const either = anyOf(where(name, '=', a), where(name, '=', b));
  return [adds(`IN is OR on ${name}`, [either], [only(where(name, 'IN', [b, a]))])];
}

/** Where no column holds two values: what is held and what is not, each with its negation, makes the whole. */
export const contrastingRelations = (facts: Facts): readonly MetamorphicRelation[] =>
  contrastsOf('=', facts.survey).map(({ criterion: { column, value } }) => partition(column, '=', '!=', value, facts));

/** What every collation agrees on: a text lies between itself and itself, and neither above nor below itself. */
function aroundText(column: Column): readonly MetamorphicRelation[] {
  const { name } = column;
  const text = textsOf(column).find((one) => /^[\w -]{1,80}$/.test(one) && one.trim() === one);
  if (text === undefined) return [];
  const is = (operator: Operator): Criterion => where(name, operator, text);
  const both = [{ criteria: [is('>'), is('<=')] }, { criteria: [is('<'), is('>=')] }];
  return [
    adds(`BETWEEN is >= and <= on ${name}`, [only(where(name, 'BETWEEN', [text, text]))], [only(is('>='), is('<='))]),
    adds(`> and <= never overlap, nor < and >=, on ${name}`, [{ mode: 'OR', groups: both }]),
  ];
}
