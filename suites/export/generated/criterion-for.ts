import { type Criterion, type Operator, type Scalar, where } from '../../../src/protocol/export/filter.js';
import { swapCase } from '../../../src/protocol/swap-case.js';
import { distinguishingCriteria } from '../mutants/distinguishing-criteria.js';
import { type Column, sortedNumbers, textsOf } from '../oracle/column.js';
import { isAlone } from '../oracle/equality.js';
import { freeColumns } from '../survey/columns.js';
import type { Known } from '../survey/data.js';
import { COUNTS, type Conditions } from './conditions.js';
import { type Material, pick } from './material.js';

/** A comparison of numbers or an equality, whose treatment other checks judge. */
export function simpleCriterion(
  { known, random }: Material,
  last: boolean,
  share: 'most' | 'few',
): Criterion | undefined {
  const column = pick(freeColumns(known.survey, 'number'), random) ?? pick(freeColumns(known.survey, 'text'), random);
  if (column === undefined) return undefined;
  if (column.kind === 'text') {
    const value = pick(plainTexts(column, known), random);
    return value === undefined ? undefined : where(column.name, share === 'most' ? '!=' : '=', value);
  }
  const sorted = numbersOf(column);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  const part = random() * (last ? 0.4 : 0.2);
  const below = random() < 0.5;
  if (share === 'most') return below ? where(column.name, '<=', at(1 - part)) : where(column.name, '>=', at(part));
  return below ? where(column.name, '<', at(part + 0.05)) : where(column.name, '>', at(0.95 - part));
}

/** Rows ask for the same columns again and again. */
function memoized<T>(memory: WeakMap<Column, T>, column: Column, find: () => T): T {
  const value = memory.get(column) ?? find();
  memory.set(column, value);
  return value;
}
const texts = new WeakMap<Column, readonly string[]>();
const numbers = new WeakMap<Column, readonly number[]>();
const numbersOf = (column: Column): readonly number[] => memoized(numbers, column, () => sortedNumbers(column));

/** Values that nothing but themselves equals, without wildcards, commas or blanks at an end. */
const plainTexts = (column: Column, { comparisonRules }: Known): readonly string[] =>
  memoized(texts, column, () => {
    const few = textsOf(column)
      .filter((text) => text.length <= 60 && /^[^%_\\[\],]+$/.test(text) && text.trim() === text)
      .slice(0, 200);
    const alone = few.filter((text) => isAlone(text, column, comparisonRules.equals));
    return alone.length > 0 ? alone : few;
  });

/** The criterion of the row's operator, on a column of its kind. */
export function mainCriterion(
  { operator, kind, values: count }: Required<Conditions>,
  { known, random }: Material,
): Criterion | undefined {
  if (operator === 'IS' || operator === 'IS NOT') {
    const nullable = [...known.survey.columns.values()].filter(
      ({ nulls, kind: of }) => nulls > 0 && (of === 'number' || of === 'text'),
    );
    const column = pick(nullable, random);
    return column && where(column.name, operator, null);
  }
  const column = pick(freeColumns(known.survey, kind), random);
  if (column === undefined) return undefined;
  const values: readonly Scalar[] = kind === 'number' ? numbersOf(column) : plainTexts(column, known);
  const picked = pick(values, random);
  if (picked === undefined) return undefined;
  if (operator.endsWith('IN')) {
    const start = Math.floor(random() * Math.max(1, values.length - COUNTS[count]));
    return where(column.name, operator, values.slice(start, start + COUNTS[count]));
  }
  if (operator.endsWith('BETWEEN')) {
    const two = [picked, pick(values, random) ?? picked].map(Number).sort((a, b) => a - b);
    return where(column.name, operator, two);
  }
  const told = random() < 0.5 ? pick(distinguishingCriteria(operator, kind, known.survey), random) : undefined;
  if (told !== undefined) return told;
  return where(column.name, operator, operator.includes('LIKE') ? patternOf(String(picked), operator, random) : picked);
}

/** A pattern that the text matches: cut at a random place, with the case changed for ILIKE. */
function patternOf(text: string, operator: Operator, random: () => number): string {
  const characters = [...text];
  const at = Math.floor(random() * characters.length);
  const cut = random() < 0.5 ? `${characters.slice(0, at + 1).join('')}%` : `%${characters.slice(at).join('')}`;
  return operator.includes('ILIKE') && /^[\x20-\x7e]+$/.test(text) ? swapCase(cut) : cut;
}
