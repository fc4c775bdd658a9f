import fc from 'fast-check';
import { type Criterion, type Operator, only, where } from '../../../src/protocol/export/filter.js';
import { contrastsOf } from '../mutants/contrasts.js';
import { type Column, sortedNumbers, textsOf } from '../oracle/column.js';
import { columnsOf } from '../survey/columns.js';
import {
  adds,
  anyOf,
  dateRelations,
  type Facts,
  groups,
  type MetamorphicRelation,
  partition,
} from './metamorphic-relations.js';
import { criteriaOn, type Draw, OPERATORS, valuesOn } from './random-filters.js';

/** A relation over values that are drawn. */
type Drawn = (draw: Draw) => MetamorphicRelation;

/** What keeps the records that an operator leaves out. */
const CONTRARIES: Readonly<Partial<Record<Operator, Operator>>> = {
  ...{ '=': '!=', '>': '<=', '<': '>=', BETWEEN: 'NOT BETWEEN' },
  ...{ IN: 'NOT IN', LIKE: 'NOT LIKE', ILIKE: 'NOT ILIKE' },
};

/** Relations over values that the data holds, half of them about the combination of criteria; undefined without any. */
export function arbitraryRelation(facts: Facts): fc.Arbitrary<MetamorphicRelation> | undefined {
  const columns = (['number', 'text'] as const).flatMap((kind) => columnsOf(facts.survey, kind));
  const [first, ...others] = columns.flatMap((column) => onColumn(column, facts));
  const criterion = criteriaOn(facts.survey, { nulls: facts.nullable, commas: false });
  if (first === undefined || criterion === undefined) return undefined;
  return fc.gen().map((generate) => {
    const draw: Draw = (values) => values[generate(fc.nat, values.length - 1)] ?? values[0];
    return draw([true, false]) ? draw([first, ...others])(draw) : ofTwo(criterion(draw), criterion(draw), draw);
  });
}

/** What holds of one operator and another on one column. */
function onColumn(column: Column, facts: Facts): readonly Drawn[] {
  const { name } = column;
  const kind = column.kind === 'number' ? 'number' : 'text';
  const value = valuesOn(column, false);
  if (value === undefined) return [];
  const is = (operator: Operator, asked: Criterion['value']) => only(where(name, operator, asked));
  const orEqual =
    (operator: '>' | '<'): Drawn =>
    (draw) => {
      const asked = value('=', draw);
      const both = [is(operator, asked), is('=', asked)];
      return adds(`${name} ${operator}= ${asked} is ${operator} or = ${asked}`, [is(`${operator}=`, asked)], both);
    };
  const ofNumbers: readonly Drawn[] = [
    orEqual('>'),
    orEqual('<'),
    (draw) => {
      const [low = 0, high = 0] = [value('BETWEEN', draw)].flat();
      const within = only(where(name, '>=', low), where(name, '<=', high));
      return adds(`BETWEEN is >= and <= on ${name}`, [is('BETWEEN', [low, high])], [within]);
    },
    (draw) => {
      const each = [...new Set([value('IN', draw)].flat())];
      const single = each.map((one) => is('=', one));
      return adds(`IN counts each value on ${name}`, [is('IN', each)], single);
    },
  ];
  const withinCase: Drawn = (draw) => {
    const like = value('LIKE', draw);
    return adds(`LIKE is within ILIKE on ${name}`, [is('LIKE', like)], [is('ILIKE', like)], { most: 0 });
  };
  const { survey, comparisonRules, nullable } = facts;
  // Only where it is known how many records neither of them holds.
  const isKnown = !comparisonRules.emptyMayBeNull && (survey.complete || nullable);
  const contraries = OPERATORS[kind].flatMap((operator): readonly Drawn[] => {
    const contrary = CONTRARIES[operator];
    return contrary === undefined ? [] : [(draw) => partition(name, operator, contrary, value(operator, draw), facts)];
  });
  return [...(kind === 'number' ? ofNumbers : [withinCase]), ...(isKnown ? contraries : [])];
}

const inAnyOrder = (a: Criterion, b: Criterion): MetamorphicRelation =>
  adds('the order of criteria has no effect', [only(a, b)], [only(b, a)]);
const groupsOfOne = (a: Criterion, b: Criterion): MetamorphicRelation =>
  adds('groups of one criterion are equivalent to criteria of one group', [groups('AND', a, b)], [only(a, b)]);

/** What AND, OR and the order of criteria and groups have to do with each other. */
function ofTwo(a: Criterion, b: Criterion, draw: Draw): MetamorphicRelation {
  const all = 'the totals of a and b are those of a AND b and a OR b';
  return draw([
    () => adds(`${all}, in a group`, [only(a), only(b)], [only(a, b), anyOf(a, b)]),
    () => adds(`${all}, across groups`, [only(a), only(b)], [groups('AND', a, b), groups('OR', a, b)]),
    () => adds('the order of groups has no effect', [groups('OR', a, b)], [groups('OR', b, a)]),
    () => inAnyOrder(a, b),
    () => groupsOfOne(a, b),
  ])();
}

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
  return [
    ...(nulls === undefined ? [] : [inAnyOrder(half, where(nulls.name, 'IS', null))]),
    ...(sorted.length > 2 ? [groupsOfOne(half, rest)] : []),
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
  contrastsOf('=', facts.survey).map(({ column, value }) => partition(column, '=', '!=', value, facts));

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
