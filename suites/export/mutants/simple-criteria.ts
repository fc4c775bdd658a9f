import { type Criterion, type Scalar, where } from '../../../src/protocol/export/filter.js';
import type { Random } from '../../../src/random.js';
import { type Column, sortedNumbers, textsOf } from '../oracle/column.js';
import { isAlone } from '../oracle/equality.js';
import { keptFor } from '../oracle/memoized.js';
import { freeColumns } from '../survey/columns.js';
import type { Known } from '../survey/data.js';

/** What criteria are made from. */
export type Data = Pick<Known, 'survey' | 'comparisonRules'>;

/** One of several; undefined of none. */
export const pick = <T>(items: readonly T[], random: Random): T | undefined =>
  items[Math.floor(random() * items.length)];

// Filters ask for the same columns again and again.
const numbersOf = keptFor(sortedNumbers);
const textsIn = keptFor((column: Column) =>
  textsOf(column)
    .filter((text) => text.length <= 60 && /^[^%_\\[\],]+$/.test(text) && text.trim() === text)
    .slice(0, 200),
);
const alone = keptFor(({ equals }: Data['comparisonRules']) =>
  keptFor((column: Column) => textsIn(column).filter((text) => isAlone(text, column, equals))),
);

/** Numbers, or texts that nothing but themselves equals, without wildcards, commas or blanks at an end. */
export function plainValues(column: Column, { comparisonRules }: Data): readonly Scalar[] {
  if (column.kind === 'number') return numbersOf(column);
  const sure = alone(comparisonRules)(column);
  return sure.length > 0 ? sure : textsIn(column);
}

/** A comparison of numbers, or an equality, which the operator checks have judged: one that most records satisfy, or few. */
export function simpleCriterion(data: Data, random: Random, share: 'most' | 'few'): Criterion | undefined {
  const [numbers, texts] = [freeColumns(data.survey, 'number'), freeColumns(data.survey, 'text')];
  const column = pick(random() < 0.7 && numbers.length > 0 ? numbers : texts, random) ?? pick(numbers, random);
  if (column === undefined) return undefined;
  const values = plainValues(column, data);
  if (column.kind === 'text') {
    const value = pick(values, random);
    return value === undefined ? undefined : where(column.name, share === 'most' ? '!=' : '=', value);
  }
  const at = (part: number): Scalar => values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
  const part = random() * 0.25;
  const below = random() < 0.5;
  if (share === 'most') return below ? where(column.name, '<=', at(1 - part)) : where(column.name, '>=', at(part));
  return below ? where(column.name, '<', at(part + 0.05)) : where(column.name, '>', at(0.95 - part));
}
