import { type Criterion, type Operator, where } from '../../../src/protocol/export/filter.js';
import { contrastsOf } from '../mutants/contrasts.js';
import { sortedNumbers, textsOf } from '../oracle/column.js';
import { columnsOf } from '../survey/columns.js';
import { dateRelations } from './date-relations.js';
import {
  adds,
  anyOf,
  type Facts,
  groups,
  type MetamorphicRelation,
  minus,
  partition,
  plus,
  type Term,
} from './metamorphic-relations.js';

/** Relations that are tried before random ones: each shows a fault that chance would seldom meet. */
export function notableRelations({ survey, nullable }: Facts): readonly MetamorphicRelation[] {
  const [number] = columnsOf(survey, 'number');
  const [text] = columnsOf(survey, 'text');
  const found: MetamorphicRelation[] = [];
  if (number !== undefined) {
    const sorted = sortedNumbers(number);
    const [low = 0, high = 0] = [sorted[Math.floor(sorted.length / 4)], sorted[Math.floor((3 * sorted.length) / 4)]];
    const { name } = number;
    const nulls = nullable
      ? [...survey.columns.values()].find(
          (column) => column.nulls > 0 && column.name !== name && column.kind !== 'other',
        )
      : undefined;
    const isNull = nulls && where(nulls.name, 'IS', null);
    const half = where(name, '>=', low);
    if (isNull !== undefined)
      found.push(adds('the order of criteria does not matter', 0, plus(half, isNull), minus(isNull, half)));
    if (sorted.length > 2)
      found.push(
        adds(
          'groups on one column are as criteria of one group',
          0,
          { filter: groups('AND', half, where(name, '<', high)), sign: 1 },
          minus(half, where(name, '<', high)),
        ),
      );
  }
  // A list may be written with commas, and a value that holds one be two.
  const [a, b] = text === undefined ? [] : textsOf(text).filter((one) => !one.includes(','));
  if (text !== undefined && a !== undefined && b !== undefined) {
    const either: Term = { filter: anyOf(where(text.name, '=', a), where(text.name, '=', b)), sign: 1 };
    found.push(adds(`IN is OR on ${text.name}`, 0, either, minus(where(text.name, 'IN', [b, a]))));
  }
  found.push(...dateRelations(survey));
  const plain = text && textsOf(text).find((text) => /^[\w -]{1,80}$/.test(text) && text.trim() === text);
  if (text !== undefined && plain !== undefined) found.push(...aroundText(text.name, plain));
  return found;
}

/** Where no column holds two values: what is held and what is not, each with its negation, makes the whole. */
export const contrastingRelations = (facts: Facts): readonly MetamorphicRelation[] =>
  contrastsOf('=', facts.survey).map(({ criterion: { column, value } }) => partition(column, '=', '!=', value, facts));

/** What every collation agrees on: a text lies between itself and itself, and neither above nor below itself. */
function aroundText(name: string, text: string): readonly MetamorphicRelation[] {
  const is = (operator: Operator): Criterion => where(name, operator, text);
  return [
    adds(`BETWEEN is >= and <= on ${name}`, 0, plus(where(name, 'BETWEEN', [text, text])), minus(is('>='), is('<='))),
    adds(`> and <= never overlap, nor < and >=, on ${name}`, 0, {
      filter: { mode: 'OR', groups: [{ criteria: [is('>'), is('<=')] }, { criteria: [is('<'), is('>=')] }] },
      sign: 1,
    }),
  ];
}
